/**
 * A service that differs in one thing: what the check says does not work there is what fails. Beside what
 * it tells stands what operations and triggers then really do.
 */
import type { IDataObject } from 'n8n-workflow';
import { byId } from '../support/nodeFixture';
import { events } from '../support/triggerFixture';
import {
	answering,
	changing,
	startAccount,
	type Account,
	type Answered,
	type Asked,
	type Happens,
	type Kind,
} from './support/account';

/** The check looks at an account that nobody writes to; what really happens writes to another one. */
let checked: Account;
let account: Account;
beforeAll(async () => {
	checked = await startAccount();
	account = await startAccount();
});
afterAll(async () => {
	await checked.close();
	await account.close();
});

const MACHINE = process.env.TZ;
beforeEach(() => {
	process.env.TZ = 'Asia/Tokyo';
});
afterEach(() => {
	if (MACHINE === undefined) delete process.env.TZ;
	else process.env.TZ = MACHINE;
});

interface Difference {
	readonly what: string;
	readonly happens: Happens;
	readonly kind?: Kind;
	/** What does not work: each statement, with the records whose lists it names. */
	readonly told?: readonly string[];
	/** Which of `DONE` fails. */
	readonly fails?: readonly string[];
}

const PAGE = { limit: 50 };
const BETWEEN = {
	...PAGE,
	filters: { updatedAtFrom: '2026-09-01T00:00:00Z', updatedAtTo: '2026-10-01T00:00:00Z' },
};
const OPERATIONS: ReadonlyArray<[string, string, IDataObject]> = [
	['all deals', 'deal.getMany', { returnAll: true }],
	['deals by time', 'deal.getMany', BETWEEN],
	['contacts by time', 'contact.getMany', BETWEEN],
	['a deal', 'deal.get', { dealId: byId(1) }],
	['a changed deal', 'deal.update', { dealId: byId(2), updateFields: { memo: 'changed' } }],
];
const NEW: Readonly<Record<string, string>> = {
	'new customers': 'customer',
	'new deals': 'deal',
	'new contacts': 'contact',
	'new actions': 'dealAction',
};
const SORTED = ['new customers', 'new deals', 'new contacts', 'a won deal'];
const TRIGGERS = [...Object.keys(NEW), 'a won deal'];

/** What an operation comes to. */
async function done(
	operation: string,
	{ parameters, ...call }: Parameters<Account['run']>[1] & object,
): Promise<unknown> {
	const { items, error } = await account.run(operation, { parameters, ...call });
	return error ? 'fails' : items.map(({ json }) => json.id);
}

/** Whether a trigger emits what comes to be. */
async function isEmitted(
	parameters: IDataObject,
	happens: Happens,
	change: () => Promise<Array<[string, number]>>,
): Promise<boolean> {
	const trigger = account.watch({ parameters, credentials: account.through(happens) });
	try {
		await trigger.activate();
		const expected = await change();
		return JSON.stringify(events(await trigger.poll())) === JSON.stringify(expected);
	} catch {
		return false;
	}
}

const twoNew = (resource: string) => async (): Promise<Array<[string, number]>> => {
	const now = Date.now();
	const rows = [now, now + 20].map((time) => new Date(time).toISOString());
	const ids = await account.write(
		resource,
		rows.map((time) => ({ createdAt: time, updatedAt: time })),
	);
	return ids.map((id) => ['created', id]);
};

async function oneWon(): Promise<Array<[string, number]>> {
	const [settings] = await account.records('domainSetting.get', { authentication: 'v1ApiKey' });
	const [{ id: type, phases } = { id: 0, phases: [] }] = settings!.dealTypes as Array<{
		id: number;
		phases: Array<{ id: number; status: number }>;
	}>;
	const phase = phases.find(({ status }) => status === 2)!;
	const updatedAt = new Date().toISOString();
	const deal = { dealType: { id: type }, phase: { id: phase.id }, reason: 'Price', updatedAt };
	const [id] = await account.write('deal', [deal]);
	return [['won', id!]];
}

/** What of all this does not come to what it comes to on the service as documented. */
async function failing(happens: Happens, authentication: Kind): Promise<string[]> {
	const failed: string[] = [];
	for (const [name, operation, parameters] of OPERATIONS) {
		const call = { parameters, authentication };
		const expected = await done(operation, call);
		const came = await done(operation, { ...call, credentials: account.through(happens) });
		if (JSON.stringify(came) !== JSON.stringify(expected)) failed.push(name);
	}
	for (const [name, resource] of Object.entries(NEW)) {
		const parameters = { authentication, resource, event: 'created' };
		if (!(await isEmitted(parameters, happens, twoNew(resource)))) failed.push(name);
	}
	const won = { authentication, resource: 'deal', event: 'won' };
	if (!(await isEmitted(won, happens, oneWon))) failed.push('a won deal');
	return failed;
}

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every property, on all levels. */
const properties = (change: (name: string, value: unknown) => unknown): Happens => {
	const changed = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(changed);
		if (!isObject(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, each]) => [name, change(name, changed(each))]),
		);
	};
	return changing(changed);
};
const times = (change: (time: string) => unknown): Happens =>
	properties((name, value) =>
		/At$|atetime$/.test(name) && typeof value === 'string' ? change(value) : value,
	);

