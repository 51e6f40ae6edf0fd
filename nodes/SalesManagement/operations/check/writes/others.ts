/** What is tried with what belongs to the customer, and with a group of users. */
import { unclear } from '../finding';
import { idOf, linkedId } from '../reading';
import { AGAIN } from '../words';
import { createProblems } from './answers';
import { QUIET, type Id } from './ownRecords';
import type { Steps, Writing } from './writing';

const HOUR = 3_600_000;

export function* contactOf(writing: Writing, customer: Id): Steps {
	const body = { name: writing.name, customer: { id: Number(customer) } };
	const attempt = { operation: 'contact.create', body, problems: createProblems } as const;
	const id = yield* writing.create(attempt, 'contact.delete');
	if (id !== undefined) {
		yield* writing.change({ operation: 'contact.update', path: { id } }, 'dept');
	}
}

export function* actionOf(writing: Writing, customer: Id): Steps {
	const { known, findings, name } = writing;
	const patterns = known.listed('customerAction').map((each) => linkedId(each, 'pattern'));
	const pattern = patterns.find((each) => each !== undefined);
	const creator = idOf(known.listed('user')[0]);
	if (pattern === undefined || creator === undefined) {
		findings.push(
			unclear(
				'write:customerAction.create',
				'No action shows which pattern there is.',
				`Create an action of a customer in the service. ${AGAIN}`,
			),
		);
		return;
	}
	const start = known.now() - HOUR;
	const body = {
		pattern: { id: Number(pattern) },
		creator: { id: Number(creator) },
		startDatetime: new Date(start).toISOString(),
		endDatetime: new Date(start + HOUR / 2).toISOString(),
		active: false,
		preNote: name,
	};
	const path = { customerId: customer };
	const operation = 'customerAction.create';
	const attempt = { operation, path, query: QUIET, body, problems: createProblems } as const;
	const id = yield* writing.create(attempt, 'customerAction.delete', path);
	if (id === undefined) return;
	yield* writing.change({ operation: 'customerAction.update', path: { ...path, id } }, 'result');
}

/** v2 §4.2: without a user nothing changes. */
export function* nobodyAdded(writing: Writing): Steps {
	const userGroupId = idOf(writing.known.listed('userGroup')[0]);
	if (userGroupId === undefined) return;
	const operation = 'userGroup.addMember';
	yield* writing.tried({ operation, path: { userGroupId }, body: {}, problems: () => [] });
}
