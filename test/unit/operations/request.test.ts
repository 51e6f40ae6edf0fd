/** From the form to the request: where each value goes, and what is refused before anything is sent. */
import {
	controls,
	flag,
	integer,
	optionControls,
	rows,
	text,
	type Field,
	type Item,
} from '../../../nodes/SalesManagement/fields';
import {
	additionalFields,
	filters,
	options,
	type Form,
} from '../../../nodes/SalesManagement/operations/operation';
import { partsOf, requestOf } from '../../../nodes/SalesManagement/operations/request';

const itemOf = (entered: Record<string, unknown>, version: Item['version'] = 'v2'): Item => ({
	index: 0,
	input: {},
	version,
	timezone: 'UTC',
	get: (name) => entered[name],
});

const formOf = (parts: Partial<Form>): Form => ({
	fields: [],
	collections: [],
	controls: [],
	...parts,
});

const spreading = (place: 'spread' | 'spreadQuery'): Field => ({
	...text('extra', 'Extra', { place }),
	wire: () => ({ a: 1, b: 2 }),
});

describe('a value goes where its field says', () => {
	test.each<[string, Partial<Form>, Record<string, unknown>, object]>([
		['the body, at the top', { fields: [integer('a', 'A')] }, { a: '1' }, { body: { a: 1 } }],
		['the path', { fields: [integer('a', 'A', { place: 'path' })] }, { a: 1 }, { path: { a: 1 } }],
		[
			'the rest of a bulk request',
			{ fields: [integer('a', 'A', { place: 'group' })] },
			{ a: 1 },
			{ group: { a: 1 } },
		],
		[
			'the query, as a filter',
			{ collections: [filters([text('a', 'A')])] },
			{ filters: { a: 'x' } },
			{ query: { a: 'x' } },
		],
		[
			'the query, as an option',
			{ collections: [options([text('a', 'A')])] },
			{ options: { a: 'x' } },
			{ query: { a: 'x' } },
		],
		[
			'the body, as an additional field',
			{ collections: [additionalFields([text('a', 'A')])] },
			{ additionalFields: { a: '' } },
			{ body: { a: '' } },
		],
		[
			'where it says itself, in a collection too',
			{ collections: [additionalFields([text('a', 'A', { place: 'query' })])] },
			{ additionalFields: { a: 'x' } },
			{ query: { a: 'x' } },
		],
		[
			'under its own key',
			{ fields: [text('a', 'A', { key: 'b' })] },
			{ a: 'x' },
			{ body: { b: 'x' } },
		],
		[
			'the body, spread',
			{ fields: [spreading('spread')] },
			{ extra: {} },
			{ body: { a: 1, b: 2 } },
		],
		[
			'the query, spread',
			{ fields: [spreading('spreadQuery')] },
			{ extra: {} },
			{ query: { a: 1, b: 2 } },
		],
	])('%s', (_name, form, entered, expected) => {
		const none = { path: {}, query: {}, body: {}, group: {} };
		expect(partsOf(formOf(form), itemOf(entered))).toEqual({ ...none, ...expected });
	});

	test('a request without any value for its body has none', () => {
		const form = formOf({ fields: [text('a', 'A')] });
		expect(requestOf('deal.create', form, itemOf({}))).toEqual({
			operation: 'deal.create',
			path: {},
			query: {},
		});
		expect(requestOf('deal.create', form, itemOf({ a: '' })).body).toEqual({ a: '' });
	});
});

describe('what the form does not show is not read', () => {
	const form = formOf({
		fields: [
			flag('on', 'On', { initially: false }),
			text('a', 'A', { shownWhen: { on: [true] } }),
			text('b', 'B', { only: 'v1' }),
		],
		collections: [options([text('c', 'C', { only: 'v1' })])],
	});
	const entered = { a: 'x', b: 'y', options: { c: 'z' } };

	test('a field of the other interface, at the top and in a collection', () => {
		expect(partsOf(form, itemOf({ ...entered, on: true }))).toMatchObject({
			body: { on: true, a: 'x' },
			query: {},
		});
		expect(partsOf(form, itemOf({ ...entered, on: true }, 'v1'))).toMatchObject({
			body: { on: true, a: 'x', b: 'y' },
			query: { c: 'z' },
		});
	});

	test.each([[{ on: false }], [{}]])('a field beside %j', (beside) => {
		expect(partsOf(form, itemOf({ ...entered, ...beside })).body).toEqual(beside);
	});
});

describe('refused before anything is sent', () => {
	const rowsField = rows('rows', 'Rows', [integer('n', 'N')], { button: 'Add' });
	const required = text('a', 'Alpha', { is: ['required'] });
	const listControls = controls({ limit: integer('limit', 'Limit', {}) });
	const partControls = optionControls({ pageLimit: integer('pageLimit', 'Page Limit', {}) });
	const withControls = {
		collections: [options([text('a', 'Alpha')])],
		controls: [listControls, partControls],
	};
	const twice = [text('a', 'Alpha', { key: 'x' }), text('b', 'Beta', { key: 'x' })];

	test.each<[string, Partial<Form>, Record<string, unknown>, string]>([
		['a required field that is missing', { fields: [required] }, {}, 'Alpha is required.'],
		['a required field that is empty', { fields: [required] }, { a: '' }, 'Alpha is required.'],
		['an object for a number', { fields: [integer('a', 'Alpha')] }, { a: {} }, 'Alpha is '],
		['a collection that is none', withControls, { options: 'x' }, 'Options must be an object.'],
		[
			'a name that no field has',
			withControls,
			{ options: { b: 1 } },
			'Options has no field "b"; it has a, pageLimit.',
		],
		[
			'the name of a control at the top',
			withControls,
			{ options: { limit: 5 } },
			'Options has no field "limit"',
		],
		[
			'an option without a value',
			withControls,
			{ options: { a: undefined } },
			'Alpha has no value',
		],
		['an option that is null', withControls, { options: { a: null } }, 'Alpha has no value'],
		['an option that is empty', withControls, { options: { a: '' } }, 'Alpha is empty; '],
		[
			'a property that two fields give',
			{ fields: twice },
			{ a: '1', b: '2' },
			'"x" is given twice, in Alpha and in Beta',
		],
		[
			'one that a spread gives too',
			{ fields: [text('a', 'Alpha'), spreading('spread')] },
			{ a: '1', extra: {} },
			'"a" is given twice, in Alpha and in Extra',
		],
	])('%s', (_name, form, entered, message) => {
		expect(() => partsOf(formOf(form), itemOf(entered))).toThrow(message);
	});

	test('but not what nobody touched: rows at the top, controls, one property in two places', () => {
		const fields = [rowsField, text('a', 'A'), text('b', 'B', { key: 'a', place: 'query' })];
		const entered = { rows: {}, a: '1', b: '2', options: { pageLimit: 3 } };
		expect(partsOf(formOf({ ...withControls, fields }), itemOf(entered))).toMatchObject({
			body: { a: '1' },
			query: { a: '2' },
		});
		expect(partsOf(formOf(withControls), itemOf({ options: { pageLimit: 3 } })).query).toEqual({});
		expect(partsOf(formOf(withControls), itemOf({})).query).toEqual({});
	});

	test.each([[{}], [[]]])('rows that were added to a collection and left as %j', (entered) => {
		const form = formOf({ collections: [additionalFields([rowsField])] });
		const item = itemOf({ additionalFields: { rows: entered } });
		expect(() => partsOf(form, item)).toThrow('Rows ');
	});
});
