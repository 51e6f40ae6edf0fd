/** Include Writes: whatever happens on the way, what the check made is deleted again, and nothing else is touched. */
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { byId } from '../engine/support/nodeFixture';
import {
	answering,
	BREAKS,
	changing,
	FORBIDDEN,
	isWrite,
	matching,
	MISSING,
	startAccount,
	type Account,
	type Answered,
	type Asked,
	type Given,
	type Happens,
} from './support/account';

let account: Account;
/** The records that are there before, by the list that they are in. */
let theirs: ReadonlyMap<string, ReadonlySet<string>>;
beforeAll(async () => {
	account = await startAccount();
	const lists = { customers: 'customer', contacts: 'contact', deals: 'deal' };
	theirs = new Map(
		await Promise.all(
			Object.entries(lists).map(async ([list, kind]): Promise<[string, Set<string>]> => {
				const all = await account.records(`${kind}.getMany`, { parameters: { returnAll: true } });
				return [list, new Set(all.map(({ id }) => String(id as number)))];
			}),
		),
	);
});
beforeEach(async () => await account.reset());
afterAll(async () => await account.close());

/** A change of somebody else's record. */
const isOfOthers = ({ method, path }: Asked): boolean => {
	const [, list = '', id = ''] = /^\/(\w+)\/(\d+)/.exec(path) ?? [];
	const isWrite = ['PATCH', 'PUT', 'DELETE'].includes(method) || /actions$/.test(path);
	return isWrite && method !== 'GET' && (theirs.get(list)?.has(id) ?? false);
};

/** A check that writes, and how many records it left behind. */
async function written(given: Given = {}) {
	const before = await account.counts();
	const checked = await account.check({ ...given, parameters: { includeWrites: true } });
	expect(checked.asked.filter(isOfOthers)).toEqual([]);
	const after = await account.counts();
	const left = Object.keys(before).reduce(
		(sum, kind) => sum + (after[kind] ?? 0) - (before[kind] ?? 0),
		0,
	);
	return { ...checked, left };
}

const CREATE = matching('POST', /^\/customers$/);
const CONTACT = matching('POST', /^\/contacts$/);
const BULK = matching('POST', /^\/customers\/bulk$/);
const ACTION = matching('POST', /\/actions$/);
const REMOVAL = matching('DELETE', /./);

/** What matches is carried out, and answered otherwise. */
const answeredLate = (
	isMeant: (asked: Asked) => boolean,
	answer: Answered,
	times = Infinity,
): Happens => {
	let left = times;
	return async (asked, pass) => {
		const passed = await pass();
		return isMeant(asked) && left-- > 0 ? answer : passed;
	};
};

/** What matches is not carried out the first time. */
const failingOnce = (isMeant: (asked: Asked) => boolean, answer: Answered): Happens => {
	const failed = new Set<string>();
	return async (asked, pass) => {
		const key = `${asked.method} ${asked.path}`;
		if (!isMeant(asked) || failed.has(key)) return await pass();
		failed.add(key);
		return answer;
	};
};

/** The names of the check's own records come back otherwise. */
const renaming = (change: (name: string) => string): Happens =>
	changing((body) =>
		body === ''
			? body
			: (JSON.parse(
					JSON.stringify(body, (_, each: unknown) =>
						typeof each === 'string' && each.startsWith('n8n check') ? change(each) : each,
					),
				) as unknown),
	);

const OUT_OF_ORDER = { status: 500, body: { error: 'BUSY' } };
const GATEWAY = { status: 504, body: '' };
const LAG = 3_600_000;

interface Row {
	readonly what: string;
	readonly happens: () => Happens;
	readonly searchLagMs?: number;
}

