/** What the check says of a service: nothing where all is as documented; what differs, with what to do; and no more than it saw. */
import tables from './check.json';
import { isRead, ROUTES, type OperationId } from '../../nodes/SalesManagement/api';
import { callTool } from '../operations/support/toolWorld';
import { byId } from '../support/nodeFixture';
import { returnToNow, skipWaits } from '../support/timeTravel';
import {
	answering,
	BREAKS,
	BUSY,
	changing,
	dated,
	FORBIDDEN,
	KINDS,
	matching,
	useAccount,
	type Answered,
	type Given,
	type Happens,
	type Kind,
} from './support/account';

const account = useAccount();

/** Which requests the operation says that it makes at the most. */
const MOST = 150;
const TICKETS = { parameters: { objectKey: 'ticket' } };

describe('of the service as documented', () => {
	test.each(KINDS)(
		'%s: all reads work, nothing else is said, and nothing is written',
		async (kind) => {
			const { findings, summary, asked, writes, report } = await account.check({
				...{ ...TICKETS, kind, beside: true },
			});
			expect(findings.filter(({ verdict }) => verdict !== 'works')).toEqual([]);
			expect(findings.length).toBeLessThan(12);
			expect([summary.verdict, writes]).toEqual(['works', []]);
			const versions = kind === 'v1ApiKey' ? (['v1'] as const) : (['v2', 'v1'] as const);
			const reads = new Set(versions.flatMap((version) => Object.keys(ROUTES[version])));
			const all = [...reads].filter((id) => isRead(id as OperationId)).length;
			const seen = kind === 'teamToken' ? all - 1 : all;
			expect(summary.evidence).toBe(
				`${seen} of ${seen} reads were answered, perhaps at other addresses, with ${asked.length} requests`,
			);
			expect(asked.length).toBeLessThan(80);
			expect(report).toMatch(/^# Account check\n/);
			for (const { check } of findings) expect(report).toContain(check);
		},
	);

	test.each(['read', 'read_own'])(
		'a user who may only %s, and write nothing, is told nothing else',
		async (right) => {
			await account.options({ permissionSettings: true });
			const kinds = [
				'customer',
				'deal',
				'contact',
				'customerAction',
				'dealAction',
				'contactAction',
			];
			const permissions = kinds.map((kind) => `${kind}.${right}`);
			const asked = { kind: 'personal', userId: 1, permissions };
			const { token } = (await account.steer('POST', '/tokens', asked)) as { token: string };
			const { summary, findings, writes } = await account.check({
				...{ beside: true, credential: { accessToken: token } },
			});
			const said = findings.filter(({ verdict }) => verdict !== 'works');
			expect(said.flatMap(({ operations = [] }) => operations).join()).toMatch(
				/^(customObject.*)?$/,
			);
			expect([summary.verdict, writes]).toEqual(['works', []]);
		},
	);

	test('it runs once for all items, as it says in the form; an agent gets the same without the file', async () => {
		await account.reset([], true);
		const { items } = await account.run('account.check', { input: [{ a: 1 }, { a: 2 }] });
		expect(items.filter(({ json }) => json.check === 'summary')).toHaveLength(1);
		expect(items[0]?.binary?.data?.fileName).toBe('account-check.md');
		const { records } = await callTool(account, 'account.check', {});
		expect(records).toEqual(items.map(({ json }) => json));
	});

	test('in an empty account next to nothing can be told', async () => {
		await account.reset([], true);
		const { odd, summary } = await account.check({ beside: true });
		expect([odd, summary.verdict]).toEqual([[], 'could not be told']);
		expect(summary.advice).toMatch(/no customer and no deal/);
	});
});

const record = (change: (record: Record<string, unknown>) => object) =>
	changing((body) => {
		const changed = (value: unknown): unknown =>
			Array.isArray(value)
				? value.map(changed)
				: typeof value === 'object' && value !== null && 'updatedAt' in value
					? change(value)
					: value;
		if (typeof body !== 'object' || body === null) return body;
		return changed(
			Object.fromEntries(Object.entries(body).map(([name, value]) => [name, changed(value)])),
		);
	});
const without =
	(names: RegExp): Happens =>
	async (asked, pass) => {
		const query = new URLSearchParams(asked.query);
		for (const name of [...query.keys()].filter((each) => names.test(each))) query.delete(name);
		return await pass(query.toString());
	};
/** Both happen: the second one is nearer to the service. */
const both =
	(first: Happens, second: Happens): Happens =>
	async (asked, pass) =>
		await first(
			asked,
			async (query = asked.query) =>
				await second({ ...asked, query }, async (last = query) => await pass(last)),
		);
const REFUSED: Answered = { status: 400, body: { error: 'NO' } };

/** What is odd of a service, and what is said of it. */
type Odd = readonly [
	what: string,
	happens: Happens,
	told: readonly [check: string, verdict: string, evidence: RegExp, advice: RegExp],
];
/** Services, of which each is odd in several things that concern different statements. */
const ODD: ReadonlyArray<readonly Odd[]> = [
	[
		[
			'a read that this credential may not do',
			answering(matching('GET', /^\/contacts$/), FORBIDDEN),
			['permission', 'works with care', /contact\.getMany: 403/, /ask whoever administers/],
		],
		[
			'a search that ignores its conditions',
			changing((body, { path }) => {
				const [, kind = ''] = /^\/(customers|deals|contacts)\/search$/.exec(path) ?? [];
				const found = (body as Record<string, object[]>)[kind];
				return found ? { [kind]: [...found, { ...found[0], id: 99, name: 'Another' }] } : body;
			}),
			[
				'search',
				'works with care',
				/customer\.search: records of other names/,
				/Search may show other records/,
			],
		],
		[
			'the end of a window that is not heeded',
			without(/^updatedAtTo$/),
			[
				'window',
				'does not work',
				/customer\.getMany: .*deal\.getMany: records of other times/,
				/A trigger may miss changes/,
			],
		],
		[
			'a documented property that is missing',
			record(({ customer: _, ...rest }) => rest),
			['properties', 'works with care', /customer is missing/, /find these properties empty/],
		],
	],
	[
		[
			'a search that refuses its conditions',
			answering(matching('POST', /^\/deals\/search$/), REFUSED),
			['reading', 'does not work', /deal\.search: 400/, /These fail: .*Create or Update/],
		],
		[
			'an address of the current user that is taken for an ID',
			answering(matching('GET', /^\/users\/me$/), { ...REFUSED, status: 422 }),
			['address', 'does not work', /user\.getCurrent: 422 at GET/, /Ask whoever runs the service/],
		],
		[
			'a page that does not follow',
			without(/^cursor$/),
			['pages', 'does not work', /has \d of 3|can’t be read/, /Return All and triggers|first page/],
		],
		[
			'a property of another type',
			record((each) => ('amount' in each ? { ...each, amount: '1200' } : each)),
			[
				'properties',
				'works with care',
				/deal\.getMany: amount is number as text instead of integer/,
				/another form/,
			],
		],
		[
			'a rate that is less than documented',
			answering(({ number }) => number % 4 === 0, {
				status: 429,
				headers: { 'retry-after': '0' },
				body: { error: 'TOO_MANY' },
			}),
			['rate', 'works with care', /\d+ of \d+ requests .* 429/, /Lower Requests per/],
		],
	],
	[
		[
			'a documented property that is missing, where only what is nested shows that it is empty',
			record(({ amount: _, customer, ...each }) => ({
				...Object.fromEntries(Object.entries(each).filter(([, value]) => value !== null)),
				customer: { ...(customer as object), rank: null },
			})),
			[
				'properties',
				'works with care',
				/deal\.getMany: .*amount is missing/,
				/find these properties empty/,
			],
		],
	],
	[
		[
			'custom values without their keys',
			changing((body) => JSON.parse(JSON.stringify(body).replaceAll('"itemKey"', '"key"'))),
			['properties', 'works with care', /itemKey of custom values/, /by their IDs/],
		],
		[
			'a list that the node can’t read',
			changing((body, { path }) => (path === '/contacts' ? { matches: [], facets: [] } : body)),
			['reading', 'does not work', /contact\.getMany: 200 \{\*: list/, /can’t read/],
		],
	],
];

test.each(ODD.map((odds) => ({ what: odds.map(([what]) => what).join('; '), odds })))(
	'$what: is told, and nothing else',
	async ({ odds }) => {
		const { odd, summary } = await account.check({
			happens: odds.map(([, happens]) => happens).reduce(both),
		});
		const told = odds.map(([, , [check, verdict, evidence, advice]]) => ({
			check,
			verdict,
			evidence: expect.stringMatching(evidence) as string,
			advice: expect.stringMatching(advice) as string,
		}));
		const inOrder = odd.toSorted((one, other) => one.check.localeCompare(other.check));
		expect(inOrder).toMatchObject(
			told.toSorted((one, other) => one.check.localeCompare(other.check)),
		);
		const isBroken = told.some(({ verdict }) => verdict === 'does not work');
		expect(summary.verdict).toBe(isBroken ? 'does not work' : 'works with care');
	},
);

/** Of each list, only so many records. */
const few =
	(most: number, happens: Happens): Happens =>
	async (asked, pass) => {
		const { body, ...answer } = await happens(asked, pass);
		const lists = Object.entries(body as object).map(([name, value]: [string, unknown]) => [
			name,
			Array.isArray(value) ? value.slice(0, most) : name === 'hasMore' ? false : value,
		]);
		return { ...answer, body: Object.fromEntries(lists) as unknown };
	};
const atOneTime = changing(
	(body) =>
		JSON.parse(
			JSON.stringify(body).replace(
				/"updatedAt":"[^"]*"/g,
				'"updatedAt":"2026-11-20T08:00:00.000Z"',
			),
		) as unknown,
);
const WATCHED = 'customer deal contact dealAction customerAction contactAction'.split(' ');

describe('what the records can’t prove is not said to work', () => {
	const aside = without(/^(updatedAt|sort)/);
	test.each<[string, Happens]>([
		['one record', few(1, aside)],
		['records with one update time', both(atOneTime, aside)],
	])('a window and a sort of %s', async (_what, happens) => {
		const { findings, summary } = await account.check({ happens });
		const untold = findings.filter(
			({ check, verdict }) => /window|sort/.test(check) && verdict === 'could not be told',
		);
		expect(untold.map(({ check, operations }) => [check, operations])).toEqual([
			['window', WATCHED.map((each) => `${each}.getMany`)],
			['sort', WATCHED.slice(0, 3).map((each) => `${each}.getMany`)],
		]);
		expect(untold[0]!.advice).toMatch(/Change two of these records/);
		expect(summary.verdict).toBe('could not be told');
	});

	test('a sort of custom objects that come in this order anyway', async () => {
		const rising = changing((body, { path }) => {
			const { customObjects = [], ...rest } = body as {
				customObjects?: Array<{ updatedAt: string }>;
			};
			const sorted = customObjects.toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt));
			return path.endsWith('/custom_objects') ? { ...rest, customObjects: sorted } : body;
		});
		const happens: Happens = async (asked, pass) =>
			await (asked.path.endsWith('/custom_objects')
				? both(without(/^sort$/), rising)(asked, pass)
				: pass());
		const { of } = await account.check({ happens, parameters: { objectKey: 'ticket' } });
		expect(of('sort', 'customObject.getMany')).toMatchObject({ verdict: 'could not be told' });
	});
});

