import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../../api/routes/routes';
import { held, unclear, type Finding } from '../finding';
import { isSuccess, type Answer, type Question } from '../inquiry';
import type { Known } from '../known';
import { idOf, recordIn } from '../reading';
import { timeProblems } from '../times';
import { NOTHING } from '../words';
import { updateProblems } from './answers';
import { attempted, mayBeDone, type Attempt } from './attempt';
import { objectionTo } from './entered';
import { namedAs } from './lost';
import { OwnRecords, QUIET, type Id, type Made } from './ownRecords';

export type Steps<Value = void> = Generator<Question, Value, Answer>;

const UNREADABLE = 'What was created can’t be read again.';
const NOT_TRIED =
	'This credential may write such records and not read them: nothing more was tried with it.';

export const CHANGED = 'Changed by the check of n8n';

/** One run of writes: what it made, and what it found. */
export class Writing {
	readonly findings: Finding[] = [];
	/** Records as they came back from their creation. */
	private readonly created: IDataObject[] = [];
	/** The same from any write. */
	private readonly shown: IDataObject[] = [];
	private readonly records: OwnRecords;

	constructor(
		readonly known: Known,
		/** What the records of the check are called. */
		readonly name: string,
	) {
		this.records = new OwnRecords(known, name);
	}

	/** Whether a write may be sent; says so where somebody entered an address that may be another's. */
	private mayWrite(operation: OperationId): boolean {
		const objection = objectionTo(this.known, operation);
		if (objection) this.findings.push(objection);
		return objection === undefined;
	}

	/**
	 * Sends a write, wherever it is, and judges its answer.
	 * @returns nothing where it was not sent.
	 */
	*tried(attempt: Attempt): Steps<Answer | undefined> {
		if (!this.mayWrite(attempt.operation)) return undefined;
		const { answer, finding } = yield* attempted(this.known, attempt);
		this.findings.push(finding);
		const record = recordIn(answer.body)?.value;
		if (isSuccess(answer) && record) {
			this.shown.push(record);
			if (attempt.operation.endsWith('.create')) this.created.push(record);
		}
		return answer;
	}

	/** @returns the id of the record, where it is certainly the one that was made. */
	*create(attempt: Attempt, remove: OperationId, path: Made['path'] = {}): Steps<Id | undefined> {
		// What can't be deleted is not made.
		if (!this.mayWrite(remove)) return undefined;
		const answer = yield* this.tried(attempt);
		if (!answer) return undefined;
		const id = isSuccess(answer) ? idOf(recordIn(answer.body)?.value) : undefined;
		const made = id === undefined ? undefined : { remove, path: { ...path, id } };
		return (yield* this.keep(attempt, answer, made)) ? id : undefined;
	}

	/** Remembers what was made, to be deleted; says so where nothing tells what it is. */
	*keep(
		{ operation, path = {} }: Pick<Attempt, 'operation' | 'path'>,
		answer: Answer,
		made: Made | undefined,
	): Steps<boolean> {
		const proof = made && (yield* this.records.proofOf(made, answer));
		if (made && proof === 'own') {
			this.records.add(made);
			return true;
		}
		if (made && proof === 'hidden') {
			this.records.add({ ...made, isHidden: true });
			this.findings.push(unclear(`own:${operation}`, UNREADABLE, NOT_TRIED));
			return false;
		}
		const doubt = mayBeDone(answer)
			? yield* this.records.inDoubt(operation, path, answer)
			: undefined;
		if (doubt) this.findings.push(doubt);
		return false;
	}

	*change({ operation, path }: Pick<Attempt, 'operation' | 'path'>, property: string): Steps {
		const body: IDataObject = { [property]: CHANGED };
		const query = operation.includes('Action') ? QUIET : undefined;
		const problems = updateProblems(property, CHANGED);
		yield* this.tried({ operation, path, query, body, problems });
	}

	/**
	 * A change of the customer, of which the answer alone matters.
	 * @returns nothing where it was not sent.
	 */
	*update(id: Id, body: IDataObject): Steps<Answer | undefined> {
		const operation = 'customer.update';
		if (objectionTo(this.known, operation)) return undefined;
		const route = this.known.written(operation);
		return yield { operation, path: { id }, body, route, isOwn: true };
	}

	byName(): Question {
		return namedAs(this.known, this.name);
	}

	/** The times of creations that nobody has changed yet, and how finely they are written. */
	times(): void {
		const { problems, areSeen } = timeProblems(this.created, this.shown);
		if (!areSeen) {
			this.findings.push(unclear('times:written', 'No creation was answered with its times.'));
			return;
		}
		this.findings.push(
			held('times:written', problems.join('; ') || 'a creation has one time, finer than a second', {
				if: problems.length > 0,
				isOfRecords: true,
				advice: `The times of records are coarser than they could be, or a little apart. Triggers allow for that. ${NOTHING}`,
			}),
		);
	}

	/** Deletes what was made, whatever happened before. */
	*end(): Steps {
		this.findings.push(...(yield* this.records.removed()));
	}
}
