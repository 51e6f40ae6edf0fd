/** What empties fields: Fields to Clear the standard ones, in each way of giving it, an empty value the custom ones. */
import type { IDataObject } from 'n8n-workflow';
import tables from './fieldsToClear.json';
import { toolType } from '../../harness';
import { byId } from '../support/nodeFixture';
import { FROM_INPUT } from './support/names';
import { holdRunsOn } from './support/runs';
import { runOn, sentOfEach, type Definition, type Given } from './support/service';

describe('Fields to Clear', () => {
	const CUSTOMS: Definition[] = [['level', 'Level', 'single_select', ['Gold']]];
	const REFUSED = /^Fields to Clear names ".*", which is no standard field that can be cleared/;
	const FROM_MODEL = "={{ $fromAI('it') }}";
	const one: IDataObject = { customerId: byId(1) };

	test.each<[string, (name: string) => Given]>([
		['the form', (name) => ({ parameters: { ...one, fieldsToClear: [name] } })],
		[
			'an expression',
			(it) => ({ parameters: { ...one, fieldsToClear: '={{ $json.it }}' }, input: [{ it }] }),
		],
		[
			'beside columns',
			(name) => ({ parameters: { ...FROM_INPUT, fieldsToClear: [name] }, input: [{ id: 1 }] }),
		],
		[
			'a model',
			(it) => ({
				...{ type: toolType, parameters: { ...one, fieldsToClear: FROM_MODEL } },
				input: [{ query: { it } }],
			}),
		],
	])('%s: it empties standard fields by their names, and refuses custom ones', async (_, given) => {
		for (const name of ['Level', 'level', 'custom:level']) {
			const { error, items, requests } = await runOn('customer.update', {
				customs: CUSTOMS,
				...given(name),
			});
			expect(error?.message ?? items[0]?.json.error).toMatch(REFUSED);
			expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		}
		const call = { customs: CUSTOMS, ...given('Phone Number') };
		expect(await sentOfEach('customer.update', call)).toEqual([{ telNo: null }]);
	});

	holdRunsOn(tables.emptied);

	test.each(tables.emptyLists)(
		'$operation: an empty list is told where it can be emptied, which a new record can’t',
		async ({ operation, given }) => {
			const parameters = { ...given, ...(operation.endsWith('OrUpdate') && { matchBy: 'name' }) };
			const { error } = await runOn(operation, { parameters });
			expect(error?.message).toContain(
				'End Reasons is empty; give at least one, empty it with Fields to Clear of Update, or leave the field out.',
			);
		},
	);
});
