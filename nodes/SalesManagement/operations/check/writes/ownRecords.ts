/** What the check has created and not deleted yet; deletes it in the end. */
import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../../api/routes/routes';
import { asDescribed, differs, notPermitted, unclear, type Finding } from '../finding';
import { isSuccess, type Answer, type Question } from '../inquiry';
import type { Known } from '../known';
import { idOf, listIn, recordIn } from '../reading';
import { attempted, isUntold, likelyRoutes } from './attempt';
import { deleteProblems, tellsError } from './answers';
import { idsCalled, isCalled, looksFor } from './lost';

export type Id = number | string;

/** Nobody is told of it (v2 §4, skipNotice). */
export const QUIET = { skipNotice: 'true' };

/** A record that was made, and how it is removed. */
export interface Made {
	readonly remove: OperationId;
	readonly path: Readonly<Record<string, Id>>;
	/** Whether it can't be read again: then it may well not be deleted either. */
	readonly isHidden?: true;
}

/** What is known of the record that a create may have made. */
type Proof = 'own' | 'hidden' | 'none';

/** How a service says that somebody may not read a record. */
const HIDDEN = [401, 403, 404, 410];

/** How it says that there is no such record, or not any more. */
const GONE = [404, 410];

const readOf = (remove: OperationId) => remove.replace('.delete', '.get') as OperationId;

/** What the customer is called that is created in bulk. */
export const secondOf = (name: string): string => `${name}, second`;

export const customersIn = (answer: Answer): IDataObject[] =>
	listIn(answer.body, 'customers')?.value ?? [];

export class OwnRecords {
	/** The last first: what belongs to something goes before it. */
	private readonly made: Made[] = [];
	private readonly doubts: OperationId[] = [];
	/** The reads by ID that have shown a record: where they show none any more, it is gone. */
	private readonly reading: Set<OperationId>;

	constructor(
		private readonly known: Known,
		/** What they are called. */
		private readonly name: string,
	) {
		this.reading = new Set(known.answers.keys());
	}

	add(made: Made): void {
		this.made.unshift(made);
	}

	private hasOwnName(record: unknown): boolean {
		return isCalled(record, this.name) || isCalled(record, secondOf(this.name));
	}

	/**
	 * Whether the record of this id is one of the check's. An id in an answer may be another one's,
	 * or a mere count: what is not read under the check's own name is neither changed nor deleted. Who may
	 * write and not read has the answer of the create alone, which then has to be the record itself; so has
	 * everybody where the record can't be read for the moment.
	 */
	*proofOf({ remove, path }: Made, created: Answer): Generator<Question, Proof, Answer> {
		const answer = yield* this.read({ remove, path });
		const isShownBy = ({ body }: Answer) => {
			const record = recordIn(body)?.value;
			return String(idOf(record)) === String(path.id) && this.hasOwnName(record);
		};
		if (isSuccess(answer)) return isShownBy(answer) ? 'own' : 'none';
		if (!isShownBy(created)) return 'none';
		return HIDDEN.includes(answer.status) ? 'hidden' : 'own';
	}

	/** Reads a record by its ID; once more where nothing can be told from the answer. */
	private *read({ remove, path }: Made): Generator<Question, Answer, Answer> {
		const operation = readOf(remove);
		const [route] = likelyRoutes(this.known, operation);
		const look = { operation, path, route, isOwn: true, isRemoval: true } as const;
		let answer = yield look;
		if (!isSuccess(answer) && !HIDDEN.includes(answer.status)) answer = yield look;
		if (isSuccess(answer)) this.reading.add(operation);
		return answer;
	}

	/** Whether a record is gone whose removal was not answered, or was answered as if it were. */
	private *isGone(made: Made, removal: Answer): Generator<Question, boolean, Answer> {
		if (isSuccess(removal) && !tellsError(removal)) return true;
		const mayBe = isSuccess(removal) || isUntold(removal) || GONE.includes(removal.status);
		return mayBe && (yield* this.isShownNoMore(made));
	}

