/** Requests that wait as bytes are sent as they were read, and are objects only while somebody looks. */
import { packed } from '../../../nodes/SalesManagement/operations/packed';
import type { Parts } from '../../../nodes/SalesManagement/operations/request';

const parts = (body: Parts['body'], path = {}): Parts => ({ path, body, query: {}, group: {} });

const bodies = [
	{ name: 'Ünlü & Söhne 株式会社 🏢', amount: '0.10', nested: { list: [1, null, { a: '' }] } },
	{ half: '\ud83c of a character', quotes: '"\\\n\u2028' },
	JSON.parse('{"__proto__": {"polluted": true}, "id": 9007199254740991}') as object,
	{},
].map((body) => body as Parts['body']);

test('each row has its own body again, as it will be sent', () => {
	const all = packed(bodies.map((body) => parts(body)));
	expect(all.map(({ body }) => JSON.stringify(body))).toEqual(
		bodies.map((body) => JSON.stringify(body)),
	);
});

test('whoever changes a body changes no other look at it', () => {
	const [waiting] = packed([parts({ name: 'A' })]) as [Parts];
	waiting.body.name = 'B';
	expect(waiting.body).toEqual({ name: 'A' });
});

test('the rest of a request stays, and what is empty is shared', () => {
	const all = packed([parts({}, { dealId: 7 }), parts({}), parts({})]);
	expect(all.map(({ path }) => path)).toEqual([{ dealId: 7 }, {}, {}]);
	expect(all[1]?.path).toBe(all[2]?.path);
	expect(all[1]?.query).toEqual({});
});
