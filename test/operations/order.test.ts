/** Writes to one thing keep the order of the items; all other requests overlap, up to ten at once. */
import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../nodes/SalesManagement/shared';
import { runOn } from './support/service';

/** How long an answer waits for another request, which never comes where its item waits. */
const PATIENCE_MS = 150;

/** What stands in the form: each value, those of collections as well, from the item. */
const fromItems = (item: IDataObject, path = '$json'): IDataObject =>
	Object.fromEntries(
		Object.entries(item).map(([name, value]) => [
			name,
			isObject(value) ? fromItems(value, `${path}.${name}`) : `={{ ${path}.${name} }}`,
		]),
	);

/** Runs an operation for these items; answers how many requests were under way at once. */
async function mostAtOnce(operation: string, items: readonly IDataObject[]): Promise<number> {
	let underWay = 0;
	let most = 0;
	const { requests, error } = await runOn(operation, {
		parameters: fromItems(items[0] ?? {}),
		version: operation.startsWith('actionField.') ? 'v1' : 'v2',
		input: items,
		respond: () => ({
			act: (response) => {
				most = Math.max(most, ++underWay);
				setTimeout(() => {
					underWay--;
					response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1}');
				}, PATIENCE_MS);
			},
		}),
	});
	if (error) throw error;
	expect(requests).toHaveLength(items.length);
	return most;
}

test.each([
	// Whom one group leaves out, unnamed, may be the member that another one gets.
	['userGroup.replaceMembers', [1, 2].map((id) => ({ userGroupId: id, userIds: [id] }))],
	['userGroup.addMember', [1, 2].map((userId) => ({ userGroupId: 1, userId }))],
	// A user is a member of one group only, so the order decides which (v2 §4.2).
	['userGroup.addMember', [1, 2].map((userGroupId) => ({ userGroupId, userId: 1 }))],
	['userGroup.removeMember', [1, 2].map((userId) => ({ userGroupId: 1, userId }))],
	['actionField.create', ['A', 'B'].map((name) => ({ name, itemType: 'text' }))],
	['actionField.update', ['a', 'b'].map((itemKey) => ({ itemKey, updateFields: { name: 'B' } }))],
	['deal.update', [1, '1'].map((dealId, amount) => ({ dealId, updateFields: { amount } }))],
	['deal.delete', [{ dealId: 1 }, { dealId: 1 }]],
	['dealContact.link', [1, 1].map((contactId) => ({ dealId: 1, contactId }))],
])('%s of one thing waits for the item before: %j', async (operation, items) => {
	expect(await mostAtOnce(operation, items)).toBe(1);
});

test.each([
	['deal.update', [1, 2].map((dealId) => ({ dealId, updateFields: { amount: 1 } })), 2],
	['userGroup.removeMember', [1, 2].map((userGroupId) => ({ userGroupId, userId: 1 })), 2],
	['deal.get', [{ dealId: 1 }, { dealId: 1 }], 2],
	['contact.create', Array.from({ length: 25 }, (_, at) => ({ name: `N${at}` })), 10],
])('%s of different things overlaps', async (operation, items, most) => {
	expect(await mostAtOnce(operation, items)).toBe(most);
});