	private *isShownNoMore({ isHidden, ...made }: Made): Generator<Question, boolean, Answer> {
		if (isHidden || !this.reading.has(readOf(made.remove))) return false;
		const answer = yield* this.read(made);
		return GONE.includes(answer.status) || (isSuccess(answer) && tellsError(answer));
	}

	/** Whether what could not be deleted by itself went with its customer (v2 §4.4), the last to be deleted. */
	private *wentAlong(made: Made): Generator<Question, boolean, Answer> {
		return made.remove !== 'customer.delete' && (yield* this.isShownNoMore(made));
	}

	/**
	 * Something may have been created, but nothing says what: it is looked for by its name.
	 * @param path where its list is.
	 * @param created what its creation was answered.
	 * @returns nothing where one was found, which will be deleted.
	 */
	*inDoubt(
		operation: OperationId,
		path: Made['path'],
		created: Answer,
	): Generator<Question, Finding | undefined, Answer> {
		let usedUp: string | undefined;
		const name = operation === 'customer.createMany' ? secondOf(this.name) : this.name;
		for (const look of looksFor(this.known, operation, { name, path })) {
			const answer = yield { ...look, isRemoval: true };
			usedUp = answer.usedUp;
			const found = idsCalled(this.known, answer, name);
			const remove = operation.replace(/\.\w+$/, '.delete') as OperationId;
			for (const id of found) this.add({ remove, path: { ...path, id } });
			if (found.length > 0) return undefined;
		}
		this.doubts.push(operation);
		const check = `remains:${operation}`;
		const advice = `Look in the service for records named "${this.name}", and delete them.`;
		const evidence = 'What was created can’t be told: no ID of it came back';
		if (usedUp !== undefined) return unclear(check, `${evidence}; ${usedUp}.`, advice);
		// Where no answer came there may be nothing at all.
		if (isUntold(created)) return unclear(check, `${evidence}.`, advice);
		return differs({ check, evidence, advice });
	}

	/** Deletes all that was made, and names what can't be. */
	*removed(): Generator<Question, Finding[], Answer> {
		const findings = new Map<OperationId, Finding>();
		const left: Array<{ readonly made: Made; readonly answer: Answer }> = [];
		for (const made of this.made) {
			const { remove: operation, path, isHidden } = made;
			const query = operation.includes('Action') ? QUIET : undefined;
			const attempt = {
				...{ operation, path, query, problems: deleteProblems },
				isRemoval: true,
			} as const;
			let { answer, finding } = yield* attempted(this.known, attempt);
			let isGone = yield* this.isGone(made, answer);
			if (!isGone && isUntold(answer)) {
				({ answer, finding } = yield* attempted(this.known, attempt));
				isGone = yield* this.isGone(made, answer);
			}
			const told =
				isGone && !isSuccess(answer)
					? unclear(finding.check, `${this.known.told(answer, 1)}, and the record is gone`)
					: finding;
			if (!findings.has(operation) && (isGone || !isHidden)) findings.set(operation, told);
			if (!isGone) left.push({ made, answer });
		}
		const remaining: Finding[] = [];
		for (const { made, answer } of left) {
			if (!(yield* this.wentAlong(made))) remaining.push(this.remains(made, answer));
		}
		const rest =
			remaining.length + this.doubts.length > 0
				? remaining
				: [asDescribed('remains', 'everything that was created is deleted again')];
		return [...findings.values(), ...rest];
	}

	private remains({ remove, path: { id = '' }, isHidden }: Made, answer: Answer): Finding {
		const [resource = ''] = remove.split('.');
		const check = `remains:${resource}`;
		const evidence = `${resource} ${id} could not be deleted`;
		const advice = `Delete it in the service by hand: it is called "${this.name}".`;
		const { usedUp, status } = answer;
		if (usedUp !== undefined) return unclear(check, `${evidence}: ${usedUp}.`, advice);
		if (status === 429 || isUntold(answer)) return unclear(check, `${evidence}.`, advice);
		const verdict = isHidden || status === 403 ? notPermitted : differs;
		return verdict({ check, evidence, shape: 'remains', advice });
	}
}
