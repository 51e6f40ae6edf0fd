/**
 * Include Writes: a customer with a marked name, a contact and an action of it are created, changed,
 * found again and deleted. Only what can be deleted is made.
 */
import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../../api/routes';
import { held, unclear, type Finding } from '../finding';
import { isSuccess, type Answer, type Check, type Inquiry, type Question } from '../inquiry';
import type { Known } from '../known';
import { idOf, linkedId, listIn, recordIn } from '../reading';
import { timeProblems } from '../times';
import { attempted, type Attempt } from './attempt';
import { bulkProblems, createProblems, idsIn, updateProblems } from './answers';
import { namedAs, OwnRecords, QUIET, secondOf, type Id } from './ownRecords';

type Steps<Value = void> = Generator<Question, Value, Answer>;

const HOUR = 3_600_000;
const CHANGED = 'Changed by the check of n8n';

/** A gateway that gives up says nothing of what is behind it. */
const mayHaveCreated = (answer: Answer) =>
	isSuccess(answer) || answer.status === 0 || answer.status >= 500;

/** One run of writes: what it made, and what it found. */
class Writing {
	readonly findings: Finding[] = [];
	/** Records as they came back. */
	private readonly shown: IDataObject[] = [];
	private readonly records: OwnRecords;

	constructor(
		private readonly known: Known,
		/** What the records of the check are called. */
		private readonly name: string,
	) {
		this.records = new OwnRecords(known, name);
	}

	*all(): Steps {
		const customer = yield* this.create(
			{ operation: 'customer.create', body: { name: this.name }, problems: createProblems },
			'customer.delete',
		);
		if (customer === undefined) return;
		yield* this.seen(customer);
		yield* this.change({ operation: 'customer.update', path: { id: customer } }, 'address');
		yield* this.refused(customer);
		yield* this.twice(customer);
		yield* this.many();
		yield* this.contact(customer);
		yield* this.action(customer);
		yield* this.members();
		this.times();
	}

	private *tried(attempt: Attempt): Steps<Answer> {
		const { answer, finding } = yield* attempted(this.known, attempt);
		this.findings.push(finding);
		const record = recordIn(answer.body)?.value;
		if (isSuccess(answer) && record) this.shown.push(record);
		return answer;
	}

	/** The times of creations that nobody has changed yet, and how finely they are written. */
	private times(): void {
		const problems = timeProblems(this.shown);
		this.findings.push(
			held('times:written', problems.join('; ') || 'a creation has one time, finer than a second', {
				if: problems.length > 0,
				advice: 'The trigger allows for this. Attach this report to an issue.',
			}),
		);
	}

	private *create(attempt: Attempt, remove: OperationId, path = {}): Steps<Id | undefined> {
		const answer = yield* this.tried(attempt);
		const id = isSuccess(answer) ? idOf(recordIn(answer.body)?.value) : undefined;
		const made = id === undefined ? undefined : { remove, path: { ...path, id } };
		if (made && (yield* this.records.isOwn(made))) {
			this.records.add(made);
			return id;
		}
		if (mayHaveCreated(answer)) yield* this.inDoubt(attempt.operation);
		return undefined;
	}

	private *inDoubt(operation: OperationId): Steps {
		const doubt = yield* this.records.inDoubt(operation);
		if (doubt) this.findings.push(doubt);
	}

	/** Whatever happened before. */
	*end(): Steps {
		this.findings.push(...(yield* this.records.removed()));
	}

	private *change(
		{ operation, path }: Pick<Attempt, 'operation' | 'path'>,
		property: string,
	): Steps {
		const body: IDataObject = { [property]: CHANGED };
		const query = operation.includes('Action') ? QUIET : undefined;
		yield* this.tried({
			operation,
			path,
			query,
			body,
			problems: updateProblems(property, CHANGED),
		});
	}

	/** Whether a list and a search show at once what was written. */
	private *seen(id: Id): Steps {
		const holds = (answer: Answer) =>
			(listIn(answer.body, 'customers')?.value ?? []).some(
				(each) => String(idOf(each)) === String(id),
			);
		const query = { limit: 10, sort: '-updatedAt' };
		const listed = yield {
			...this.known.ask({ operation: 'customer.getMany', query }),
			isOwn: true,
		};
		const searched = yield this.byName();
		const late = (what: string, isThere: boolean) =>
			held(
				`lag:${what}`,
				isThere ? 'what was written is shown at once' : 'what was written is not shown at once',
				{
					if: !isThere,
					advice:
						'The trigger waits for lists that lag; Create or Update may create a second record where the search does.',
				},
			);
		this.findings.push(late('list', holds(listed)), late('search', holds(searched)));
	}

