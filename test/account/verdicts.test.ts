/** What the check says of a service: nothing differs where all is as documented, and what differs is told with what to do. */
import type { IDataObject } from 'n8n-workflow';
import { isRead, ROUTES, type OperationId } from '../../nodes/SalesManagement/api';
import { byId } from '../support/nodeFixture';
import { callTool } from '../operations/support/toolWorld';
import {
	answering,
	BUSY,
	changing,
	FORBIDDEN,
	KINDS,
	matching,
	startAccount,
	type Account,
	type Checked,
	type Given,
	type Happens,
} from './support/account';

let account: Account;
beforeAll(async () => {
	account = await startAccount();
});
afterAll(async () => await account.close());

/** The reads that an interface has. */
const readsOf = (version: 'v1' | 'v2') =>
	(Object.keys(ROUTES[version]) as OperationId[]).filter(isRead).map((id) => `route:${id}`);
const names = (findings: Checked['findings']) => findings.map(({ check }) => check);

describe('of the service as documented', () => {
	test.each(KINDS)(
		'%s: every read is looked at and nothing differs; it only reads',
		async (kind) => {
			const { findings, summary, asked, writes, report, confirmed } = await account.check({
				...{ kind, beside: true },
			});
			// Beside a token there is a v1 key, for what only v1 has.
			const reads = new Set([...(kind === 'v1ApiKey' ? [] : readsOf('v2')), ...readsOf('v1')]);
			expect(new Set(names(confirmed(/^route:/)))).toEqual(reads);
			expect(findings.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
			expect(summary.verdict).toBe('asDescribed');
			expect(new Set(findings.map((each) => each.interface))).toContain('v1');
			expect(asked.length).toBeGreaterThan(40);
			expect(asked.length).toBeLessThanOrEqual(80);
			expect(writes).toEqual([]);
			expect(report).toMatch(/^# Account check\n/);
			for (const { check } of findings) expect(report).toContain(check);
		},
	);

	test('it runs once for all items, and its report shows later that nothing has changed', async () => {
		const run = async (parameters: IDataObject, input: IDataObject[]) => {
			const { items } = await account.run('account.check', { parameters, input });
			expect(items.filter(({ json }) => json.check === 'summary')).toHaveLength(1);
			return items.at(-1)!;
		};
		await account.requests();
		const { json, binary } = await run({ binaryPropertyName: '' }, [{ a: 1 }, { a: 2 }]);
		expect((await account.requests()).length).toBeLessThanOrEqual(80);
		const same = { fingerprint: json.fingerprint, changes: [], hasChanged: false };
		const report = Buffer.from(binary?.data?.data ?? '', 'base64').toString();
		expect((await run({ comparedWith: report }, [{}])).json).toMatchObject(same);
		expect((await run({ comparedWith: '={{ $json }}' }, [json])).json).toMatchObject(same);
		await account.requests();
		const { error } = await account.run('account.check', { parameters: { comparedWith: 'hello' } });
		expect(error?.message).toMatch(/Earlier Report holds no shapes/);
		expect(await account.requests()).toEqual([]);
	});

	test.each(['as documented', 'foreign-deployment'])(
		'%s: an agent is told in one answer',
		async (dialect) => {
			const isForeign = dialect !== 'as documented';
			await account.reset(isForeign ? [dialect] : []);
			const { records } = await callTool(account, 'account.check', { includeWrites: isForeign });
			const summary = records.at(-1);
			expect(summary).toMatchObject({
				...{ check: 'summary', verdict: isForeign ? 'differs' : 'asDescribed' },
			});
			const { differ = '0' } =
				/(?<differ>\d+) differ/.exec(summary?.evidence as string)?.groups ?? {};
			const told = records.filter(({ verdict, checks }) => verdict === 'differs' && checks);
			expect(told.flatMap(({ checks }) => checks)).toHaveLength(Number(differ));
			expect(Object.keys(summary?.endpointOverrides ?? {}).length > 50).toBe(isForeign);
		},
	);
});

const rows = <Row>(count: number, row: (at: number) => Row): Row[] =>
	Array.from({ length: count }, (_, at) => row(at));
const OLD = '2026-01-05T03:04:05.678Z';
const LAG = 3_600_000;

describe('nothing differs', () => {
	beforeEach(async () => await account.reset());

	test.each(['personalToken', 'v1ApiKey'] as const)('in an empty account, %s', async (kind) => {
		await account.reset([], 'empty');
		const { differing, summary } = await account.check({
			...{ kind, beside: true, parameters: { includeWrites: true } },
		});
		expect(differing).toEqual([]);
		expect(summary.verdict).toBe('unclear');
		expect(summary.advice).toMatch(/no customer and no deal/);
	});

	test('in a list of more than the greatest page, of which others write meanwhile', async () => {
		await account.write(
			'customer',
			rows(1200, (at) => ({ name: `Many ${at}` })),
		);
		const { differing, summary } = await account.check({
			happens: async ({ number }, pass) => {
				const answer = await pass();
				await account.write('customer', [{ name: `Other ${number}` }]);
				await account.write('deal', [{ name: `Other ${number}`, customer: { id: 1 } }]);
				return answer;
			},
		});
		expect([differing, summary.verdict]).toEqual([[], 'asDescribed']);
	});

	test('where searches don’t know new records yet, but do where they miss an old one', async () => {
		await account.reset([], 'empty');
		await account.steer('PATCH', '/options', { searchLagMs: LAG });
		await account.write('customer', [{ name: 'One' }, { name: '株式会社東京商事' }]);
		const { differing, of } = await account.check();
		expect([differing, of('search:equality')?.verdict]).toEqual([[], 'unclear']);
		await account.write('customer', [{ name: 'Old', updatedAt: OLD }]);
		const missing = await account.check();
		expect(missing.differing.map(([check]) => check)).toEqual(['search:equality']);
	});

	test.each([
		['nothing', []],
		['writing alone', ['customer', 'contact', 'deal'].map((kind) => `${kind}.write`)],
	])('for a user who is allowed %s', async (_, permissions) => {
		await account.steer('PATCH', '/options', { permissionSettings: true });
		const user = { kind: 'personal', userId: 2, permissions };
		const { token } = (await account.steer('POST', '/tokens', user)) as { token: string };
		const { differing } = await account.check({
			...{ credential: { accessToken: token }, parameters: { includeWrites: true } },
		});
		expect(differing).toEqual([]);
	});

	const MEANWHILE: ReadonlyArray<[string, Given]> = [
		['each third request is busy', { happens: answering(({ number }) => number % 3 === 0, BUSY) }],
		[
			'a gateway stays busy in the middle',
			{ happens: answering(({ number }) => number > 25 && number < 45, BUSY) },
		],
		[
			'a request alone is refused',
			{ happens: answering(({ number }) => number === 27, FORBIDDEN) },
		],
		[
			'others delete each customer that is about to be read',
			{
				happens: async ({ path }, pass) => {
					const id = /^\/customers\/(\d+)$/.exec(path)?.[1];
					if (id) await account.run('customer.delete', { parameters: { customerId: byId(id) } });
					return await pass();
				},
			},
		],
		[
			'a custom object is linked under a key that no address can have',
			{
				happens: changing((body, { path }) =>
					/^\/(customers|deals|contacts)\/\d+$/.test(path) && 'id' in Object(body)
						? { ...(body as object), customObjects: [{ customObjectDefKey: '../x', id: 1 }] }
						: body,
				),
			},
		],
	];
	test.each(MEANWHILE)('where %s', async (_, given) => {
		const { differing, asked, findings } = await account.check(given);
		expect(differing).toEqual([]);
		expect(asked.length).toBeLessThanOrEqual(80);
		for (const { evidence, verdict, advice } of findings) {
			if (/^503 html/.test(evidence))
				expect([verdict, advice]).toEqual(['unclear', expect.stringMatching(/again later/)]);
		}
	});

	test('where the day’s quota is used up: it asks nothing more, and says when to come back', async () => {
		const { differing, findings, asked, summary } = await account.check({
			happens: async ({ number }, pass) => {
				if (number === 30) await account.steer('PATCH', '/options', { dailyLimit: 29 });
				return await pass();
			},
		});
		expect([differing, asked.length]).toEqual([[], 30]);
		const evidence = expect.stringMatching(/quota of requests is used up; it resets at/) as string;
		const advice = 'Run the check again after that time.';
		expect(findings).toContainEqual(expect.objectContaining({ evidence, advice }));
		expect(summary.advice).not.toMatch(/Nothing differs from what this node expects/);
	});
});

const REFUSED = { status: 400, body: { error: 'NO' } };
const WRITES = { parameters: { includeWrites: true } };
const header =
	(name: string, value: string): Happens =>
	async (_, pass) => {
		const answer = await pass();
		return { ...answer, headers: { ...answer.headers, [name]: value } };
	};

/** What is odd of a service, a dialect or what happens; the statements that say so; with what evidence and advice. */
const ODD: ReadonlyArray<[string, string | Given, RegExp, RegExp, RegExp]> = [
	[
		'a read that this credential may not do',
		{ happens: answering(matching('GET', /^\/contacts$/), FORBIDDEN) },
		/contact\.getMany/,
		/^403/,
		/whose owner may not do it.* ask whoever administers the service/,
	],
	[
		'a search that refuses its conditions',
		{ happens: answering(matching('POST', /^\/deals\/search$/), REFUSED) },
		/deal\.search/,
		/^400/,
		/does not work as it is: the service refuses the question/,
	],
	[
		'a page that does not follow',
		'cursor-called-page-token',
		/^pages:|^search:order$/,
		/the first one again/,
		/Return All ends too early or fails|Create or Update .* may not find them/,
	],
	[
		'a window that is not heeded',
		'windows-ignored',
		/^window:/,
		/no effect/,
		/a trigger may miss changes or be slow/,
	],
	[
		'a documented property that is missing',
		'references-as-ids',
		/^fields:/,
		/\w is missing/,
		/a workflow may find them empty/,
	],
	[
		'one of another type',
		'decimals-as-numbers',
		/^(fields|customs):/,
		/number instead of decimal as text/,
		/another form/,
	],
	[
		'custom values without their keys',
		'customs-without-item-keys',
		/^customs:/,
		/itemKey is missing/,
		/Custom fields come in another form/,
	],
	[
		'times without a zone',
		'times-without-zone',
		/^times:/,
		/times have no offset/,
		/Times come in another form, and triggers go by them/,
	],
	[
		'a create that asks for more fields',
		{ ...WRITES, happens: answering(matching('POST', /^\/customers$/), REFUSED) },
		/customer\.create$/,
		/^400/,
		/may ask for fields that the check does not fill: create such a record by hand/,
	],
	[
		'a rate that is less than documented',
		{ happens: header('x-ratelimit-limit', '2') },
		/^rate/,
		/x-ratelimit-limit|less than 5 requests a second/,
		/lower Requests per Second in the credential|The node goes by Requests per Second/,
	],
	['a clock that is ahead', 'date-ahead', /^clock$/, /\d{3} s ahead/, /set n8n’s clock right/],
];

/** Words that nobody needs to know who builds workflows. */
const TECHNICAL =
	/\b(?:envelope|wrapper|cursor|totalCount|hasMore|updatedAt|createdAt|property key|ISO 8601|hint)\b/;

test.each(ODD)('%s is told, and nothing else', async (_, given, statement, evidence, advice) => {
	await account.reset(typeof given === 'string' ? [given] : []);
	const { findings } = await account.check(typeof given === 'string' ? {} : given);
	const odd = findings.filter(({ verdict, check }) =>
		verdict === 'differs' ? true : verdict === 'notPermitted' && statement.test(check),
	);
	expect(odd.length).toBeGreaterThan(0);
	for (const finding of odd) {
		expect(finding.check).toMatch(statement);
		expect(finding.evidence).toMatch(evidence);
		expect(finding.advice).toMatch(advice);
		expect(finding.advice).not.toMatch(TECHNICAL);
	}
});

test.each([
	[/^(name|updatedAt|createdAt|totalCount|nextCursor|page|startDatetime)$/, { toString: 1 }],
	[/^(hasMore|decimalNumber|itemKey|id|error|messages)$/, -1],
	[/^(customerCustoms|phase|\w*ItemId|totalCost|customer|pattern)$/, [{ valueOf: 1 }]],
])('each %s is %j: the check goes to its end, and understands what it finds', async (which, by) => {
	await account.reset();
	const { findings } = await account.check({
		...WRITES,
		happens: changing((body) =>
			JSON.parse(
				JSON.stringify(body, (name, each: unknown) =>
					name !== '' && which.test(name) ? by : each,
				),
			),
		),
	});
	expect(findings.length).toBeGreaterThan(20);
	expect(JSON.stringify(findings)).not.toMatch(/a form that this check does not know/);
});
