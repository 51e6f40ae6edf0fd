/** `npm run acceptance`, on the sandbox: all is as documented there, and nothing stays or is touched besides. */
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import tables from './acceptance.json';
import { accept } from '../../acceptance/accept';
import { givenToken } from '../../acceptance/token';
import { pastedFor } from '../support/pasted';
import {
	startRecorder,
	type Answered,
	type Happens,
	type Recorder,
} from '../support/wire/recorder';
import { speak } from '../support/testSandbox';
import { startTriggerFixture, type TriggerFixture } from '../support/triggerFixture';

let fixture: TriggerFixture;
/** In front of the service. */
let door: Recorder;
beforeAll(async () => {
	fixture = await startTriggerFixture({ dialects: [], seed: 'empty' });
	door = await startRecorder(new URL(fixture.sandbox.v2).origin);
});
beforeEach(async () => {
	await fixture.steer('POST', '/reset', {});
	await fixture.options({ rateLimit: 0 });
	for (const kind of ['customer', 'deal', 'contact']) {
		const times = { createdAt: '2026-01-02T03:04:05Z', updatedAt: '2026-01-02T03:04:05Z' };
		await fixture.writeOne(kind, { name: 'Somebody else’s', ...times });
	}
});
afterAll(async () => {
	await door.close();
	await fixture.close();
});

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
	happens = async (_, pass) => await pass(),
	signal,
}: {
	kind?: 'personal' | 'team';
	dialects?: string[];
	overrides?: IDataObject;
	happens?: Happens;
	signal?: AbortSignal;
} = {}) {
	const before = await held();
	await speak(fixture.sandbox, dialects);
	const { credentials } = fixture.sandbox;
	door.happens = happens;
	const result = await accept({
		...{ baseUrl: `${door.baseUrl}/v2`, token: credentials[kind], requestsPerSecond: 1000 },
		overrides: JSON.stringify(overrides),
		wait: async (milliseconds) => await fixture.pass({ seconds: milliseconds / 1000 }),
		signal,
	});
	const odd = result.rows.filter(({ verdict }) => verdict !== 'as documented');
	return { ...result, odd, isClean: isDeepStrictEqual(await held(), before) };
}

test.each(tables.tokens)('the token is read from $what', async ({ environment, input, token }) => {
	expect(await givenToken(environment, Readable.from([input]))).toBe(token);
});

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
	await fixture.fault('POST /v2/contacts', { times: 9, status: 400, body: { error: 'NO' } });
	const refused = { status: 403, body: { error: 'FORBIDDEN' } };
	await fixture.steer('POST', '/faults', [{ match: { method: 'DELETE' }, times: 99, ...refused }]);
	const { odd, remains } = await accepted();
	expect(odd.map(({ says }) => says)).toEqual(
		expect.arrayContaining(['contact: a create answers with its ID']),
	);
	expect(remains.length).toBeGreaterThan(3);
	for (const each of remains)
		expect(each).toMatch(/^(customer|deal) \d+, n8n acceptance .*HTTP 403/);
});

/** What is asked for so is answered otherwise, once it is done. */
const answeringTo =
	(asked: RegExp, change: (answer: Answered) => Answered): Happens =>
	async ({ method, path }, pass) => {
		const answer = await pass();
		return asked.test(`${method} ${path}`) ? change(answer) : answer;
	};

test.each<[string, Happens, RegExp, unknown[]]>([
	[
		'a create answers with the ID of somebody else’s record',
		answeringTo(/^POST .*\/customers$/, (answer) => ({
			...answer,
			body: { ...(answer.body as object), id: 1 },
		})),
		/ID that it answers, 1, is not the new one/,
		[],
	],
	[
		'Create Many answers nothing',
		answeringTo(/^POST .*\/customers\/bulk$/, () => ({ status: 200, body: '' })),
		/customer: Create Many answers with an ID for each/,
		[],
	],
	[
		'the list of deals is refused',
		answeringTo(/^GET .*\/deals$/, () => ({ status: 403, body: {} })),
		/deal/,
		[expect.stringMatching(/^what else a list of deals may show: .*HTTP 403/)],
	],
	[
		'the list of customers finds no word',
		async ({ path, query }, pass) =>
			await pass(
				/\/customers$/.test(path) ? query.replace(/searchWord=[^&]*/, 'searchWord=none') : query,
			),
		/customer/,
		[],
	],
])(
	'where %s, that is said, and what was made is removed as far as it is seen, and nothing else',
	async (_, happens, said, untold) => {
		const { odd, remains, isClean } = await accepted({ happens });
		expect(JSON.stringify(odd)).toMatch(said);
		expect([remains, isClean]).toEqual([untold, true]);
	},
);

test('where a removal does nothing, what remains is listed', async () => {
	const { remains } = await accepted({
		happens: async ({ method }, pass) =>
			method === 'DELETE' ? { status: 200, body: '' } : await pass(),
	});
	const kinds = remains.map((each) => /^(\w+) \d+, n8n acceptance .*still there$/.exec(each)?.[1]);
	expect(kinds.toSorted()).toEqual(['contact', ...Array(4).fill('customer'), 'deal']);
});

test('interrupted, it tries no more, and removes what it made', async () => {
	const interrupt = new AbortController();
	const { rows, remains, isClean } = await accepted({
		signal: interrupt.signal,
		happens: async ({ method, path }, pass) => {
			if (method === 'POST' && /\/contacts$/.test(path)) interrupt.abort();
			return await pass();
		},
	});
	expect(rows.length).toBeLessThan(10);
	expect([remains, isClean]).toEqual([[], true]);
});
