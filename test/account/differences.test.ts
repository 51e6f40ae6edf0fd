/**
 * A service that differs in one thing: what the check says does not work there is what fails. Beside what
 * it tells stands what operations and triggers then really do.
 */
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialSet } from '../../harness';
import { byId } from '../support/nodeFixture';
import { aPart } from '../support/random';
import { events } from '../support/triggerFixture';
import {
	answering,
	changing,
	dated,
	startAccount,
	type Account,
	type Answered,
	type Asked,
	type Happens,
	type Kind,
} from './support/account';

/** The check looks at an account that nobody writes to, operations write what is there, and triggers wait for records. */
let checked: Account;
let account: Account;
let watched: Account;
/** What operations come to on the service as documented, and how a deal is won there. */
let expected: Partial<Record<Kind, Array<[string, unknown]>>>;
let won: IDataObject;
beforeAll(async () => {
	checked = await startAccount();
	account = await startAccount();
	watched = await startAccount();
	expected = { personalToken: await done('personalToken'), v1ApiKey: await done('v1ApiKey') };
	const [settings] = await watched.records('domainSetting.get', { authentication: 'v1ApiKey' });
	const [dealType] = settings!.dealTypes as Array<{ id: number; phases: IDataObject[] }>;
	const { id } = dealType!.phases.find(({ status }) => status === 2)!;
	won = { dealType: { id: dealType!.id }, phase: { id } };
	// A deal that is won shows a wrong order only beside another new one.
	await oneWon();
});
afterAll(async () => {
	await checked.close();
	await account.close();
	await watched.close();
});

/** The beginning of a time's day in Tokyo, where the machine is. */
const startOfDay = (time: string) => new Date(new Date(time).setHours(0, 0, 0, 0)).toISOString();

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
	/** The records of whose events could not be told whether they ever come, and these events where it matters. */
	readonly untold?: readonly string[];
	/** Which of `DONE` fails. */
	readonly fails?: readonly string[];
}

const PAGE = { limit: 50 };
const BETWEEN = {
	...PAGE,
	filters: { updatedAtFrom: '2026-01-12T00:00:00Z', updatedAtTo: '2026-01-14T00:00:00Z' },
};
const OPERATIONS: ReadonlyArray<[string, string, IDataObject]> = [
	['all deals', 'deal.getMany', { returnAll: true }],
	['deals by time', 'deal.getMany', BETWEEN],
	['contacts by time', 'contact.getMany', BETWEEN],
	['a deal', 'deal.get', { dealId: byId(1) }],
	['a changed deal', 'deal.update', { dealId: byId(4), updateFields: { memo: 'changed' } }],
];
const NEW: Readonly<Record<string, string>> = {
	'new customers': 'customer',
	'new deals': 'deal',
	'new contacts': 'contact',
	'new actions': 'dealAction',
};
/** Triggers read all lists in the same way, except actions, which can't be sorted. */
const SORTED = ['new customers', 'new deals', 'new contacts'];
const TRIGGERS = [...Object.keys(NEW), 'a won deal'];

/** What each operation comes to. */
async function done(
	authentication: Kind,
	credentials?: CredentialSet,
): Promise<Array<[string, unknown]>> {
	const all: Array<[string, unknown]> = [];
	for (const [name, operation, parameters] of OPERATIONS) {
		const call = { parameters, authentication, credentials };
		const { items, error } = await account.run(operation, call);
		all.push([name, error ? 'fails' : items.map(({ json }) => json.id)]);
	}
	return all;
}

/** Whether a trigger emits what comes to be. */
async function isEmitted(
	parameters: IDataObject,
	happens: Happens,
	change: () => Promise<Array<[string, number]>>,
): Promise<boolean> {
	const trigger = watched.watch({ parameters, credentials: watched.through(happens) });
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
	const ids = await watched.write(
		resource,
		rows.map((time) => ({ createdAt: time, updatedAt: time })),
	);
	return ids.map((id) => ['created', id]);
};

async function oneWon(): Promise<Array<[string, number]>> {
	const updatedAt = new Date(Date.now()).toISOString();
	const [id] = await watched.write('deal', [{ ...won, reason: 'Price', updatedAt }]);
	return [['won', id!]];
}

