/** Writes to one thing keep the order of the items; all others overlap. */
import type { Client, ServiceRequest } from '../../../nodes/SalesManagement/api/types';
import type { Item } from '../../../nodes/SalesManagement/fields';
import { RESOURCES } from '../../../nodes/SalesManagement/operations';
import { runWith } from '../support/itemRun';

interface Sent {
	readonly request: ServiceRequest;
	readonly begun: number;
	ended: number;
}

/** Runs an operation with a service whose answers come the later the earlier the request. */
async function sentBy(operation: string, parameters: ReadonlyArray<Record<string, unknown>>) {
	const [resource, id] = operation.split('.');
	const found = RESOURCES.find((each) => each.id === resource)?.operations.find(
		(each) => each.id === id,
	);
	const sent: Sent[] = [];
	let now = 0;
	const send: Client['send'] = async (request) => {
		const entry = { request, begun: ++now, ended: 0 };
		sent.push(entry);
		for (let turn = 0; turn < 200 - 10 * sent.length; turn++) await Promise.resolve();
		entry.ended = ++now;
		return { body: {} } as Awaited<ReturnType<Client['send']>>;
	};
	const items = parameters.map((given, index): Item => ({
		index,
		input: {},
		version: 'v2',
		timezone: 'UTC',
		get: (name) => given[name],
	}));
	const client = { version: 'v2', send } as unknown as Client;
	await (await found?.load())?.run(runWith({ client, items, continueOnFail: true }));
	return sent;
}

const overlaps = (a: Sent, b: Sent) => a.begun < b.ended && b.begun < a.ended;

const ONE_THING: ReadonlyArray<[string, ReadonlyArray<Record<string, unknown>>]> = [
	[
		'userGroup.replaceMembers',
		[
			{ userGroupId: 1, userIds: [1] },
			{ userGroupId: 1, userIds: [2] },
		],
	],
	// Whom one group leaves out, unnamed, may be the member that another one gets.
	[
		'userGroup.replaceMembers',
		[
			{ userGroupId: 1, userIds: [1] },
			{ userGroupId: 2, userIds: [2] },
		],
	],
	[
		'userGroup.addMember',
		[
			{ userGroupId: 1, userId: 1 },
			{ userGroupId: 1, userId: 2 },
		],
	],
	// A user is a member of one group only, so the order decides which (v2 §4.2).
	[
		'userGroup.addMember',
		[
			{ userGroupId: 1, userId: 1 },
			{ userGroupId: 2, userId: 1 },
		],
	],
	[
		'userGroup.removeMember',
		[
			{ userGroupId: 1, userId: 1 },
			{ userGroupId: 1, userId: 2 },
		],
	],
	[
		'actionField.create',
		[
			{ name: 'A', itemType: 'text', additionalFields: { before: 'x' } },
			{ name: 'B', itemType: 'text', additionalFields: { before: 'x' } },
		],
	],
	[
		'actionField.update',
		[
			{ itemKey: 'a', updateFields: { newItemKey: 'b' } },
			{ itemKey: 'b', updateFields: { name: 'B' } },
		],
	],
	[
		'deal.update',
		[
			{ dealId: 1, updateFields: { amount: 1 } },
			{ dealId: '1', updateFields: { amount: 2 } },
		],
	],
	['deal.delete', [{ dealId: 1 }, { dealId: 1 }]],
	[
		'dealContact.link',
		[
			{ dealId: 1, contactId: 1 },
			{ dealId: 1, contactId: 1 },
		],
	],
];

test.each(ONE_THING)('%s of one thing waits for the item before: %j', async (operation, items) => {
	const [first, second, ...others] = await sentBy(operation, items);
	expect(others).toEqual([]);
	expect(second!.begun).toBeGreaterThan(first!.ended);
});

test.each([
	['deal.update', [1, 2].map((dealId) => ({ dealId, updateFields: { amount: 1 } }))],
	['userGroup.removeMember', [1, 2].map((userGroupId) => ({ userGroupId, userId: 1 }))],
	['deal.get', [{ dealId: 1 }, { dealId: 1 }]],
	['contact.create', [{ name: 'A' }, { name: 'B' }]],
] as const)('%s of different things overlaps', async (operation, items) => {
	const [first, second] = await sentBy(operation, items);
	expect(overlaps(first!, second!)).toBe(true);
});

test('items that wait leave room for the others', async () => {
	const busy = Array.from({ length: 12 }, () => ({ userGroupId: 1, userId: 1 }));
	const sent = await sentBy('userGroup.removeMember', [...busy, { userGroupId: 2, userId: 1 }]);
	const other = sent.find(({ request }) => request.path?.userGroupId === 2)!;
	expect(overlaps(sent[0]!, other)).toBe(true);
});
