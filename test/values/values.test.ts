/** What all parts share: values as text, and names that are data. */
import tables from './values.json';
import { own, setOwn, textOf, timeOf } from '../../nodes/SalesManagement/shared';

test.each(tables.texts)('$value as text is $text, never [object Object]', ({ value, text }) =>
	expect(textOf(value)).toBe(text),
);

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

describe('a time of a record, wherever the machine is', () => {
	const zone = process.env.TZ;
	beforeAll(() => {
		process.env.TZ = 'Asia/Tokyo';
	});
	afterAll(() => {
		if (zone === undefined) delete process.env.TZ;
		else process.env.TZ = zone;
	});

	test.each(tables.times)('$shown is $time (v2 §2.1)', ({ shown, time }) =>
		expect(timeOf(shown)).toBe(Date.parse(time)),
	);

	test.each([undefined, null, '', 'soon', 1_763_712_000_000])('%j is none', (shown) =>
		expect(timeOf(shown)).toBeNaN(),
	);
});
