/** On a service as its documents have it nothing differs, whatever the account holds and whatever happens meanwhile. */
import { permittedKinds } from '../../sandbox/domain/permissions';
import { byId } from '../engine/support/nodeFixture';
import {
	answering,
	BREAKS,
	BUSY,
	changing,
	FORBIDDEN,
	KINDS,
	startAccount,
	type Account,
	type Answered,
	type Happens,
	type Kind,
} from './support/account';

let account: Account;
beforeAll(async () => {
	account = await startAccount();
});
beforeEach(async () => await account.reset());
afterAll(async () => await account.close());

/** One for each interface. */
const BOTH: readonly Kind[] = ['personalToken', 'v1ApiKey'];

const old = '2026-01-05T03:04:05.678Z';
const OUT_OF_ORDER: Answered = { status: 500, body: { error: 'INTERNAL' } };

const rows = <Row>(count: number, row: (at: number) => Row): Row[] =>
	Array.from({ length: count }, (_, at) => row(at));

describe('whatever it holds', () => {
	test.each(KINDS)('%s: nothing', async (kind) => {
		await account.reset([], 'empty');
		const { differing, summary } = await account.check({
			...{ kind, beside: true, parameters: { includeWrites: true } },
		});
		expect(differing).toEqual([]);
		expect(summary).toMatchObject({
			verdict: 'unclear',
			advice: expect.stringMatching(/no customer and no deal/) as string,
		});
	});

	test.each(BOTH)('%s: more than the greatest page', async (kind) => {
		for (const [of, count] of [
			['customer', 1200],
			['contact', 300],
			['deal', 300],
		] as const) {
			await account.write(
				of,
				rows(count, (at) => ({
					name: `Many ${at}`,
					...(of !== 'customer' && { customer: { id: 1 } }),
				})),
			);
		}
		const { differing, summary } = await account.check({ kind, beside: true });
		expect(differing).toEqual([]);
		expect(summary.verdict).toBe('asDescribed');
	});

	test.each(BOTH)('%s: one record of each kind, of which pages can’t be told', async (kind) => {
		await account.reset([], 'empty');
		const written = async (of: string, row: object) => {
			const [id] = await account.write(of, [{ ...row }]);
			return { id };
		};
		const customer = await written('customer', { name: 'One' });
		const deal = await written('deal', { name: 'One', customer });
		const contact = await written('contact', { name: 'One', customer });
		await written('customerAction', { customer });
		await written('dealAction', { deal });
		await written('contactAction', { contact });
		await written('customObject', { customObjectDefKey: 'ticket' });
		const { differing, findings } = await account.check({
			...{ kind, parameters: { includeWrites: true, objectKey: 'ticket' } },
		});
		expect(differing).toEqual([]);
		const named = (names: RegExp) =>
			new Set(findings.filter(({ check }) => names.test(check)).map(({ verdict }) => verdict));
		expect(named(/^route:/)).toEqual(new Set(['asDescribed']));
		expect(named(/^(?:pages|limit|sort|window):(?!user)/)).toEqual(new Set(['unclear']));
	});

	test.each(BOTH)('%s: customers that have a name and a decimal in common', async (kind) => {
		await account.reset([], 'empty');
		await account.write(
			'customer',
			rows(30, (at) => ({
				name: 'Test',
				customerCustoms: [{ itemKey: 'customer_decimal_number', value: '1.5' }],
				updatedAt: new Date(Date.parse(old) + at * 1000).toISOString(),
			})),
		);
		const { differing, confirmed } = await account.check({ kind });
		expect(differing).toEqual([]);
		expect(confirmed(/^search:(equality|decimals)$/)).toHaveLength(2);
	});

	test('searches that do not know new records yet (v2 §4)', async () => {
		await account.reset([], 'empty');
		await account.steer('PATCH', '/options', { searchLagMs: 3_600_000 });
		await account.write('customer', [{ name: 'One' }, { name: 'Two' }]);
		const { differing, of } = await account.check();
		expect(differing).toEqual([]);
		expect(of('search:equality')).toMatchObject({
			verdict: 'unclear',
			advice: expect.stringMatching(/so new that searches may not know it/) as string,
		});
		await account.write('customer', [{ name: 'Old', updatedAt: old }]);
		const { differing: missing } = await account.check();
		expect(missing.map(([check]) => check)).toEqual(['search:equality']);
	});

	test('responses that are too large (v1 §7)', async () => {
		await account.steer('PATCH', '/options', { maxResponseBytes: 250_000 });
		await account.write(
			'customer',
			rows(600, (at) => ({ name: `Many ${at}` })),
		);
		expect((await account.check({ kind: 'v1ApiKey' })).differing).toEqual([]);
	});

	test.each([' ', '../customers'])(
		'%j as the key of a linked custom object, which no address can have',
		async (customObjectDefKey) => {
			const { differing, of, findings } = await account.check({
				happens: changing((body, { path }) =>
					/^\/(customers|deals|contacts)\/\d+$/.test(path) && 'id' in Object(body)
						? { ...(body as object), customObjects: [{ customObjectDefKey, id: 1 }] }
						: body,
				),
			});
			expect(differing).toEqual([]);
			expect(findings.length).toBeGreaterThan(100);
			expect(of('route:customObject.getMany')?.verdict).toBe('unclear');
		},
	);

	const every = (...rights: string[]) =>
		permittedKinds.flatMap((kind) => rights.map((right) => `${kind}.${right}`));

	test.each([
		['nothing', []],
		['reading what is their own', every('read_own')],
		['writing alone', every('write')],
		['writing, and reading what is their own', every('read_own', 'write')],
	])('a user who is allowed %s', async (_, permissions) => {
		await account.steer('PATCH', '/options', { permissionSettings: true });
		const user = { kind: 'personal', userId: 2, permissions };
		const { token } = (await account.steer('POST', '/tokens', user)) as { token: string };
		const before = await account.counts();
		const { differing, remains } = await account.check({
			credential: { accessToken: token },
			parameters: { includeWrites: true },
		});
		expect(differing).toEqual([]);
		const after = await account.counts();
		const left = ['customer', 'contact', 'customerAction'].reduce(
			(sum, kind) => sum + (after[kind] ?? 0) - (before[kind] ?? 0),
			0,
		);
		expect(remains).toHaveLength(left);
	});
});