	private byName(): Question {
		return namedAs(this.known, this.name);
	}

	/** A month that does not exist (v2 §8), in the check's own customer. */
	private *refused(id: Id): Steps {
		const operation = 'customer.update';
		const route = this.known.written(operation);
		const answer = yield {
			operation,
			path: { id },
			body: { closingMonth: 13 },
			route,
			isOwn: true,
		};
		const { status } = answer;
		this.findings.push(
			held('error:validation', this.known.told(answer), {
				if: status !== 400,
				shape: this.known.told(answer),
				advice:
					'Messages of errors may read badly, or say less than they could. Attach this report to an issue.',
			}),
		);
	}

	/** What Create or Update does: a search by the name, and a change of the one record found. */
	private *twice(id: Id): Steps {
		const found: boolean[] = [];
		for (let time = 0; time < 2; time++) {
			const answer = yield this.byName();
			const ids = (listIn(answer.body, 'customers')?.value ?? []).map((each) => String(idOf(each)));
			found.push(ids.length === 1 && ids[0] === String(id));
			const route = this.known.written('customer.update');
			yield {
				operation: 'customer.update',
				path: { id },
				body: { address: `${CHANGED} ${time}` },
				route,
				isOwn: true,
			};
		}
		const isFound = found.every(Boolean);
		this.findings.push(
			held(
				'upsert:customer',
				isFound
					? 'found by its name twice, one record'
					: 'not found by its name each time, as the one record that there is',
				{
					if: !isFound,
					advice:
						'Create or Update may create a record a second time. Attach this report to an issue.',
				},
			),
		);
	}

	private *many(): Steps {
		const body = { customers: [{ name: secondOf(this.name) }] };
		const answer = yield* this.tried({
			operation: 'customer.createMany',
			body,
			problems: bulkProblems,
		});
		// One was sent: whatever else is in the answer, it is no other's record that is read here.
		const [id] = isSuccess(answer) ? idsIn(answer.body) : [];
		const made = { remove: 'customer.delete', path: { id: id ?? '' } } as const;
		if (id !== undefined && (yield* this.records.isOwn(made))) this.records.add(made);
		else if (mayHaveCreated(answer)) yield* this.inDoubt('customer.createMany');
	}

	private *contact(customer: Id): Steps {
		const body = { name: this.name, customer: { id: Number(customer) } };
		const attempt = { operation: 'contact.create', body, problems: createProblems } as const;
		const id = yield* this.create(attempt, 'contact.delete');
		if (id !== undefined) yield* this.change({ operation: 'contact.update', path: { id } }, 'dept');
	}

	private *action(customer: Id): Steps {
		const patterns = this.known.listed('customerAction').map((each) => linkedId(each, 'pattern'));
		const pattern = patterns.find((each) => each !== undefined);
		const creator = idOf(this.known.listed('user')[0]);
		if (pattern === undefined || creator === undefined) {
			this.findings.push(
				unclear('write:customerAction.create', 'No action shows which pattern there is.'),
			);
			return;
		}
		const start = this.known.now() - HOUR;
		const body = {
			pattern: { id: Number(pattern) },
			creator: { id: Number(creator) },
			startDatetime: new Date(start).toISOString(),
			endDatetime: new Date(start + HOUR / 2).toISOString(),
			active: false,
			preNote: this.name,
		};
		const path = { customerId: customer };
		const operation = 'customerAction.create';
		const attempt = { operation, path, query: QUIET, body, problems: createProblems } as const;
		const id = yield* this.create(attempt, 'customerAction.delete', path);
		if (id === undefined) return;
		yield* this.change({ operation: 'customerAction.update', path: { ...path, id } }, 'result');
	}

	/** v2 §4.2: without a user nothing changes. */
	private *members(): Steps {
		const userGroupId = idOf(this.known.listed('userGroup')[0]);
		if (userGroupId === undefined) return;
		const problems = () => [];
		yield* this.tried({
			operation: 'userGroup.addMember',
			path: { userGroupId },
			body: {},
			problems,
		});
	}
}

/** Only where the user chose it. */
export const writes: Check = {
	check: 'writes',
	*inquire(known): Inquiry {
		if (!known.has('customer.delete')) {
			return [unclear('writes', 'Nothing was written: v1 has no way to delete it again.')];
		}
		const writing = new Writing(known, `n8n check ${new Date(known.now()).toISOString()}`);
		yield* writing.all();
		yield* writing.end();
		return writing.findings;
	},
};
