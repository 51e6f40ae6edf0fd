/** What is told of a row: never in place of what its result says, and never from elsewhere. */
import type { IDataObject } from 'n8n-workflow';
import type { ItemResult } from '../../../nodes/SalesManagement/operations/operation';
import type { InputRow } from '../../../nodes/SalesManagement/operations/rows';
import { identified } from '../../../nodes/SalesManagement/operations/rowsTold';
import { customer } from '../../../nodes/SalesManagement/records/customer';
import { customObject } from '../../../nodes/SalesManagement/records/customObject';
import { deal } from '../../../nodes/SalesManagement/records/deal';

const rowOf = (body: IDataObject, index = 0): InputRow => ({
	item: { index, input: {}, version: 'v2', timezone: 'UTC', get: () => undefined },
	parts: { path: {}, query: {}, group: {}, body },
});
const told = (record: typeof deal, result: IDataObject, body: IDataObject): unknown => {
	const [first] = identified(record, [{ index: 0, records: [result] }], [rowOf(body)]);
	return (first as { records: IDataObject[] }).records[0];
};

test('what the service returned of a row stays as it is, and wins', () => {
	const result = { id: 1, name: 'Now', message: 'Hello' };
	expect(told(deal, result, { id: 1, name: 'Wanted', memo: 'x' })).toEqual(result);
});

test('of a skipped record nothing is told that was sent: it does not hold it', () => {
	const result = { id: 1, skipped: true, error: 'phase is locked' };
	expect(told(deal, result, { id: 1, name: 'Wanted' })).toEqual(result);
});

test('without an ID too', () => {
	expect(told(customer, { success: true }, { name: 'A' })).toEqual({ success: true, name: 'A' });
});

test('what was left empty tells nothing', () => {
	expect(told(customer, { id: 1 }, { name: 'A', telNo: null, webUrl: '' })).toEqual({
		id: 1,
		name: 'A',
	});
});

test('a field of a custom object hides neither the ID nor the action, and reaches no prototype', () => {
	const body = JSON.parse('{"id": 1, "action": "mine", "__proto__": "p", "skipped": 1}') as object;
	const result = told(customObject, { id: 1, action: 'updated' }, body as IDataObject) as object;
	expect(Object.entries(result)).toEqual([
		['id', 1],
		['action', 'updated'],
		['field.action', 'mine'],
		['__proto__', 'p'],
		['field.skipped', 1],
	]);
});

test('plans and results of other items stay as they are, and a failure says whose it is', () => {
	const results: ItemResult[] = [
		{ index: 0, records: [{ dryRun: true }], isPlan: true },
		{ index: 1, error: new Error('refused') },
		{ index: 2, records: [{ id: 7 }] },
	];
	const rows = [rowOf({ name: 'A' }, 0), rowOf({ name: 'B' }, 1)];
	expect(identified(customer, results, rows)).toEqual([
		results[0],
		{ ...results[1], who: { name: 'B' } },
		results[2],
	]);
});