test.each<[string, (asked: Parameters<Happens>[0]) => boolean, string]>([
	['of deals', ({ path }) => path.endsWith('/deals'), 'deal.getMany'],
	['of the first lists', ({ number }) => number <= 5, 'customer.getMany, '],
])('a Date that the answers %s lack is told', async (_what, isMeant, named) => {
	const { of, summary } = await account.check({
		happens: async (asked, pass) => {
			const { headers, ...answer } = await pass();
			const { date: _, ...rest } = headers ?? {};
			return { ...answer, headers: isMeant(asked) ? rest : headers };
		},
	});
	const evidence = expect.stringContaining(named) as string;
	expect(of('clock')).toMatchObject({ verdict: 'does not work', evidence });
	expect(summary.verdict).toBe('does not work');
});

describe('a clock by which triggers would emit late, or nothing, is told', () => {
	const dateOf = (time: number) => new Date(time).toUTCString();
	const HOUR = 3_600_000;
	const moved = (text: string, by: number) => new Date(Date.parse(text) + by).toISOString();
	/** Local times that say they are UTC, in records and in windows. */
	const inLocalTime: Happens = async ({ query }, pass) => {
		const asked = new URLSearchParams(query);
		for (const name of ['updatedAtFrom', 'updatedAtTo']) {
			const time = asked.get(name);
			if (time && Date.parse(time) > 9 * HOUR) asked.set(name, moved(time, -9 * HOUR));
		}
		const { body, ...answer } = await pass(asked.toString());
		const shown = JSON.stringify(body).replace(/"(20\d\d-[\d-]+T[\d:.]+Z?)"/g, (_, time: string) =>
			JSON.stringify(moved(time.replace(/Z?$/, 'Z'), 9 * HOUR)),
		);
		return { ...answer, body: JSON.parse(shown) as unknown };
	};
	const hourBehind = dated(() => dateOf(Date.now() - HOUR));

	test.each([
		['whose update times are 9 hours ahead of it', inLocalTime],
		['that is an hour behind the update times', hourBehind],
	])('one %s', async (_what, happens) => {
		await account.writeOne('deal', { updatedAt: new Date(Date.now()).toISOString() });
		const { of, summary } = await account.check({ happens });
		expect(of('clock', 'deal.getMany')).toMatchObject({
			verdict: 'does not work',
			evidence: 'deal.getMany: update times are later than the header Date',
			advice: expect.stringMatching(/only when the header Date gets to their/) as string,
		});
		expect(summary.verdict).toBe('does not work');
		const trigger = account.watch({ credentials: account.through(happens) });
		await trigger.activate();
		await account.writeOne('deal', { updatedAt: new Date(Date.now()).toISOString() });
		expect(await trigger.poll()).toBeNull();
	});

	test('one that stands still', async () => {
		const { now } = Date;
		const began = now();
		const { of, summary } = await account
			.check({
				happens: async (asked, pass) => {
					Date.now = () => began + asked.number * 200;
					return await dated(() => dateOf(began))(asked, pass);
				},
			})
			.finally(() => (Date.now = now));
		expect(of('clock')).toMatchObject({
			verdict: 'does not work',
			evidence: 'Date falls behind n8n’s clock while the check runs',
			advice: expect.stringMatching(/while it stands still, triggers emit nothing/) as string,
		});
		expect(summary.verdict).toBe('does not work');
	});

	test('one that goes on, but behind', async () => {
		const { of } = await account.check({ happens: hourBehind });
		expect(of('clock')).toMatchObject({
			verdict: 'works with care',
			evidence: expect.stringMatching(/36\d\d s behind/) as string,
			advice: expect.stringMatching(/may emit all changes later by this difference/) as string,
		});
	});
});

