/** `npm run acceptance`, on the sandbox: all is as documented there, and nothing stays or is touched besides. */
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { accept } from '../../acceptance/accept';
import { pastedFor } from '../support/pasted';
import { speak } from '../support/testSandbox';
import { startTriggerFixture, type TriggerFixture } from '../support/triggerFixture';

let fixture: TriggerFixture;
beforeAll(async () => {
	fixture = await startTriggerFixture({ dialects: [], seed: 'small' });
});
beforeEach(async () => {
	await fixture.steer('POST', '/reset', {});
	await fixture.steer('PATCH', '/options', { rateLimit: 0 });
});
afterAll(async () => await fixture.close());

/** All that the run could touch. */
async function held(): Promise<IDataObject[][]> {
	await speak(fixture.sandbox, []);
	const lists = ['customer', 'deal', 'contact'].map((kind) => `${kind}.getMany`);
	const all: IDataObject[][] = [];
	for (const list of lists)
		all.push(await fixture.records(list, { parameters: { returnAll: true } }));
	return all;
}

async function accepted({
	kind = 'personal',
	dialects = [],
	overrides = {},
}: {
	kind?: 'personal' | 'team';
	dialects?: string[];
	overrides?: IDataObject;
} = {}) {
	const before = await held();
	await speak(fixture.sandbox, dialects);
	const { v2, credentials } = fixture.sandbox;
	const result = await accept({
		...{ baseUrl: v2, token: credentials[kind], requestsPerSecond: 1000 },
		overrides: JSON.stringify(overrides),
		wait: async (milliseconds) => await fixture.pass({ seconds: milliseconds / 1000 }),
	});
	const odd = result.rows.filter(({ verdict }) => verdict !== 'as documented');
	return { ...result, odd, isClean: isDeepStrictEqual(await held(), before) };
}

test.each(['personal', 'team'] as const)(
	'%s: all rows are as documented, nothing stays, and nobody else’s record is touched',
	async (kind) => {
		const { rows, odd, remains, isClean } = await accepted({ kind });
		expect([odd, remains, isClean]).toEqual([[], [], true]);
		expect(rows.length).toBeGreaterThan(18);
	},
);

test('on another deployment it says which updates fail; pasted, nothing does', async () => {
	const dialects = ['other-deployment'];
	const { token } = await pastedFor(dialects);
	const isRead = ([, route]: [string, unknown]) => !String(route).startsWith('PUT');
	const reads = Object.fromEntries<IDataObject[string]>(Object.entries(token).filter(isRead));
	const { odd, isClean } = await accepted({ dialects, overrides: reads });
	expect(odd.map(({ says }) => says)).toContainEqual(expect.stringMatching(/^customer: an update/));
	expect(odd.map(({ why }) => why)).toContainEqual(expect.stringMatching(/may take PUT/));
	expect(isClean).toBe(true);
	expect((await accepted({ dialects, overrides: token })).odd).toEqual([]);
});

test('where a create asks for more and a removal is refused, both are said, and what remains is listed', async () => {
	await fixture.steer('POST', '/faults', [
		{
			match: { method: 'POST', path: '/v2/contacts' },
			times: 9,
			status: 400,
			body: { error: 'NO' },
		},
		{ match: { method: 'DELETE' }, times: 99, status: 403, body: { error: 'FORBIDDEN' } },
	]);
	const { odd, remains } = await accepted();
	expect(odd.map(({ says }) => says)).toEqual(
		expect.arrayContaining(['contact: a create answers with its ID']),
	);
	expect(remains.length).toBeGreaterThan(3);
	for (const each of remains)
		expect(each).toMatch(/^(customer|deal) \d+, n8n acceptance .*HTTP 403/);
});
