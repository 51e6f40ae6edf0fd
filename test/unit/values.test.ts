import { distinctBy, own, setOwn, textOf } from '../../nodes/SalesManagement/values';

test('an object never becomes the text [object Object]', () => {
	expect(textOf({ id: 1 })).toBe('{"id":1}');
	expect([null, undefined, 0, false].map(textOf)).toEqual(['', '', '0', 'false']);
});

test('of two with the same key the first is believed', () => {
	const entry = (key: string, name: string) => ({ key, name });
	const list = [entry('a', 'A'), entry('b', 'B'), entry('b', 'Other'), entry('c', 'C')];
	expect(distinctBy(list, ({ key }) => key).map(({ name }) => name)).toEqual(['A', 'B', 'C']);
});

describe('every name is data: no prototype is read or changed', () => {
	const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

	test.each(names)('%s is absent until it is set, and then an own property', (name) => {
		const target = {};
		expect(own(target, name)).toBeUndefined();
		setOwn(target, name, { polluted: true });
		expect(own(target, name)).toEqual({ polluted: true });
		expect(Object.keys(target)).toEqual([name]);
		expect(JSON.parse(JSON.stringify(target))).toHaveProperty([name]);
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
	});
});
