/** Every field of every record that names one other record: what it takes, and what it offers. */
import type { Field, WireContext } from '../../../nodes/SalesManagement/fields';
import { lookupMethods } from '../../../nodes/SalesManagement/lookups';
import { RECORDS } from '../../../nodes/SalesManagement/records';

const context: WireContext = { input: {}, version: 'v2', timezone: 'UTC', get: () => 'tickets' };

const rows = RECORDS.flatMap((record) =>
	[
		...record.fields,
		...record.filters,
		...record.bulk,
		...record.within,
		...record.listedWithin,
		...(record.key ? [record.key] : []),
	].map((each) => [record.id, each.name, each] as const),
);
/** Those that can't be `all`, and unset nothing by a zero. */
const references = rows.filter(
	([, , { comparison, searchName, form, label }]) =>
		comparison === 'id' &&
		searchName !== undefined &&
		form.default !== undefined &&
		!JSON.stringify(form.default).includes('"all"') &&
		label !== 'Industry (Overriding)',
);
const orAll = rows.filter(([, , { form }]) => JSON.stringify(form.default).includes('"all"'));

test('there are references of both kinds', () => {
	expect(references.length).toBeGreaterThan(30);
	expect(orAll.map(([record, name]) => `${record}.${name}`).sort()).toEqual([
		'contactAction.contactId',
		'customerAction.customerId',
	]);
});

test.each(references)('%s: %s takes a record in each form', (_record, _name, each) => {
	const locator = (value: unknown) => ({ __rl: true, mode: 'id', value });
	const forms = [12, '12', ' 12 ', { id: 12, name: 'A' }, { id: '12' }, locator('12'), locator(12)];
	const sent = forms.map((entered) => each.wire(entered, context));
	expect(sent[0] === 12 || JSON.stringify(sent[0]) === '{"id":12}').toBe(true);
	// Sent bare, or as an object (v2 §2.1.3): its name in the request says which.
	if (/Id$/.test(each.key)) expect(sent[0]).toBe(12);
	for (const one of sent) expect(one).toEqual(sent[0]);
	expect(each.wire(undefined, context)).toBeUndefined();
	// Null empties what can be emptied by it, and is a mistake elsewhere.
	const nulled = () => each.wire(null, context);
	if (each.is.includes('clearable') && each.cleared === undefined) expect(nulled()).toBeNull();
	else expect(nulled).toThrow(`${each.label} is null`);
});

test.each(references)('%s: %s refuses what is no id, by its label', (_record, _name, each) => {
	const empty = [{ __rl: true, mode: 'list', value: '' }, ''];
	for (const entered of empty) expect(() => each.wire(entered, context)).toThrow(/ is empty; /);
	for (const entered of [0, -1, 1.5, '1.5', 'x', true, [], {}, Number.NaN]) {
		expect(() => each.wire(entered, context)).toThrow(each.label);
	}
});

test.each(orAll)('%s: %s takes one record, or all', (_record, _name, each) => {
	for (const entered of ['all', ' all ', { __rl: true, mode: 'id', value: 'all' }]) {
		expect(each.wire(entered, context)).toBe('all');
	}
	expect(each.wire('12', context)).toBe(12);
	for (const entered of ['', 'every', undefined]) {
		expect(() => each.wire(entered, context)).toThrow(each.label);
	}
});

test.each(references)(
	'%s: %s loads nothing before it is opened, and can be filled in by a model',
	(_record, _name, { form }) => {
		expect(form.type).toBe('resourceLocator');
		expect(form.typeOptions?.loadOptionsMethod).toBeUndefined();
	},
);

describe('a searchable list', () => {
	const locators = rows.filter(([, , { form }]) => form.type === 'resourceLocator');
	const modeOf = ({ form }: Field, name: string) => form.modes?.find((mode) => mode.name === name);

	test.each(locators)('%s: %s is searched, or takes an id', (_record, _name, each) => {
		const names = (each.form.modes ?? []).map(({ name }) => name);
		expect(names.slice(0, 2)).toEqual(['list', 'id']);
		expect(modeOf(each, 'list')?.typeOptions).toEqual({
			searchListMethod: expect.any(String),
			searchable: true,
		});
		const method = modeOf(each, 'list')?.typeOptions?.searchListMethod ?? '';
		expect(Object.keys(lookupMethods.listSearch)).toContain(method);
	});

	const byUrl = locators.filter(([, , each]) => modeOf(each, 'url'));
	const others = locators.filter(([, , each]) => !modeOf(each, 'url'));
	const given = (url: string) => ({ __rl: true, mode: 'url', value: url });

	test.each(byUrl)(
		'%s: %s takes an address of such a record, and no other',
		(_record, _name, each) => {
			const shown = modeOf(each, 'url')?.placeholder ?? '';
			const kind = /v2\/(.+)\/12$/.exec(shown)?.[1]?.replace('…', 'tickets') ?? '';
			const at: WireContext = { ...context, get: () => ' tickets ' };
			for (const end of ['', '/', '?tab=1', '#top']) {
				const address = `https://service.example/v2/${kind}/12${end}`;
				expect(each.wire(given(address), at)).toEqual(each.wire(12, at));
			}
			for (const wrong of [`https://x/${kind}/`, `/${kind}/12`, 'https://x/others/12']) {
				expect(() => each.wire(given(wrong), at)).toThrow(`ends with /${kind}/12`);
			}
		},
	);

	test.each(others)('%s: %s has no address, and takes none', (_record, _name, each) => {
		expect(() => each.wire(given('https://service.example/v2/users/12'), context)).toThrow(
			/such as 12\.$/,
		);
	});
});