const REFUSED: Answered = { status: 400, body: { error: 'BAD_REQUEST' } };
const refusing = (query: RegExp): Happens => answering((asked) => query.test(asked.query), REFUSED);
const limitOf = ({ query }: Pick<Asked, 'query'>) => Number(/limit=(\d+)/.exec(query)?.[1]);
const ignoring =
	(names: RegExp, path = /./): Happens =>
	async (asked, pass) => {
		const query = new URLSearchParams(asked.query);
		for (const name of [...query.keys()].filter((each) => names.test(each))) query.delete(name);
		return await pass(path.test(asked.path) ? query.toString() : undefined);
	};
const dated =
	(date?: string): Happens =>
	async (_, pass) => {
		const answer = await pass();
		const { date: _date, ...headers } = answer.headers ?? {};
		return { ...answer, headers: { ...headers, ...(date !== undefined && { date }) } };
	};

const WATCHED = 'customer deal contact dealAction customerAction contactAction';
const WATCHED_V1 = 'customer deal contact dealAction customerAction';
const LISTS = `customer role user userGroup deal contact dealAction customerAction contactAction`;

const DIFFERENCES: readonly Difference[] = [
	{ what: 'nothing', happens: async (_, pass) => await pass() },
	{
		what: 'sort is ignored',
		happens: ignoring(/^sort$/),
		told: ['sort: customer deal contact'],
		fails: SORTED,
	},
	{
		what: 'sort is refused in camel case',
		happens: refusing(/sort=-?\w*[A-Z]/),
		told: ['sort: customer deal contact'],
		fails: SORTED,
	},
	{
		what: 'pages are of 500 at most',
		happens: answering((asked) => limitOf(asked) > 500, REFUSED),
		told: [`window: ${WATCHED}`, 'sort: customer deal contact'],
		fails: ['all deals', ...TRIGGERS],
	},
	{ what: 'no answer has a Date', happens: dated(), told: ['clock: '], fails: TRIGGERS },
	{
		what: 'Date is no HTTP date',
		happens: dated('2026-11-21T08:00:00Z'),
		told: ['clock: '],
		fails: TRIGGERS,
	},
	{ what: 'times have no offset', happens: times((time) => time.replace(/Z$/, '')) },
	{ what: 'times have a blank for T', happens: times((time) => time.replace('T', ' ')) },
	{
		what: 'times are numbers',
		happens: times((time) => Date.parse(time)),
		told: ['sort: customer deal contact', `events: ${WATCHED}`],
		fails: TRIGGERS,
	},
	{
		what: 'createdAt has another name',
		happens: changing(
			(body) => JSON.parse(JSON.stringify(body).replaceAll('"createdAt"', '"added"')) as unknown,
		),
		told: [`events: ${WATCHED}`],
		fails: TRIGGERS,
	},
	{
		what: 'status of a phase has another name',
		happens: properties((name, value) => {
			if (name !== 'phase' || !isObject(value)) return value;
			const { status: state, ...phase } = value;
			return { ...phase, state };
		}),
		told: ['events: deal'],
		fails: ['a won deal'],
	},
	{
		what: 'IDs are text',
		happens: properties((name, value) => (name === 'id' ? String(value) : value)),
		told: [`reading: ${LISTS}`],
		fails: [
			'all deals',
			'deals by time',
			'contacts by time',
			'a deal',
			'a changed deal',
			...TRIGGERS,
		],
	},
	{
		what: 'windows are ignored',
		happens: ignoring(/^updatedAt/),
		told: [`window: ${WATCHED}`],
		fails: ['deals by time', 'contacts by time'],
	},
	{
		what: 'no update is at PATCH',
		happens: answering(({ method }) => method === 'PATCH', { status: 405, body: '' }),
		fails: ['a changed deal'],
	},
	{ what: 'nothing in v1', kind: 'v1ApiKey', happens: async (_, pass) => await pass() },
	{
		what: 'the window of contacts is ignored in v1',
		kind: 'v1ApiKey',
		happens: ignoring(/^updatedAt/, /^\/contacts/),
		told: ['window: contact'],
		fails: ['contacts by time'],
	},
	{
		what: 'one key to sort by is all that v1 takes',
		kind: 'v1ApiKey',
		happens: refusing(/sort=\w+,/),
		told: ['sort: customer deal contact'],
		fails: SORTED,
	},
	{
		what: 'a page of 40 is too large for v1',
		kind: 'v1ApiKey',
		happens: answering((asked) => limitOf(asked) >= 40, {
			status: 500,
			body: { error: 'The response is 11 MB; the limit is 10 MB: reduce limit' },
		}),
	},
	{
		what: 'windows are ignored in v1',
		kind: 'v1ApiKey',
		happens: ignoring(/^updatedAt/),
		told: [`window: ${WATCHED_V1}`],
		fails: ['deals by time', 'contacts by time'],
	},
];

test.each(DIFFERENCES)(
	'$what',
	async ({ happens, kind = 'personalToken', told = [], fails = [] }) => {
		const { findings, summary } = await checked.check({ happens, kind });
		const listsOf = (operations: readonly string[] = []) =>
			operations.map((each) => each.replace('.getMany', '')).join(' ');
		const broken = findings
			.filter(({ verdict }) => verdict === 'does not work')
			.map(({ check, operations }) => `${check}: ${listsOf(operations)}`);
		expect({ told: broken, fails: await failing(happens, kind) }).toEqual({ told, fails });
		expect(summary.verdict === 'does not work').toBe(told.length > 0);
		if (summary.verdict === 'works') {
			expect(summary.advice).toMatch(/^Reads work; writes were not tried\. Try .* once/);
		}
	},
);
