/** What all parts share: values as text, and names that are data. */
import { own, setOwn, textOf } from '../../nodes/SalesManagement/values';

test.each([
	[{ id: 1 }, '{"id":1}'],
	[null, ''],
	[undefined, ''],
	[0, '0'],
	[false, 'false'],
])('%j as text is %j, never [object Object]', (value, text) => expect(textOf(value)).toBe(text));

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
	'the name %s is absent until it is set, and reaches no prototype',
	(name) => {
		const target = {};
		expect(own(target, name)).toBeUndefined();
		setOwn(target, name, { polluted: true });
		expect(own(target, name)).toEqual({ polluted: true });
		expect(Object.keys(target)).toEqual([name]);
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
	},
);
