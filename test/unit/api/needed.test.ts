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
	for (const gap of [undefined, '\t']) {
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

test('an answer of another form stays as it is', () => {
	for (const given of ['[{"id":1,"a":2}]', '{"data":[{"id":1,"a":2}]}', '"deals"', '', ' ', '{}']) {
		expect(cut(given)).toBe(given);
	}
});

test.each([
	['an ID that is empty', '{"id":"","name":"B"}'],
	['an ID that is none', '{"id":false,"name":"B"}'],
	['an ID that is taken back', '{"id":2,"name":"B","id":null}'],
	['a name that is written in another way', '{"id":2,"name":"B","\\u0069d":null}'],
	['a name that is first empty, then not', '{"id":2,"name":null,"other":null,"name":"B"}'],
])('a record with %s stays whole', (_, record) => {
	const given = inList(FIRST, record);
	expect(cut(given)).toBe(given);
});

test.each([
	['a line break in a text', '"a\nb"'],
	['an escape that there is not', '"\\x41"'],
	['half an escape', '"\\u00e"'],
	['a number with a zero before it', '01'],
	['a number without its decimals', '1.'],
	['half a word', 'nul'],
	['no number', '-nan'],
	['another bracket', '[1}'],
	['a comma too many', '[1,]'],
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
