/** Include Writes: whatever happens on the way, what the check made is deleted again, and nothing else is touched. */
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
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
const isOfOthers = (asked: Asked): boolean => {
	const [, list = '', id = ''] = /^\/(\w+)\/(\d+)/.exec(asked.path) ?? [];
	return isWrite(asked) && (theirs.get(list)?.has(id) ?? false);
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
const UPDATE = matching('PATCH', /^\/customers/);
const REMOVAL = matching('DELETE', /./);
/** A read of one of the check's own customers. */
const isOwnRead = (asked: Asked) =>
	matching('GET', /^\/customers\/\d+$/)(asked) &&
	theirs.get('customers')?.has(asked.path.split('/')[2] ?? '') === false;

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
const failingOnce = (isMeant: (asked: Asked) => boolean): Happens => {
	const failed = new Set<string>();
	return async (asked, pass) => {
		const key = `${asked.method} ${asked.path}`;
		if (!isMeant(asked) || failed.has(key)) return await pass();
		failed.add(key);
		return { status: 500, body: { error: 'BUSY' } };
	};
};

/** A removal, a create or a read that goes wrong, and whether searches lag besides. */
const DELETED: ReadonlyArray<[string, () => Happens, 'lagging'?]> = [
	['nothing', () => async (_, pass) => await pass()],
	['a lost answer to a create', () => answeredLate(CREATE, BREAKS, 1), 'lagging'],
	['a lost answer to a bulk create', () => answeredLate(BULK, BREAKS, 1), 'lagging'],
	['a lost answer to a contact', () => answeredLate(CONTACT, BREAKS, 1)],
	['removals whose answers are lost', () => answeredLate(REMOVAL, BREAKS)],
	['removals that a 404 answers', () => answeredLate(REMOVAL, MISSING)],
	['removals that fail once', () => failingOnce(REMOVAL)],
	['updates that do not come through', () => answering(matching('PATCH', /./), BREAKS)],
	['contacts that may not be deleted', () => answering(matching('DELETE', /contacts/), FORBIDDEN)],
	['records that may not be read', () => answering(isOwnRead, FORBIDDEN)],
	[
		'names that come back with other spaces and in capitals',
		() =>
			changing((body) =>
				JSON.parse(
					JSON.stringify(body, (_, each: unknown) =>
						typeof each === 'string' && each.startsWith('n8n check')
							? ` ${each.replaceAll(' ', '\u00a0').toUpperCase()} `
							: each,
					),
				),
			),
	],
	// Nothing is taken for the check's own that is not read under its name.
	[
		'a create that answers with another ID',
		() => answeredLate(CREATE, { status: 200, body: { id: 1 } }),
	],
	[
		'a bulk create that answers with another list',
		() => answeredLate(BULK, { status: 200, body: { customers: [{ id: 1, name: 'Theirs' }] } }),
	],
];

test.each(DELETED.map(([what, happens, lag = '']) => [what, happens, lag] as const))(
	'with %s, all that it made is deleted, and nobody else’s record',
	async (_, happens, lag) => {
		await account.write('customer', [{ name: 'n8n check' }]);
		await account.steer('PATCH', '/options', { searchLagMs: lag ? 3_600_000 : 0 });
		const { left, saysAllIsDeleted, writes } = await written({ happens: happens() });
		expect(writes).toContain('POST /customers');
		expect([left, saysAllIsDeleted]).toEqual([0, true]);
	},
);

test('in v1, which has no way to delete a customer, nothing is written', async () => {
	const parameters = { includeWrites: true };
	const { writes, of } = await account.check({ kind: 'v1ApiKey', parameters });
	expect([writes, of('writes')?.verdict]).toEqual([[], 'unclear']);
});

describe('what may be left behind is named, so that it can be found', () => {
	const NAMED = expect.stringMatching(/n8n check/) as string;

	test.each([
		['a customer', CREATE],
		['a bulk create', BULK],
	])('%s that failed for a moment, and may have been made', async (_, isMeant) => {
		const { remains, differing, left, writes } = await written({ happens: failingOnce(isMeant) });
		expect([left, differing]).toEqual([0, []]);
		expect(remains).toEqual([expect.objectContaining({ verdict: 'unclear', advice: NAMED })]);
		// What may have been carried out is not sent again.
		expect(writes.filter((each) => each === 'POST /customers')).toHaveLength(1);
	});

	test.each<[string, Answered]>([
		['is refused', FORBIDDEN],
		['says in a success that it failed', { status: 200, body: { error: 'FORBIDDEN' } }],
	])('a removal that %s', async (_, answer) => {
		const happens = answering(matching('DELETE', /customers\/\d+$/), answer);
		const { remains, left } = await written({ happens });
		expect([left, remains.length]).toEqual([2, 2]);
		for (const each of remains) {
			expect(each.evidence).toMatch(/^customer \d+ /);
			expect(each.advice).toEqual(NAMED);
		}
	});

	test('where the day’s quota is used up in between', async () => {
		const reads = (await account.check()).asked.length;
		await account.reset();
		const { remains, differing, left } = await written({
			happens: async (asked, pass) => {
				const dailyLimit = reads + 8;
				if (asked.number === dailyLimit + 1)
					await account.steer('PATCH', '/options', { dailyLimit });
				return await pass();
			},
		});
		expect([differing, remains.length]).toEqual([[], left]);
		for (const each of remains) expect(each).toMatchObject({ verdict: 'unclear', advice: NAMED });
	});
});

test('what may have been carried out at one address is not sent to the next', async () => {
	const isBulk = matching('POST', /bulk|batch/);
	const { asked } = await written({
		happens: async (given, pass) => {
			if (!isBulk(given)) return await pass();
			return BULK(given) ? MISSING : { status: 504, body: '' };
		},
	});
	expect(asked.filter(isBulk)).toHaveLength(2);
});

test('a write that is not permitted is told so, and nothing differs', async () => {
	const { of, differing, left } = await written({ happens: answering(UPDATE, FORBIDDEN) });
	expect(of('write:customer.update')?.verdict).toBe('notPermitted');
	expect([differing, left]).toEqual([[], 0]);
});

test.each([
	['the first create', CREATE],
	['the first update', UPDATE],
	['the contact', CONTACT],
])(
	'cancelled as %s is answered, it makes nothing more, and deletes what it made',
	async (_, isMeant) => {
		const before = await account.counts();
		const cancel = new AbortController();
		let last = Infinity;
		const { asked } = await account.check({
			...{ parameters: { includeWrites: true }, signal: cancel.signal },
			happens: async (given, pass) => {
				const answer = await pass();
				if (last === Infinity && isMeant(given)) {
					last = given.number;
					cancel.abort();
				}
				return answer;
			},
		});
		// It goes on deleting behind the end of the execution.
		for (
			let looks = 0;
			looks < 300 && !isDeepStrictEqual(await account.counts(), before);
			looks++
		) {
			await pause(10);
		}
		expect(await account.counts()).toEqual(before);
		const later = asked.filter(({ number }) => number > last);
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
	expect([left, saysAllIsDeleted]).toEqual([0, true]);
	expect(JSON.stringify(findings)).toMatch(/the rate limit let nothing through for a while/);
});