/** What of all this does not come to what it comes to on the service as documented. */
async function failing(
	happens: Happens,
	authentication: Kind,
	triggers: readonly string[],
): Promise<string[]> {
	const came = new Map(await done(authentication, account.through(happens)));
	const failed = expected[authentication]!.filter(
		([name, as]) => !isDeepStrictEqual(came.get(name), as),
	).map(([name]) => name);
	for (const name of triggers) {
		const resource = NEW[name];
		const event = resource ? { resource, event: 'created' } : { resource: 'deal', event: 'won' };
		const change = resource ? twoNew(resource) : oneWon;
		if (!(await isEmitted({ authentication, ...event }, happens, change))) failed.push(name);
	}
	return failed;
}

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const mapped = (object: Fields, change: (value: unknown, name: string) => unknown): Fields =>
	Object.fromEntries(Object.entries(object).map(([name, each]) => [name, change(each, name)]));

/** Every property, on all levels. */
const properties = (change: (name: string, value: unknown) => unknown): Happens => {
	const changed = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(changed);
		if (!isObject(value)) return value;
		return mapped(value, (each, name) => change(name, changed(each)));
	};
	return changing(changed);
};
const times = (change: (time: string) => unknown): Happens =>
	properties((name, value) =>
		/At$|atetime$/.test(name) && typeof value === 'string' ? change(value) : value,
	);

/** Every record, wherever it stands. */
const records = (change: (record: Fields) => Fields): Happens =>
	changing((body) => {
		const changed = (value: unknown): unknown => {
			if (Array.isArray(value)) return value.map(changed);
			if (!isObject(value)) return value;
			return 'updatedAt' in value ? change(value) : mapped(value, changed);
		};
		return changed(body);
	});

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
/** The order is this one, whatever is asked for. */
const ordering =
	(sort: string): Happens =>
	async ({ query }, pass) =>
		await pass(query.replace(/sort=[^&]*/, `sort=${sort}`));
const withoutStatus = (deal: IDataObject): IDataObject => ({
	...deal,
	phase: { id: (deal.phase as IDataObject).id, name: 'x' },
});

/** What the service answers where a record is missing, beside a 404 in JSON. */
const missingAs =
	(answer: Answered): Happens =>
	async (_, pass) => {
		const came = await pass();
		return came.status === 404 ? { ...came, ...answer } : came;
	};
/** All phases that have one of these statuses have another one. */
const phasesAs = (status: number, ...those: number[]): Happens =>
	properties((name, value) =>
		name === 'phase' && isObject(value) && those.includes(value.status as number)
			? { ...value, status }
			: value,
	);

const LOOKED_UP = 'customer.get deal.get contact.get dealAction.get customerAction.get';
const WATCHED = 'customer deal contact dealAction customerAction contactAction';
const WATCHED_V1 = 'customer deal contact dealAction customerAction';
const LISTS = `customer role user userGroup deal contact dealAction customerAction contactAction`;