describe('nothing is said to differ', () => {
	let deleted = 0;
	const MEANWHILE: ReadonlyArray<[string, Happens]> = [
		[
			'each third request is busy, and records carry properties that no document knows',
			both(
				answering(({ number }) => number % 3 === 0, BUSY),
				record((each) => ({ ...each, etag: 'x' })),
			),
		],
		[
			'others delete the first customer before it is read, and write meanwhile',
			async ({ number, path }, pass) => {
				const id = /^\/customers\/(\d+)$/.exec(path)?.[1];
				if (id && deleted++ === 0)
					await account.run('customer.delete', { parameters: { customerId: byId(id) } });
				const answer = await pass();
				const kind = number % 2 === 0 ? 'customer' : 'deal';
				await account.writeOne(kind, { name: `Other ${number}` });
				return answer;
			},
		],
	];
	test.each(MEANWHILE)('where %s', async (_, happens) => {
		const { odd, asked } = await account.check({ happens });
		expect(odd).toEqual([]);
		expect(asked.length).toBeLessThanOrEqual(MOST);
	});

	test('where no address can have the key of the custom object', async () => {
		const { odd } = await account.check({ parameters: { objectKey: '../x' } });
		expect(odd).toEqual([]);
	});

	test('where searches lag behind, but it is where they miss an old record', async () => {
		await account.options({ searchLagMs: 3_600_000 });
		await account.writeOne('customer', { name: 'Newest' });
		await account.reset([], true);
		await account.options({ searchLagMs: 3_600_000 });
		await account.writeOne('customer', { name: 'New' });
		expect((await account.check()).odd).toEqual([]);
		await account.writeOne('customer', { name: 'Old', updatedAt: '2026-01-05T03:04:05.678Z' });
		expect((await account.check()).odd).toMatchObject([{ check: 'search' }]);
	});
});

