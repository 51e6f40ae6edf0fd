/** The choices of a custom field mean the same in a search as where a record is written. */
import type { INodePropertyOptions } from 'n8n-workflow';
import { ServiceError, UsageError } from '../../../nodes/SalesManagement/api/errors';
import {
	customValues,
	type NamedField,
	type NameReader,
	type WireContext,
} from '../../../nodes/SalesManagement/fields';
import { filterTree } from '../../../nodes/SalesManagement/operations/search/filter';
import { toSearchField } from '../../../nodes/SalesManagement/operations/search/fields';
import { deal } from '../../../nodes/SalesManagement/records/deal';

const context: WireContext = { version: 'v2', timezone: 'UTC', input: {} };
const optionsOf = (labels: readonly string[]): INodePropertyOptions[] =>
	labels.map((name, at) => ({ name, value: at + 1 }));

/** Knows the field, as a run does; no name is looked up otherwise. */
function readerOf(options: readonly INodePropertyOptions[]): NameReader {
	const field = { key: 'topics', name: 'Topics', itemType: 'multi_select', options };
	const unknown = ({ name }: { name: string }) => {
		throw new UsageError(`"${name}" is no name in its list`);
	};
	return { idOf: unknown, idsOf: unknown, fieldsOf: () => [field] as NamedField[] };
}

const numbersIn = (tree: unknown): number[] =>
	[...JSON.stringify(tree).matchAll(/"integerValue":(\d+)/g)].map(([, digits]) => Number(digits));

const searched = (value: unknown, operator: string, names: NameReader) => {
	const field = toSearchField('custom:topics:multi_select', deal);
	return numbersIn(
		filterTree({ match: 'all', conditions: [{ field, operator, value }] }, { ...context, names }),
	);
};

function written(value: unknown, options: INodePropertyOptions[]): unknown {
	const schema = [{ id: 'topics', displayName: 'Topics', type: 'string', options }];
	const sent = customValues(deal.customs!).wire({ value: { topics: value }, schema }, context);
	return (sent as Array<{ value: unknown }>)[0]?.value;
}

describe('years as labels', () => {
	const options = optionsOf(['2', '1', '2024', 'Gold (2)', 'Gold']);
	test.each([
		['2024 (3)', 3],
		['2024', 3],
		[' 2024 ', 3],
		['2 (1)', 1],
		['1 (2)', 2],
		['3', 3],
		[2, 2],
		['Gold (2) (4)', 4],
		['Gold (2)', 4],
		['gold', 5],
		['9', 9],
	])('%j is %j', (given, number) => {
		expect(searched(given, 'equals', readerOf(options))).toEqual([number]);
		expect(written([given], options)).toEqual([number]);
	});

	test.each(['1', '2'])(
		'%j, which is a number and a label, is an error that lists both',
		(given) => {
			const both = /is "(\d)", which may be "2 \(1\)" or "1 \(2\)"|"1 \(2\)" or "2 \(1\)"/;
			expect(() => searched(given, 'equals', readerOf(options))).toThrow(both);
			expect(() => written(given, options)).toThrow(both);
		},
	);
});

describe('Is One Of', () => {
	test.each([
		['Price, net', ['Price, net', 'Service'], [1]],
		['Service, Price, net', ['Price, net', 'Service'], [2, 1]],
		['2024 (2), Price', ['Price', '2024'], [2, 1]],
		[
			['1', 2],
			['Price', 'Service'],
			[1, 2],
		],
	])('%j among %j is %j', (given, labels, numbers) => {
		expect(searched(given, 'isOneOf', readerOf(optionsOf(labels)))).toEqual(numbers);
	});

	test('of what may be one or two, an error lists both', () => {
		const options = optionsOf(['Price, net', 'net', 'Price']);
		expect(() => searched('Price, net', 'isOneOf', readerOf(options))).toThrow(
			'which may be "Price, net", or "Price" and "net"',
		);
	});

	test('users: a name with a comma', () => {
		const ids: Record<string, number> = { 'Lovelace, Ada': 2, Ada: 3 };
		const idsOf: NameReader['idsOf'] = ({ name }) => {
			if (!ids[name]) throw new UsageError(`${name} is no name`);
			return [ids[name]];
		};
		const names: NameReader = { idsOf, idOf: (asked) => idsOf(asked)[0] ?? 0 };
		const find = (value: string) => {
			const field = toSearchField('custom:team:user', deal);
			const conditions = [{ field, operator: 'isOneOf', value }];
			return numbersIn(filterTree({ match: 'all', conditions }, { ...context, names }));
		};
		expect(find('Lovelace, Ada')).toEqual([2]);
		expect(find('Ada, 7')).toEqual([3, 7]);
		ids.Lovelace = 4;
		expect(() => find('Lovelace, Ada')).toThrow('which may be');
	});
});

describe('without the options', () => {
	const digits = (fieldsOf: NameReader['fieldsOf']) =>
		searched('2024', 'equals', { ...readerOf([]), fieldsOf });

	test('digits are a number where the list is withheld, or has nothing', () => {
		expect(digits(undefined)).toEqual([2024]);
		expect(digits(() => [])).toEqual([2024]);
		const withheld = new ServiceError({
			...{ operation: 'deal.search', outcome: 'refused', status: 403 },
			...{ serviceMessage: 'no', advice: '', transient: false },
		} as never);
		expect(
			digits(() => {
				throw withheld;
			}),
		).toEqual([2024]);
	});

	test('a list that could not be read is not guessed at', () => {
		const down = () => {
			throw new Error('the service is down');
		};
		expect(() => digits(down)).toThrow('the service is down');
	});

	test('a label that is none is told as of any list', () => {
		expect(() => searched('Platinum', 'equals', readerOf(optionsOf(['Gold'])))).toThrow(
			'"Platinum" is no name in its list',
		);
	});
});