const DIFFERENCES: readonly Difference[] = [
	{ what: 'nothing', happens: async (_, pass) => await pass() },
	{
		what: 'sort is ignored',
		happens: ignoring(/^sort$/),
		told: ['sort: customer deal contact'],
		fails: [...SORTED, 'a won deal'],
	},
	{
		what: 'sort is ignored, and the order happens to be the right one',
		happens: ordering('updatedAt'),
		told: ['sort: customer deal contact'],
	},
	...(['ignored', 'refused'] as const).map((what): Difference => ({
		what: `sort is ${what} beside a window of update times`,
		happens: async (asked, pass) => {
			const isWindow = /updatedAtFrom.*sort=|sort=.*updatedAtFrom/.test(asked.query);
			if (!isWindow) return await pass();
			return what === 'refused' ? REFUSED : await ignoring(/^sort$/)(asked, pass);
		},
		told: ['sort: customer deal contact'],
		fails: [...SORTED, 'a won deal'],
	})),
	{
		what: 'all deals but the first have a phase without status',
		happens: changing((body) => {
			const { deals } = body as { deals?: IDataObject[] };
			if (!deals) return body;
			const [first, ...others] = deals;
			return { ...(body as IDataObject), deals: [first, ...others.map(withoutStatus)] };
		}),
		told: ['events: deal'],
		fails: ['a won deal'],
	},
	{
		what: 'sort is refused in camel case',
		happens: refusing(/sort=-?\w*[A-Z]/),
		told: ['sort: customer deal contact'],
		fails: [...SORTED, 'a won deal'],
	},
	{
		what: 'pages are of 500 at most',
		happens: answering((asked) => limitOf(asked) > 500, REFUSED),
		told: [`window: ${WATCHED}`, 'sort: customer deal contact'],
		fails: ['all deals', ...TRIGGERS],
	},
	{
		what: 'no answer has a Date',
		happens: dated(() => undefined),
		told: ['clock: '],
		fails: TRIGGERS,
	},
	{
		what: 'Date is no HTTP date',
		happens: dated(() => '2026-11-21T08:00:00Z'),
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
		what: 'no phase counts as won or lost',
		happens: phasesAs(1, 2, 3),
		untold: ['deal: Won, Lost, Closed, Reopened'],
		fails: ['a won deal'],
	},
	{
		what: 'no phase counts as won',
		happens: phasesAs(1, 2),
		untold: ['deal: Won'],
		fails: ['a won deal'],
	},
	{ what: 'no phase counts as lost', happens: phasesAs(1, 3), untold: ['deal: Lost'] },
	{
		what: 'all actions are open',
		happens: properties((name, value) => (name === 'active' ? true : value)),
		untold: ['dealAction: Completed', 'customerAction: Completed', 'contactAction: Completed'],
	},
	{
		what: 'createdAt is the update time',
		happens: records((each) => ({ ...each, createdAt: each.updatedAt })),
		untold: WATCHED.split(' ').map((each) => `${each}: Updated`),
	},
	{
		what: 'createdAt is a day',
		happens: records(({ createdAt, ...each }) => ({
			...each,
			createdAt: createdAt && startOfDay(createdAt as string),
		})),
		untold: WATCHED.split(' ').map((each) => `${each}: Created`),
		fails: TRIGGERS,
	},
	...(
		[
			['400', { status: 400, body: { error: 'BAD_REQUEST' } }],
			['403', { status: 403, body: { error: 'FORBIDDEN' } }],
			['200 and null', { status: 200, body: null }],
			['404 and a page', { status: 404, body: '<html>Not found</html>' }],
		] as const
	).map(([as, answer]): Difference => ({
		what: `a missing record is ${as}`,
		happens: missingAs(answer),
		told: [`events: ${LOOKED_UP}`],
	})),
	{ what: 'a missing record is 410', happens: missingAs({ status: 410, body: { error: 'GONE' } }) },
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
		fails: [...SORTED, 'a won deal'],
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

test.each(aPart(DIFFERENCES, 2))(
	'$what',
	async ({ happens, kind = 'personalToken', told = [], untold = [], fails = [] }) => {
		const { findings, summary } = await checked.check({ happens, kind });
		const listsOf = (operations: readonly string[] = []) =>
			operations.map((each) => each.replace('.getMany', '')).join(' ');
		const broken = findings
			.filter(({ verdict }) => verdict === 'does not work')
			.map(({ check, operations }) => `${check}: ${listsOf(operations)}`);
		const open = findings
			.filter(({ check, verdict }) => check === 'events' && verdict === 'could not be told')
			.flatMap(({ evidence }) => evidence.split('; '))
			.map((each) => each.replace(/\.getMany: .* differ for/, ':'));
		expect(open).toEqual(untold);
		if (untold.length > 0) expect(summary.verdict).toBe('could not be told');
		const tried = TRIGGERS.filter((name) => !SORTED.includes(name));
		const triggers = [...aPart(SORTED, 3), ...tried];
		const isTried = (name: string) => !SORTED.includes(name) || triggers.includes(name);
		expect({ told: broken, fails: await failing(happens, kind, triggers) }).toEqual({
			told,
			fails: fails.filter(isTried),
		});
		expect(summary.verdict === 'does not work').toBe(told.length > 0);
		if (summary.verdict === 'works') {
			expect(summary.advice).toMatch(/^Reads work; writes were not tried\. Try .* once/);
		}
	},
);