describe('whatever happens meanwhile', () => {
	test.each<[string, Answered, number]>([
		['is busy', BUSY, 0],
		['is out of order', OUT_OF_ORDER, 1],
		['breaks', BREAKS, 2],
	])('each third request %s: it is asked once more', async (_, answer, rest) => {
		const { differing, asked, confirmed } = await account.check({
			happens: answering(({ number }) => number % 3 === rest, answer),
		});
		expect(differing).toEqual([]);
		expect(asked.length).toBeLessThanOrEqual(80);
		expect(confirmed(/./).length).toBeGreaterThan(100);
	});

	test('a gateway that stays busy in the middle: what it hides can’t be told', async () => {
		const { differing, findings } = await account.check({
			happens: answering(({ number }) => number > 25 && number < 45, BUSY),
		});
		expect(differing).toEqual([]);
		const told = findings.filter(({ evidence }) => /^503 html/.test(evidence));
		expect(told.length).toBeGreaterThan(3);
		for (const { verdict, advice } of told) {
			expect([verdict, advice]).toEqual(['unclear', expect.stringMatching(/again later/)]);
		}
	});

	test.each([3, 27])('request %d alone is refused', async (at) => {
		for (const status of [401, 403]) {
			const { differing } = await account.check({
				happens: answering(({ number }) => number === at, { ...FORBIDDEN, status }),
			});
			expect([status, differing]).toEqual([status, []]);
		}
	});

	test.each([2, 30])('request %d uses up the day’s quota: nothing more is asked', async (at) => {
		const { differing, findings, asked, summary } = await account.check({
			happens: async ({ number }, pass) => {
				if (number === at) await account.steer('PATCH', '/options', { dailyLimit: at - 1 });
				return await pass();
			},
		});
		expect(differing).toEqual([]);
		expect(asked).toHaveLength(at);
		expect(findings).toContainEqual(
			expect.objectContaining({
				verdict: 'unclear',
				evidence: expect.stringMatching(/quota of requests is used up; it resets at/) as string,
				advice: 'Run the check again after that time.',
			}),
		);
		expect(summary.advice).not.toMatch(/Nothing differs from what this node expects/);
	});

	test.each(BOTH)('%s: others write', async (kind) => {
		const happens: Happens = async ({ number }, pass) => {
			const answer = await pass();
			await account.write('customer', [{ name: `Other ${number}` }]);
			await account.write('deal', [{ name: `Other ${number}`, customer: { id: 1 } }]);
			return answer;
		};
		expect((await account.check({ kind, happens })).differing).toEqual([]);
	});

	test.each([
		['customer', /^\/customers\/(\d+)$/],
		['deal', /^\/deals\/(\d+)$/],
		['contact', /^\/contacts\/(\d+)$/],
	])('others delete each %s that is about to be read', async (kind, address) => {
		const { differing, of } = await account.check({
			happens: async ({ path }, pass) => {
				const id = address.exec(path)?.[1];
				if (id) await account.run(`${kind}.delete`, { parameters: { [`${kind}Id`]: byId(id) } });
				return await pass();
			},
		});
		expect(differing).toEqual([]);
		expect(of(`route:${kind}.get`)).toMatchObject({
			verdict: 'unclear',
			advice: expect.stringMatching(/deleted in the meantime/) as string,
		});
	});
});

const NAMES = [
	/^(name|updatedAt|createdAt|totalCount|nextCursor|page|startDatetime)$/,
	/^(hasMore|decimalNumber|itemKey|id|error|messages)$/,
	/^(customerCustoms|phase|\w*ItemId|totalCost|customer|pattern)$/,
];

/** The same with another value for each property whose name matches. */
const replaced = (value: unknown, names: RegExp, by: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value, (name, each: unknown) => (name !== '' && names.test(name) ? by : each)),
	) as unknown;

/** A value that JSON can hold, and that has no text or number of its own. */
const ODD = { toString: 1, valueOf: 1 };

test.each(NAMES.flatMap((names) => [ODD, [ODD], -1, ''].map((by) => ({ names, by }))))(
	'each $names is $by: the check goes to its end, and understands what it finds',
	async ({ names, by }) => {
		const { findings } = await account.check({
			parameters: { includeWrites: true },
			happens: changing((body) => (body === '' ? body : replaced(body, names, by))),
		});
		expect(findings.length).toBeGreaterThan(20);
		expect(JSON.stringify(findings)).not.toMatch(/a form that this check does not know/);
	},
);
