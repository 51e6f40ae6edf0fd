/** What is left of answers of which a part is needed, and what stays whole. */
import { LIMITS } from '../../../nodes/SalesManagement/api/limits';
import { onlyNeeded } from '../../../nodes/SalesManagement/api/needed';
import { isDeeperThan } from '../../../nodes/SalesManagement/jsonText';

const NEEDED = { list: 'deals', properties: ['updatedAt', 'phase', 'dealCustoms'] };

const cut = (text: string): string => onlyNeeded(Buffer.from(text), NEEDED).toString();

const inList = (...all: string[]): string => `{"deals":[${all.join()}]}`;
const FIRST = '{"id":1,"name":"A"}';

test('what is not looked at is not there any more, but of the first record', () => {
	const body = {
		totalCount: 4,
		deals: [
			{ name: 'A', id: 1, phase: { id: 7 }, memo: null },
			{ name: 'B', memo: null, id: 2, other: null, phase: { id: 7 }, more: [{ id: 3 }] },
			{ other: { a: [1.5e3, true, false] }, id: '3', text: '"\\\u0001', updatedAt: 'x' },
			{ name: 'without an ID', phase: { id: 7 } },
		],
	};
	for (const gap of [undefined, '\t', ' \r\n']) {
		expect(JSON.parse(cut(JSON.stringify(body, null, gap)))).toEqual({
			totalCount: 4,
			deals: [
				{ name: 'A', id: 1, phase: { id: 7 }, memo: null },
				{ memo: null, id: 2, phase: { id: 7 } },
				{ id: '3', updatedAt: 'x' },
				{ name: 'without an ID', phase: { id: 7 } },
			],
		});
	}
});

test.each([
	['-0.05E+3'],
	['10e-2'],
	['0'],
	['1.5e7'],
	['true'],
	['false'],
	['""'],
	['"{\\"é\u007f\u2028\ud83c\udfe2"'],
	['"\\u00e9\\u00E9\\u01289\\"\\\\\\/\\b\\f\\n\\r\\t"'],
	['[ ]'],
	['{ }'],
	['[1,[],"b",{"a":[[null],{}]}]'],
	['{"a":{"b":1},"c":[{}],"d":"e"}'],
	['[{},{},[],[]]'],
])('%s is cut out', (value) => {
	expect(JSON.parse(value)).toBeDefined();
	const given = inList(FIRST, `{"a":${value},"id":2,"b" : ${value} ,"phase":3}`);
	expect(cut(given)).toBe(inList(FIRST, '{"id":2,"phase":3}'));
});

test.each(['-1', '"x"', '1.5', '" "'])('%s is an ID', (id) => {
	expect(cut(inList(FIRST, `{"name":"B","id":${id}}`))).toBe(inList(FIRST, `{"id":${id}}`));
});

test('an answer of another form stays as it is', () => {
	const list = `[${FIRST},{"id":2,"name":"B"}]`;
	const others = [list, `{"data":${list},"deals":[]}`, `{"deals":{"deals":${list}}}`];
	for (const given of [...others, '"deals"', '', ' ', '{}', 'null', `\ufeff{"deals":${list}}`]) {
		expect(cut(given)).toBe(given);
	}
});

test('nothing but space may follow', () => {
	const [given, left] = ['{"id":2,"name":"B"}', '{"id":2}'].map((each) => inList(FIRST, each));
	expect(cut(`${given} \n`)).toBe(`${left} \n`);
	for (const more of ['x', '{}', '}', ',', '\0']) {
		expect(cut(`${given}${more}`)).toBe(`${given}${more}`);
	}
});

test.each([
	['an ID that is empty', '{"id":"","name":"B"}'],
	['an ID that is null', '{"id":null,"name":"B"}'],
	['true as its ID', '{"id":true,"name":"B"}'],
	['false as its ID', '{"id":false,"name":"B"}'],
	['a list as its ID', '{"id":[2],"name":"B"}'],
	['an object as its ID', '{"id":{"id":2},"name":"B"}'],
	['no ID', '{"ids":2,"name":"B"}'],
	['an ID that is taken back', '{"id":2,"name":"B","id":null}'],
	['a name that is written in another way', '{"id":2,"name":"B","\\u0069d":null}'],
	['a name that is first empty, then not', '{"id":2,"name":null,"other":null,"name":"B"}'],
])('a record with %s stays whole', (_, record) => {
	const given = inList(FIRST, record);
	expect(cut(given)).toBe(given);
});

test.each([
	['a line break in a text', '"a\nb"'],
	['the last control character in a text', '"a\u001fb"'],
	['an escape that there is not', '"\\x41"'],
	['another escape', '"\\v"'],
	['half an escape', '"\\u00e"'],
	['an escape with another letter', '"\\u00eg"'],
	['a text that a line break ends', '"a\n'],
	['a number with a zero before it', '01'],
	['a number without its decimals', '1.'],
	['a number with two signs', '1e+-5'],
	['half a word', 'nul'],
	['another word', 'trux'],
	['no number', '-nan'],
	['another bracket', '[1}'],
	['a comma too many', '[1,]'],
	['no comma', '[1 2]'],
	['no comma behind a member', '{"a":1 "b":2}'],
	['a name without a value', '{"a"}'],
	['a value without a name', '{1}'],
	['an entry with a name', '["a":1]'],
	['nothing', ''],
])('%s where nobody looks is no JSON either', (_, value) => {
	const given = inList(FIRST, `{"id":2,"name":${value}}`);
	expect(() => JSON.parse(given) as unknown).toThrow(SyntaxError);
	expect(cut(given)).toBe(given);
});

test('what is nested too deeply stays for the one who says so', () => {
	const nested = (levels: number) =>
		inList(FIRST, `{"id":2,"a":${'['.repeat(levels)}${']'.repeat(levels)}}`);
	const most = LIMITS.answerDepth - 3;
	expect(isDeeperThan(LIMITS.answerDepth, nested(most))).toBe(false);
	expect(cut(nested(most))).toBe(inList(FIRST, '{"id":2}'));
	expect(isDeeperThan(LIMITS.answerDepth, nested(most + 1))).toBe(true);
	expect(cut(nested(most + 1))).toBe(nested(most + 1));
});
