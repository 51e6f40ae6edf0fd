/** The names that items give, found without anything being sent. */
import type { Item } from '../../../../nodes/SalesManagement/fields';
import { RESOURCES } from '../../../../nodes/SalesManagement/operations';
import { distinctBy } from '../../../../nodes/SalesManagement/values';
import { namesAsked } from '../../../../nodes/SalesManagement/operations/names/asked';

const operationOf = (resource: string, id: string) =>
	RESOURCES.find((each) => each.id === resource)!.operations.find((each) => each.id === id)!;

const itemWith = (entered: Record<string, unknown>, read: string[] = []): Item => ({
	...{ index: 0, input: {}, version: 'v2', timezone: 'UTC' },
	get: (name) => {
		read.push(name);
		return entered[name];
	},
});

async function asked(resource: string, id: string, entered: Record<string, unknown>) {
	const operation = operationOf(resource, id);
	const naming = { ...operation, ...(await operation.load()) };
	return namesAsked(naming, [itemWith(entered)]).map(({ label, name }) => [label, name]);
}

test('at the top, in a collection, in rows and in lists', async () => {
	const all = await asked('deal', 'create', {
		name: 'A deal',
		phase: 'Won',
		customer: { __rl: true, mode: 'name', value: 'Acme' },
		user: 12,
		additionalFields: {
			endPhaseReasonIds: 'Best offer, 3',
			dealCustomers: [{ dealCustomerTypeId: 'Agency', customerId: 'Beta' }],
		},
	});
	expect(distinctBy(all, String)).toEqual([
		['Customer', 'Acme'],
		['Phase', 'Won'],
		// A reason might be called so.
		['End Reasons', 'Best offer, 3'],
		['End Reasons', 'Best offer'],
		['Relation', 'Agency'],
		['Customer', 'Beta'],
	]);
});

test('in the conditions of a search', async () => {
	const values = [{ field: 'phaseId', operator: 'equals', value: 'Won' }];
	expect(await asked('deal', 'search', { searchMode: 'builder', conditions: { values } })).toEqual([
		['Phase', 'Won'],
	]);
});

test('what can’t be read is left to the item’s own run', async () => {
	expect(await asked('deal', 'create', { phase: {}, customer: 'Acme', user: [[]] })).toEqual([
		['Customer', 'Acme'],
	]);
});

test('only parameters that take names are evaluated', () => {
	const read: string[] = [];
	namesAsked(operationOf('deal', 'create'), [itemWith({}, read)]);
	expect(read).toContain('phase');
	for (const name of ['name', 'expectedContractDate', 'customFields']) {
		expect(read).not.toContain(name);
	}
});