const DELETED: readonly Row[] = [
	{ what: 'nothing', happens: () => async (_, pass) => await pass() },
	{ what: 'the answer to a create is lost', happens: () => answeredLate(CREATE, BREAKS, 1) },
	{
		...{ what: 'so, while searches lag', searchLagMs: LAG },
		happens: () => answeredLate(CREATE, BREAKS, 1),
	},
	{
		...{ what: 'that to a bulk create, while searches lag', searchLagMs: LAG },
		happens: () => answeredLate(BULK, BREAKS, 1),
	},
	{
		...{ what: 'that to a contact, while searches lag', searchLagMs: LAG },
		happens: () => answeredLate(CONTACT, BREAKS, 1),
	},
	{ what: 'that to an action', happens: () => answeredLate(ACTION, GATEWAY) },
	{ what: 'those to all removals', happens: () => answeredLate(REMOVAL, BREAKS) },
	{ what: 'a gateway answers removals', happens: () => answeredLate(REMOVAL, GATEWAY) },
	{ what: 'removals are answered by 404', happens: () => answeredLate(REMOVAL, MISSING) },
	{ what: 'each removal fails once', happens: () => failingOnce(REMOVAL, OUT_OF_ORDER) },
	{ what: 'no update comes through', happens: () => answering(matching('PATCH', /./), BREAKS) },
	{ what: 'names come back in capitals', happens: () => renaming((name) => name.toUpperCase()) },
	{
		what: 'names come back with other spaces',
		happens: () => renaming((name) => ` ${name.replaceAll(' ', '\u00a0')} `),
	},
	{
		what: 'contacts may not be deleted: they go with their customer',
		happens: () => answering(matching('DELETE', /contacts|actions/), FORBIDDEN),
	},
];

test.each(DELETED)('$what: all is deleted', async ({ happens, searchLagMs = 0 }) => {
	await account.steer('PATCH', '/options', { searchLagMs });
	const { left, saysAllIsDeleted, writes } = await written({ happens: happens() });
	expect(writes).toContain('POST /customers');
	expect(left).toBe(0);
	expect(saysAllIsDeleted).toBe(true);
});

/** A read of one of the check's own customers. */
const isOwnRead = (asked: Asked) =>
	matching('GET', /^\/customers\/\d+$/)(asked) &&
	theirs.get('customers')?.has(asked.path.split('/')[2] ?? '') === false;

test.each([
	['can’t be read', { status: 503, body: '' }],
	['may not be read', FORBIDDEN],
	['is hidden', MISSING],
])('what was made and %s is deleted by the ID of its create', async (_, answer) => {
	const { left, saysAllIsDeleted } = await written({ happens: answering(isOwnRead, answer) });
	expect(left).toBe(0);
	expect(saysAllIsDeleted).toBe(true);
});

/** Nothing is taken for the check's own that is not read under its name. */
test.each<[string, (asked: Asked) => boolean, unknown]>([
	['how many there are', BULK, [1]],
	['another list of customers', BULK, { customers: [{ id: 1, name: 'Theirs' }] }],
	['rows', BULK, [{ index: 0, id: 1 }]],
	['its company', CREATE, { company: { id: 1, name: 'Theirs' } }],
	['another ID', CREATE, { id: 1 }],
])('a create that answers with %s leads to no record of others', async (_, isMeant, body) => {
	const { left, saysAllIsDeleted } = await written({
		happens: answeredLate(isMeant, { status: 200, body }),
	});
	expect(left).toBe(0);
	expect(saysAllIsDeleted).toBe(true);
});

describe('what may be left behind is named, so that it can be found', () => {
	const NAMED = {
		advice: expect.stringMatching(/n8n check/) as string,
	};

	test.each([
		['a customer', CREATE],
		['a bulk create', BULK],
		['a contact', CONTACT],
	])('%s that failed for a moment, and may have been made', async (_, isMeant) => {
		const { remains, differing, left, writes } = await written({
			happens: failingOnce(isMeant, OUT_OF_ORDER),
		});
		expect(left).toBe(0);
		expect(differing).toEqual([]);
		expect(remains).toEqual([expect.objectContaining({ verdict: 'unclear', ...NAMED })]);
		// What may have been carried out is not sent again.
		expect(writes.filter((each) => each === 'POST /customers').length).toBe(1);
	});

	test('a removal that says in a success that it failed', async () => {
		const { remains, left } = await written({
			happens: answering(matching('DELETE', /customers\/\d+$/), {
				...{ status: 200, body: { error: 'FORBIDDEN', messages: ['not allowed'] } },
			}),
		});
		expect(left).toBe(2);
		expect(remains).toHaveLength(2);
		for (const each of remains) expect(each).toMatchObject(NAMED);
	});

	test.each([9])('the day’s quota is used up by request %d of those that write', async (number) => {
		const reads = (await account.check()).asked.length;
		await account.reset();
		const { remains, differing, left } = await written({
			happens: async (asked, pass) => {
				const dailyLimit = reads + number - 1;
				if (asked.number === dailyLimit + 1) {
					await account.steer('PATCH', '/options', { dailyLimit });
				}
				return await pass();
			},
		});
		expect(differing).toEqual([]);
		expect(remains).toHaveLength(left);
		for (const each of remains) expect(each).toMatchObject({ verdict: 'unclear', ...NAMED });
	});
});

