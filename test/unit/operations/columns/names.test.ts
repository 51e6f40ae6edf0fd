/** By which names a column of the input is one for a field. */
import type { Field } from '../../../../nodes/SalesManagement/fields';
import { fillablesOf } from '../../../../nodes/SalesManagement/operations/columns/filling';
import { ColumnFinder } from '../../../../nodes/SalesManagement/operations/columns/finder';
import type { Filling } from '../../../../nodes/SalesManagement/operations/operation';
import { column, FILLED, operationOf } from '../../support/filledItems';

const finderOf = (name: string, customs: Parameters<typeof column>[] = [], version = 'v2') => {
	const { form } = operationOf(name);
	const fillables = fillablesOf(form, form.filling as Filling, version as 'v1' | 'v2');
	return new ColumnFinder(
		fillables,
		customs.map((each) => column(...each)),
		(form.filling as Filling).record,
	);
};

/** What a column fills, as a text. */
function target(finder: ColumnFinder, name: string): string | undefined {
	const found = finder.find(name);
	if (found === undefined) return undefined;
	return found.kind === 'custom' ? `custom:${found.column.id}` : found.fillable.field.name;
}

test('every operation that writes whole records takes columns', () => {
	const names = FILLED.map(([name]) => name);
	expect(names).toEqual(expect.arrayContaining(['deal.updateMany', 'productDetail.createMany']));
	expect(names.filter((name) => name.endsWith('.create'))).toHaveLength(7);
	expect(names.filter((name) => name.endsWith('.update'))).toHaveLength(8);
	expect(names.filter((name) => name.endsWith('Many'))).toHaveLength(10);
	expect(names.filter((name) => name.endsWith('.createOrUpdate'))).toHaveLength(4);
});

describe.each(FILLED)('%s', (name, { form }) => {
	describe.each(['v1', 'v2'] as const)('in %s', (version) => {
		const fillables = fillablesOf(form, form.filling as Filling, version);
		const finder = finderOf(name, [], version);

		test('each field is found by its name, key and label, however they are written', () => {
			for (const { field } of fillables) {
				// Customers have one industry that overrides the other: what shows it is its own name.
				const isOverriding = field.label === 'Industry (Overriding)';
				const { label, key } = field;
				const names = [label, label.toUpperCase(), ` ${label.toLowerCase()} `];
				const keys = [field.name, key, label.replace(/ /g, '_'), label.replace(/ /g, '-')];
				const bare = label.replace(/ ID$/, '');
				const more = field.lookup ? [`${bare} ID`, `${bare}_id`] : [];
				for (const each of isOverriding ? names : [...names, ...keys, ...more]) {
					expect([each, target(finder, each)]).toEqual([each, field.name]);
				}
			}
		});

		test('what identifies the record is found by "id"', () => {
			const found = target(finder, 'id');
			expect(found !== undefined).toBe(/\.update/.test(name));
			expect(target(finder, 'ID')).toBe(found);
		});
	});
});

test.each<[string, string, string | undefined]>([
	['contact.create', 'E-mail', 'email'],
	['contact.create', '\ufeffphone number', 'tel'],
	['contact.create', 'customerId', 'customer'],
	['contact.create', 'CUSTOMER_ID', 'customer'],
	['contact.create', 'Phone', 'tel'],
	['contact.create', 'cell-phone', 'mobileTel'],
	['contact.create', 'Company ID', undefined],
	['contact.create', 'Zip', undefined],
	['customer.create', 'Company', 'name'],
	['customer.create', 'company', undefined],
	['customer.update', 'Customer', 'customerId'],
	['deal.create', 'Owner', 'user'],
	['deal.create', 'Lost Reason', undefined],
	['contact.create', 'createdAt', undefined],
	['contact.create', 'toString', undefined],
	['contact.create', '', undefined],
	['customer.create', 'ownerRole', 'ownerRoleId'],
	['customer.create', 'Owner Role ID', 'ownerRoleId'],
	['customer.update', 'industry', 'industryId'],
	['customer.update', 'Industry', 'industryId'],
	['customer.update', 'industry (overriding)', 'industry'],
	['deal.create', 'expectedContractDate', 'expectedContractDate'],
	['deal.create', 'expected contract date', 'expectedContractDate'],
	['deal.create', 'endPhaseReasons', 'endPhaseReasonIds'],
	['deal.createMany', 'dealTypeId', 'dealType'],
	['deal.update', 'dealType', undefined],
	['dealAction.create', 'inviteeIds', 'invitees'],
	['customerAction.createMany', 'Customer', 'customer'],
	['customerAction.create', 'customer', 'customerId'],
])('%s: %j fills %j', (operation, name, field) => {
	expect(target(finderOf(operation), name)).toBe(field);
});

test('of a version that does not know a field, no column fills it', () => {
	expect(target(finderOf('customer.create', [], 'v2'), 'Company Number')).toBe('companyNum');
	expect(target(finderOf('customer.create', [], 'v1'), 'Company Number')).toBeUndefined();
});

describe('custom fields', () => {
	const finder = finderOf('contact.create', [
		['rank', 'Rank'],
		['level_1', 'Level'],
		['level_2', 'Level'],
		['memo', 'Free Text'],
		['note', 'Memo'],
		['77', 'Visited at'],
		['a', 'Share %'],
		['b', 'Share -'],
		['email_2', 'E-Mail'],
		['__proto__', 'Odd'],
		['dashes', '--'],
	]);

	test.each([
		['--', 'custom:dashes'],
		['-', undefined],
		['rank', 'custom:rank'],
		['RANK', 'custom:rank'],
		['custom:rank', 'custom:rank'],
		['77', 'custom:77'],
		['visited_at', 'custom:77'],
		['level_2', 'custom:level_2'],
		['Share %', 'custom:a'],
		['Share -', 'custom:b'],
		['share', 'custom:b'],
		['__proto__', 'custom:__proto__'],
		['custom:memo', 'custom:memo'],
		['contactCustoms.memo', 'custom:memo'],
		['custom:none', undefined],
		// The name that a field has in requests is always that field.
		['memo', 'memo'],
		['email', 'email'],
	])('%j fills %j', (name, wanted) => {
		expect(target(finder, name)).toBe(wanted);
	});

	test.each([
		['Level', 'Level (custom:level_1) and Level (custom:level_2)'],
		['Memo', 'Memo (memo) and Memo (custom:note)'],
		['E-Mail', 'Email (email) and E-Mail (custom:email_2)'],
		['MEMO', 'Memo (memo) and Free Text (custom:memo) and Memo (custom:note)'],
	])('%j is the name of several: an error that names them, each time', (name, all) => {
		for (let time = 0; time < 2; time++) {
			expect(() => finder.find(name)).toThrow(
				`The input column "${name}" is the name of several fields, ${all}. Rename the column to what is in brackets after the one that is meant.`,
			);
		}
	});

	test('among custom fields alone no other name counts', () => {
		expect(finder.findCustom('Memo')).toMatchObject({ column: { id: 'note' } });
		expect(finder.findCustom('email')).toMatchObject({ column: { id: 'email_2' } });
		expect(finder.findCustom('name')).toBeUndefined();
		expect(() => finder.findCustom('Level')).toThrow('The input column "Level" is the name');
	});
});

test('no two fields of an operation share a name in requests', () => {
	for (const [, { form }] of FILLED) {
		for (const version of ['v1', 'v2'] as const) {
			const fields: Field[] = fillablesOf(form, form.filling as Filling, version).map(
				({ field }) => field,
			);
			expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
		}
	}
});
