/** Rows that wait as bytes are sent as they were read, and are objects only while somebody looks. */
import { packed } from '../../../nodes/SalesManagement/operations/packed';
import type { InputRow } from '../../../nodes/SalesManagement/operations/rows';

const row = (index: number, body: InputRow['parts']['body'], path = {}): InputRow => ({
	item: { index } as InputRow['item'],
	parts: { path, body, query: {}, group: {} },
});

const bodies = [
	{ name: 'Ünlü & Söhne 株式会社 🏢', amount: '0.10', nested: { list: [1, null, { a: '' }] } },
	{ half: '\ud83c of a character', quotes: '"\\\n\u2028' },
	JSON.parse('{"__proto__": {"polluted": true}, "id": 9007199254740991}') as object,
	{},
].map((body) => body as InputRow['parts']['body']);

test('each row has its own body again, as it will be sent', () => {
	const rows = packed(bodies.map((body, index) => row(index, body)));
	expect(rows.map(({ item }) => item.index)).toEqual([0, 1, 2, 3]);
	expect(rows.map(({ parts }) => JSON.stringify(parts.body))).toEqual(
		bodies.map((body) => JSON.stringify(body)),
	);
});

test('whoever changes a body changes no other look at it', () => {
	const [{ parts }] = packed([row(0, { name: 'A' })]) as [InputRow];
	parts.body.name = 'B';
	expect(parts.body).toEqual({ name: 'A' });
});

test('the rest of a request stays, and what is empty is shared', () => {
	const rows = packed([row(0, {}, { dealId: 7 }), row(1, {}), row(2, {})]);
	expect(rows.map(({ parts }) => parts.path)).toEqual([{ dealId: 7 }, {}, {}]);
	expect(rows[1]?.parts.path).toBe(rows[2]?.parts.path);
	expect(rows[1]?.parts.query).toEqual({});
});