test('what may have been carried out at one address is not sent to the next', async () => {
	const { asked } = await written({
		happens: async (given, pass) => {
			const isBulk = given.method === 'POST' && /bulk|batch/.test(given.path);
			if (!isBulk) return await pass();
			return given.path === '/customers/bulk' ? MISSING : GATEWAY;
		},
	});
	const bulk = asked.filter(({ method, path }) => method === 'POST' && /bulk|batch/.test(path));
	expect(bulk).toHaveLength(2);
});

test('a write that is not permitted is told so, and no update is one that works otherwise', async () => {
	const { of, differing, left } = await written({
		happens: answering(matching('PATCH', /^\/customers/), FORBIDDEN),
	});
	expect(of('write:customer.update')?.verdict).toBe('notPermitted');
	expect(differing).toEqual([]);
	expect(left).toBe(0);
});

test('searches that lag are no reason to warn of Create or Update', async () => {
	await account.steer('PATCH', '/options', { searchLagMs: LAG });
	const { differing } = await written();
	expect(differing.map(([check]) => check)).toEqual(['lag:search']);
});

test.each([
	['the first create', CREATE],
	['the first update', matching('PATCH', /^\/customers/)],
	['the contact', CONTACT],
	['the first removal', REMOVAL],
])(
	'cancelled as %s is answered: it makes nothing more, and deletes what it made',
	async (_, isMeant) => {
		const before = await account.counts();
		const cancel = new AbortController();
		let asked: Asked | undefined;
		const checked = await account.check({
			parameters: { includeWrites: true },
			signal: cancel.signal,
			happens: async (given, pass) => {
				const answer = await pass();
				if (asked === undefined && isMeant(given)) {
					asked = given;
					cancel.abort();
				}
				return answer;
			},
		});
		// It goes on deleting behind the end of the execution.
		for (let looks = 0; looks < 300; looks++) {
			if (isDeepStrictEqual(await account.counts(), before)) break;
			await pause(10);
		}
		expect(await account.counts()).toEqual(before);
		const later = checked.asked.filter(({ number }) => number > (asked?.number ?? Infinity));
		expect(later.length).toBeGreaterThan(0);
		expect(later.filter((each) => isWrite(each) && each.method !== 'DELETE')).toEqual([]);
	},
);

test('a rate that lets nothing through but removals ends the check, which deletes what it made', async () => {
	let isMade = false;
	const { left, saysAllIsDeleted, findings } = await written({
		happens: async (asked, pass) => {
			if (isMade && !REMOVAL(asked) && !isOwnRead(asked)) {
				return { status: 429, headers: { 'retry-after': '0' }, body: { error: 'NO' } };
			}
			isMade ||= CREATE(asked);
			return await pass();
		},
	});
	expect(left).toBe(0);
	expect(saysAllIsDeleted).toBe(true);
	expect(JSON.stringify(findings)).toMatch(/the rate limit let nothing through for a while/);
});

test('a record of somebody else that bears such a name stays', async () => {
	const [id] = await account.write('customer', [{ name: 'n8n check' }]);
	const { left } = await written({ happens: answeredLate(CREATE, BREAKS, 1) });
	expect(left).toBe(0);
	const [record] = await account.records('customer.get', {
		parameters: { customerId: byId(id ?? 0) },
	});
	expect(record).toMatchObject({ name: 'n8n check' });
});
