import type { IDataObject } from 'n8n-workflow';
import { parametersOf } from '../../../nodes/SalesManagement/operations/parameters';
import {
	pathIn,
	UNSURE,
	valueAt,
} from '../../../nodes/SalesManagement/operations/parameters/reference';
import { contextOf } from '../../property/support/expressions/host';

describe('what counts as a plain reference', () => {
	test.each<[string, Array<string | number>]>([
		['={{ $json.company }}', ['company']],
		['={{$json.company}}', ['company']],
		['={{\n\t$json.company  }}', ['company']],
		['={{ $json["Company name"] }}', ['Company name']],
		['={{ $json[\'say "x"\'] }}', ['say "x"']],
		['={{ $json.名前 }}', ['名前']],
		['={{ $json.a.b["c"].d }}', ['a', 'b', 'c', 'd']],
		['={{ $json.rows[0].x }}', ['rows', 0, 'x']],
	])('%j', (text, path) => {
		expect(pathIn(text)).toEqual(path);
	});

	test.each([
		...['$json.company', '={{ $json }}', '={{ $json.a }} ', ' ={{ $json.a }}', '= {{ $json.a }}'],
		...[
			'={{ $json.a; }}',
			'={{ $json?.a }}',
			'={{ $json.a?.b }}',
			'={{ $JSON.a }}',
			'={{ $json.a() }}',
		],
		...['={{ $json .a }}', '={{ $json.a + 1 }}', '={{ $json.a }}{{ $json.b }}', '={{ ($json.a) }}'],
		...['={{ $json["\\u0061"] }}', '={{ $json[`a`] }}', '={{ $json[01] }}', '={{ $json[-1] }}'],
		...[
			'={{ $json[a] }}',
			'={{ $json.a /* so */ }}',
			'={{ $json["a" }}',
			'={{ $json["}"] }}',
			'={{ $json.1a }}',
			'={{ $json. }}',
		],
	])('not %j', (text) => {
		expect(pathIn(text)).toBeUndefined();
	});
});

describe('what is certain without n8n', () => {
	test.each<[unknown, string, unknown]>([
		[{ a: 'text' }, '.a', 'text'],
		[{ a: '={{ $json.b }}' }, '.a', '={{ $json.b }}'],
		[{ a: 0 }, '.a', 0],
		[{ a: null }, '.a', null],
		[{}, '.a', undefined],
		[{ a: { b: {} } }, '.a.b.c', undefined],
		[{ rows: [{ x: 1 }] }, '.rows[0].x', 1],
		[{}, '.a.b', UNSURE],
		[{ a: null }, '.a.b', UNSURE],
		[{ a: 'text' }, '.a.length', UNSURE],
		[{ a: [1] }, '.a.length', UNSURE],
		[{ a: [1] }, '.a[1]', UNSURE],
		[{ a: [1] }, '.a["0"]', UNSURE],
		[{ a: { 0: 1 } }, '.a[0]', UNSURE],
		[{ a: {} }, '.a', UNSURE],
		[{ a: [] }, '.a', UNSURE],
		[{ a: new Date(0) }, '.a', UNSURE],
		[{ toString: 'own' }, '.toString', UNSURE],
		[{}, '.constructor', UNSURE],
		[Object.create({ a: 1 }), '.a', UNSURE],
		[{ a: '\ud83d' }, '.a', UNSURE],
		[{ a: 'a\0b' }, '.a', UNSURE],
		[
			{
				get a() {
					return 1;
				},
			},
			'.a',
			UNSURE,
		],
	])('%j at %s', (json, steps, value) => {
		const path = pathIn(`={{ $json${steps} }}`) ?? [];
		expect(path).not.toEqual([]);
		expect(valueAt(json as IDataObject, path)).toBe(value);
	});
});

const columns = [{ id: 'a', displayName: 'A' }];
const form = {
	group: { list: ['fixed'], name: '={{ $json.name }}' },
	mapper: { mappingMode: 'defineBelow', value: { a: '={{ $json.name }}' }, schema: columns },
};

const readersOf = (items: readonly IDataObject[]) => {
	const readerOf = parametersOf(contextOf(form, items));
	return items.map((_, index) => readerOf(index));
};

test('what one item has of a parameter nobody else has', () => {
	const [first, second] = readersOf([{ name: 'A' }, { name: 'B' }]);
	const group = first?.('group') as { list: string[] };
	group.list.push('added');
	expect(second?.('group')).toEqual({ list: ['fixed'], name: 'B' });
	expect(first?.('group')).toBe(group);
	expect(readersOf([{ name: 'A' }])[0]?.('group')).toEqual({ list: ['fixed'], name: 'A' });
});

test('the columns that the editor saved are shared, and nobody can change them', () => {
	const [first, second] = readersOf([{ name: 'A' }, { name: 'B' }]);
	const [mine, other] = [first, second].map(
		(get) => (get?.('mapper') as { schema: IDataObject[] }).schema,
	);
	expect(mine).toEqual(columns);
	expect(other).toBe(mine);
	expect(Object.isFrozen(mine) && Object.isFrozen(mine?.[0])).toBe(true);
});

test('a parameter that the form lacks is undefined', () => {
	expect(readersOf([{}])[0]?.('other')).toBeUndefined();
});