describe('where nothing, or not all, can be seen, it ends soon and claims nothing', () => {
	/** What is told where nothing was seen. */
	async function unseen(given: Given) {
		const checked = await account.check(given);
		const { overrides, writes, summary, asked } = checked;
		expect([overrides, writes]).toEqual([{}, []]);
		expect(summary.verdict).not.toMatch(/^works/);
		expect(asked.length).toBeLessThanOrEqual(MOST);
		return checked;
	}

	const FAULT: Answered = { status: 500, body: { error: 'INTERNAL' } };
	test.each<[string, Happens, string[]]>([
		['deals', answering(({ path }) => path.startsWith('/deals'), FAULT), ['deal.getMany']],
		['searches', answering(matching('POST', /search$/), FAULT), ['customer.search', 'deal.search']],
		[
			'contacts',
			answering(({ path }) => path.startsWith('/contacts'), BREAKS),
			['contact.getMany'],
		],
		['windows', answering(({ query }) => query.includes('updatedAt'), FAULT), []],
	])('%s that always fail are not said to work', async (_, happens, operations) => {
		const { summary, odd, of } = await unseen({ happens });
		expect([summary.verdict, odd]).toEqual(['could not be told', []]);
		for (const operation of operations) {
			expect(of('address', operation)?.verdict).toBe('could not be told');
		}
	});

	test('a Definition Key that no custom object has: to be checked first', async () => {
		const { summary, odd, of } = await unseen({ parameters: { objectKey: 'tickets' } });
		expect([summary.verdict, odd]).toEqual(['could not be told', []]);
		expect(of('address', 'customObject.getMany')?.advice).toMatch(/^Check Definition Key/);
	});

	const NOT_THEIRS = 'svcp_none-of-this-service';
	test.each<[Kind, string]>([
		['personalToken', 'token'],
		['v1ApiKey', 'API key'],
	])('%s: a secret that is not accepted', async (kind, word) => {
		const credential = { accessToken: NOT_THEIRS, apiKey: NOT_THEIRS };
		const { asked, summary, odd, told } = await unseen({ kind, credential });
		expect(asked.length).toBeLessThan(20);
		expect(odd.filter(({ verdict }) => verdict === 'does not work')).toEqual([]);
		expect(summary.advice).toMatch(
			new RegExp(`does not accept the ${word} .* check it, .* Base URL`),
		);
		expect(told).not.toContain(NOT_THEIRS);
	});

	test('a v1 key that is not, beside a token that is', async () => {
		const { summary } = await account.check({ beside: true, credential: { v1ApiKey: 'none' } });
		expect(summary.advice).toMatch(/does not accept the V1 API Key .* V1 Base URL/);
	});

	test('a credential that may read nothing, or only some', async () => {
		const none = await unseen({ happens: () => FORBIDDEN });
		expect(none.summary.advice).toMatch(
			/^Next to nothing .* the right to read.* check the Base URL/,
		);
		expect(none.of('permission')?.verdict).toBe('works with care');
	});
	test.each(tables.differentServices)(
		'$kind at a service that $given',
		async ({ kind, answer }) => {
			const { summary } = await unseen({
				kind: kind as (typeof KINDS)[number],
				happens: () => answer,
			});
			const isJson = typeof answer.body === 'object' && answer.status === 200;
			if (isJson || answer.status === 204) return;
			expect(summary.advice).toContain('below the Base URL of the credential');
		},
	);

	test('the day’s quota is used up: it asks nothing more, and says when to come back', async () => {
		const { odd, asked, summary } = await unseen({
			happens: async ({ number }, pass) => {
				if (number === 30) await account.options({ dailyLimit: 0 });
				return await pass();
			},
		});
		expect([odd, asked.length]).toEqual([[], 30]);
		expect(summary.advice).toMatch(
			/takes no more requests: if the daily quota is used up, it resets at /,
		);
	});

	test('cancelled, it asks nothing more', async () => {
		const cancel = new AbortController();
		const { asked } = await account.check({
			signal: cancel.signal,
			happens: async ({ number }, pass) => {
				if (number === 10) cancel.abort();
				return await pass();
			},
		});
		expect(asked).toHaveLength(10);
	});

	describe('an interface that can’t be reached', () => {
		beforeAll(() => skipWaits(async () => undefined));
		afterAll(returnToNow);

		/** Nothing listens there. */
		const NOBODY = 'http://127.0.0.1:9';

		test.each([
			['v2', { baseUrl: `${NOBODY}/v2` }, /the Base URL of the credential is right/],
			['v1', { v1BaseUrl: `${NOBODY}/v1` }, /the V1 Base URL of the credential is right/],
		])('%s is named, and the other one is checked', async (_, credential, says) => {
			const { summary, told } = await account.check({ beside: true, credential });
			expect(summary.verdict).toBe('could not be told');
			expect(summary.advice).toMatch(/^The service refuses connections: /);
			expect(summary.advice).toMatch(says);
			expect(summary.evidence).not.toMatch(/^0 /);
			expect(told).not.toContain('127.0.0.1');
		});

		test('at all: the error says where to look', async () => {
			await expect(account.check({ happens: () => BREAKS })).rejects.toMatchObject({
				message: expect.stringMatching(/connection broke/) as string,
			});
		});

		test('any more after some requests: what is left could not be told', async () => {
			const last = 25;
			const { asked, summary, odd } = await unseen({
				happens: answering(({ number }) => number > last, BREAKS),
			});
			expect(asked.length).toBeLessThan(last + 10);
			expect([summary.verdict, odd]).toEqual(['could not be told', []]);
			expect(summary.advice).toMatch(/the service stopped answering/);
		});
	});
});
