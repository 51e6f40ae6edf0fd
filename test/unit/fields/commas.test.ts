/** Names with a comma, given as text in a list. */
import { UsageError } from '../../../nodes/SalesManagement/api/errors';
import {
	customValues,
	references,
	type NameReader,
	type WireContext,
} from '../../../nodes/SalesManagement/fields';
import { deal } from '../../../nodes/SalesManagement/records/deal';
import { dropdowns } from '../../../nodes/SalesManagement/records/names';

const context: WireContext = { version: 'v2', timezone: 'UTC', input: {} };

/** What a choice among the options is sent as. */
function chosen(entered: unknown, labels: readonly string[]): unknown {
	const options = labels.map((name, at) => ({ name, value: at + 1 }));
	const schema = [{ id: 'topics', displayName: 'Topics', type: 'string', options }];
	const sent = customValues(deal.customs!).wire({ value: { topics: entered }, schema }, context);
	return (sent as Array<{ value: unknown }>)[0]?.value;
}

describe('options of a custom field', () => {
	test.each([
		['Price, net', ['Price, net', 'Service'], [1]],
		['price, NET', ['Price, net', 'Price'], [1]],
		['Service, Price, net', ['Price, net', 'Service'], [2, 1]],
		['a, b, c, d', ['a, b, c, d', 'b'], [1]],
		['Size 4, 5', ['Size 4, 5', 'Size 4'], [1]],
		['[EU] Plan', ['[EU] Plan', '{x}'], [1]],
		['[EU] Plan, {x}', ['[EU] Plan', '{x}'], [1, 2]],
		['Price, net', ['net', 'Price'], [2, 1]],
		['["Price, net"]', ['Price, net', 'net', 'Price'], [1]],
		['["Price", "net"]', ['Price, net', 'net', 'Price'], [3, 2]],
		[['Price, net'], ['Price, net', 'net', 'Price'], [1]],
		['1, 2', ['Price, net', 'net', 'Price'], [1, 2]],
	])('%j among %j is %j', (entered, labels, values) => {
		expect(chosen(entered, labels)).toEqual(values);
	});

	test.each([
		['Price, net', 'may be "Price, net", or "Price" and "net"'],
		['net, Price, net', 'may be "net" and "Price, net", or "net" and "Price" and "net"'],
	])('%j that may be read in two ways is an error that lists both', (entered, both) => {
		expect(() => chosen(entered, ['Price, net', 'net', 'Price'])).toThrow(
			`Topics is ${JSON.stringify(entered)}, which ${both}: give a JSON array, such as [`,
		);
	});

	test('what no reading explains is told by its part', () => {
		expect(() => chosen('Price, gross', ['Price, net', 'Price'])).toThrow(
			'Topics has no choice "gross"',
		);
	});
});

/** Knows some names, as a run does once it has looked them up. */
const knowing = (ids: Readonly<Record<string, number>>): NameReader => {
	const idOf = ({ name, label }: { name: string; label: string }) => {
		const id = Object.entries(ids).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
		if (id === undefined) throw new UsageError(`${label} is "${name}", but nobody has this name`);
		return id;
	};
	return { idOf, idsOf: (asked) => [idOf(asked)] };
};

describe('references', () => {
	const invitees = references('invitees', 'Invitees', dropdowns.users);
	const sent = (entered: unknown, ids: Readonly<Record<string, number>>) =>
		invitees.wire(entered, { ...context, names: knowing(ids) });

	test('a name with a comma is one name where its parts are not', () => {
		const ids = { 'Lovelace, Ada': 2, Ada: 3, Bob: 4 };
		expect(sent('Lovelace, Ada', ids)).toEqual([{ id: 2 }]);
		expect(sent('Bob, lovelace, ada', ids)).toEqual([{ id: 4 }, { id: 2 }]);
		expect(sent('Ada, Bob', ids)).toEqual([{ id: 3 }, { id: 4 }]);
		expect(sent('5, 6', ids)).toEqual([{ id: 5 }, { id: 6 }]);
	});

	test('a name whose parts are all names is an error that lists both readings', () => {
		const ids = { 'Lovelace, Ada': 2, Ada: 3, Lovelace: 4 };
		expect(() => sent('Lovelace, Ada', ids)).toThrow(
			'Invitees is "Lovelace, Ada", which may be "Lovelace, Ada", or "Lovelace" and "Ada": give a JSON array, such as ["Lovelace, Ada"].',
		);
		expect(sent('["Lovelace, Ada"]', ids)).toEqual([{ id: 2 }]);
		expect(sent(['Lovelace', 'Ada'], ids)).toEqual([{ id: 4 }, { id: 3 }]);
	});

	test('what the parts are is asked for, and the whole', () => {
		const asked: string[] = [];
		const note = ({ name }: { name: string }) => {
			asked.push(name);
			return 1;
		};
		const names: NameReader = { idOf: note, idsOf: (each) => [note(each)] };
		expect(invitees.wire('A, B, C', { ...context, names })).toBeDefined();
		expect([...new Set(asked)].sort()).toEqual(['A', 'A, B', 'A, B, C', 'B', 'B, C', 'C']);
		// While names are only asked for, no reading contradicts another.
		expect(invitees.wire('A, 12, C', { ...context, names })).toBeDefined();
		asked.splice(0);
		// Contacts are searched for, so that each name costs.
		references('contacts', 'Contacts', dropdowns.contacts).wire('A, B, C', { ...context, names });
		expect([...new Set(asked)].sort()).toEqual(['A', 'A, B, C', 'B', 'C']);
	});

	test('a long list is no name, so nothing long is searched for', () => {
		const asked: string[] = [];
		const note = ({ name }: { name: string }) => {
			asked.push(name);
			return 1;
		};
		const names: NameReader = { idOf: note, idsOf: (each) => [note(each)] };
		const list = Array.from({ length: 300 }, (_, at) => `Contact ${at}`).join(', ');
		references('contacts', 'Contacts', dropdowns.contacts).wire(list, { ...context, names });
		expect(Math.max(...asked.map(({ length }) => length))).toBe('Contact 299'.length);
	});

	test('a failed look-up is no unknown name', () => {
		const fail = () => {
			throw new Error('the service is down');
		};
		const names: NameReader = { idOf: fail, idsOf: fail };
		expect(() => invitees.wire('A, B', { ...context, names })).toThrow('the service is down');
	});
});
