/** What the check has created and not deleted yet; deletes it in the end. */
import type { OperationId } from '../../../api/routes';
import { asDescribed, differs, notPermitted, type Finding } from '../finding';
import { isSuccess, type Answer, type Question } from '../inquiry';
import type { Known } from '../known';
import { comparison, filterOf } from '../reads';
import { idOf, listIn, recordIn, valueOf } from '../reading';
import { attempted, likelyRoutes } from './attempt';
import { deleteProblems } from './answers';

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

/** What the customer is called that is created in bulk. */
export const secondOf = (name: string): string => `${name}, second`;

/** A search for customers of this name. */
export function namedAs(known: Known, name: string): Question {
	const filter = filterOf(comparison('name', '=', { stringValue: name }));
	return { ...known.ask({ operation: 'customer.search', body: { filter } }), isOwn: true };
}

export class OwnRecords {
	/** The last first: what belongs to something goes before it. */
	private readonly made: Made[] = [];
	private readonly doubts: OperationId[] = [];

	constructor(
		private readonly known: Known,
		/** What they are called. */
		private readonly name: string,
	) {}

	add(made: Made): void {
		this.made.unshift(made);
	}

	private hasOwnName(record: unknown): boolean {
		const names = ['name', 'preNote'].map((property) => valueOf(record, property));
		return names.some((name) => name === this.name || name === secondOf(this.name));
	}

	/**
	 * Whether the record of this id is one of the check's. An id in an answer may be another one's,
	 * or a mere count: what is not read under the check's own name is neither changed nor deleted. Who may
	 * write and not read has the answer of the create alone, which then has to be the record itself; so has
	 * everybody where the record can't be read for the moment.
	 */
	*proofOf({ remove, path }: Made, created: Answer): Generator<Question, Proof, Answer> {
		const operation = remove.replace('.delete', '.get') as OperationId;
		const [route] = likelyRoutes(this.known, operation);
		const look = { operation, path, route, isOwn: true, isRemoval: true } as const;
		let answer = yield look;
		const isClear = () => isSuccess(answer) || HIDDEN.includes(answer.status);
		if (!isClear()) answer = yield look;
		const isShownBy = ({ body }: Answer) => {
			const record = recordIn(body)?.value;
			return String(idOf(record)) === String(path.id) && this.hasOwnName(record);
		};
		if (isSuccess(answer)) return isShownBy(answer) ? 'own' : 'none';
		if (!isShownBy(created)) return 'none';
		return isClear() ? 'hidden' : 'own';
	}

	/**
	 * Something may have been created, but nothing says what. Customers are looked for by their name.
	 * @returns nothing where one was found, which will be deleted.
	 */
	*inDoubt(operation: OperationId): Generator<Question, Finding | undefined, Answer> {
		if (operation.startsWith('customer.')) {
			const isMany = operation === 'customer.createMany';
			const name = isMany ? secondOf(this.name) : this.name;
			const answer = yield { ...namedAs(this.known, name), isRemoval: true };
			const found = (listIn(answer.body, 'customers')?.value ?? [])
				.filter((record) => this.hasOwnName(record))
				.map(idOf)
				.filter((id) => id !== undefined);
			for (const id of found) this.add({ remove: 'customer.delete', path: { id } });
			if (found.length > 0) return undefined;
		}
		this.doubts.push(operation);
		const advice = `Look for records named "${this.name}" and delete them.`;
		const evidence = 'What was created can’t be told: no ID of it came back.';
		return differs({ check: `remains:${operation}`, evidence, advice });
	}

	/** Deletes all that was made, and names what can't be. */
	*removed(): Generator<Question, Finding[], Answer> {
		const findings = new Map<OperationId, Finding>();
		const remaining: Finding[] = [];
		for (const { remove: operation, path, isHidden } of this.made) {
			const query = operation.includes('Action') ? QUIET : undefined;
			const attempt = {
				...{ operation, path, query, problems: deleteProblems },
				isRemoval: true,
			} as const;
			const { answer, finding } = yield* attempted(this.known, attempt);
			const isGone = isSuccess(answer);
			if (!findings.has(operation) && (isGone || !isHidden)) findings.set(operation, finding);
			if (!isGone) remaining.push(this.remains(operation, path, isHidden ? notPermitted : differs));
		}
		const rest =
			remaining.length + this.doubts.length > 0
				? remaining
				: [asDescribed('remains', 'everything that was created is deleted again')];
		return [...findings.values(), ...rest];
	}

	private remains(
		operation: OperationId,
		{ id = '' }: Made['path'],
		verdict: typeof differs,
	): Finding {
		const [resource = ''] = operation.split('.');
		return verdict({
			check: `remains:${resource}`,
			evidence: `${resource} ${id} could not be deleted`,
			shape: 'remains',
			advice: `Delete it by hand: it is called "${this.name}".`,
		});
	}
}
