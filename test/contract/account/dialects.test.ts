/**
 * Account: Check finds each difference of the sandbox, alone and beside another, and says which it is.
 * Pairs are drawn by a seed (ACCOUNT_SEED); ACCOUNT_DRAWS=all tries all that go together.
 */
import {
	checkAccount,
	type Checked,
} from '../../../nodes/SalesManagement/operations/check/account';
import type { Finding } from '../../../nodes/SalesManagement/operations/check/finding';
import type { CredentialKind } from '../../../nodes/SalesManagement/api/types';
import { dialects } from '../../../sandbox/dialects/catalogue';
import type { Sandbox } from '../../../sandbox';
import { clientFor } from '../../support/connectorClient';
import { startTestSandbox, usual } from '../../support/testSandbox';
import { named, NOT_FOUND, TABLE, type Named } from './support/dialectTable';
import { drawCount, draws, isWhole, SEED, timeFor } from './support/drawn';
import { isOdd } from './support/steered';

let sandbox: Sandbox;
beforeAll(async () => {
	// What its responses hold is checked by the tests of the sandbox.
	sandbox = await startTestSandbox({ set: usual, checkResponses: false });
});
afterAll(async () => await sandbox.close());

async function steer(method: string, path: string, body: unknown): Promise<boolean> {
	const headers = { 'content-type': 'application/json' };
	const sent = { method, headers, body: JSON.stringify(body) };
	return (await fetch(`${sandbox.admin}${path}`, sent)).ok;
}

/** Starts over with what it takes to see these differences. */
async function prepared(all: readonly Named[]): Promise<void> {
	await steer('POST', '/reset', {});
	for (const { more = {}, set } of all) {
		for (const [kind, count] of Object.entries(more)) {
			const rows = Array.from({ length: count }, (_, at) => ({ name: `${at}` }));
			await steer('POST', `/records/${kind}`, rows);
		}
		if (set) await steer('PATCH', '/options', set);
	}
}

/** Starts over with these differences; whether they can be on together. */
async function speaking(names: readonly string[]): Promise<boolean> {
	await prepared(names.map((name) => TABLE[name] as Named));
	return await steer('PUT', '/dialects', names);
}

async function checked(
	by: Named['by'] | undefined,
	{ token = 'teamToken', comparedWith }: { token?: CredentialKind; comparedWith?: string } = {},
): Promise<Checked> {
	const client = clientFor(sandbox, { kind: by === 'v1' ? 'v1ApiKey' : token });
	const all = await checkAccount({ client, includeWrites: by === 'writes', comparedWith });
	expect(all.parts.flatMap(({ findings }) => findings).filter(isOdd)).toEqual([]);
	return all;
}

const naming = ({ check, verdict = 'differs' }: Named, { parts }: Checked): Finding | undefined =>
	parts
		.flatMap(({ findings }) => findings)
		.find((each) => each.check === check && each.verdict === verdict);

/** What the documented service looks like, as a user would keep it. */
const documented = new Map<string, string>();
async function shapesBefore({ by, ...named }: Named): Promise<string> {
	const key = JSON.stringify([by, named.more]);
	const known = documented.get(key);
	if (known !== undefined) return known;
	await prepared([{ ...named, by }]);
	const { summary } = await checked(by);
	const shapes = JSON.stringify(summary.shapes);
	documented.set(key, shapes);
	return shapes;
}

/** Words that nobody needs to know who builds workflows. */
const TECHNICAL =
	/\b(?:envelope|wrapper|cursor|totalCount|hasMore|updatedAt|createdAt|property key|ISO 8601|hint|parameter limit)\b/;

/** It takes the time that it says. */
const SLOW = 'two-requests-a-second';
const NAMES = Object.keys(TABLE).filter((name) => isWhole || name !== SLOW);

test('all differences but few are known to be found, and of those it is known why not', () => {
	expect(Object.keys(TABLE).length).toBeGreaterThanOrEqual(100);
	expect([...Object.keys(TABLE), ...Object.keys(NOT_FOUND)].sort()).toEqual(
		dialects.map(({ name }) => name).sort(),
	);
});

test.each(NAMES)('%s is found and named, and told as a change', async (name) => {
	const expected = TABLE[name] as Named;
	const before = await shapesBefore(expected);
	expect(await speaking([name])).toBe(true);
	const all = await checked(expected.by, { comparedWith: before });
	expect(naming(expected, all)).toMatchObject({
		evidence: expect.stringMatching(expected.says) as string,
		advice: expect.stringMatching(/\.$/) as string,
	});
	expect(all.summary.item.hasChanged).toBe(expected.verdict === undefined);
	const advice = all.parts.flatMap(({ findings }) => findings.map((each) => each.advice));
	expect(advice.filter((each) => TECHNICAL.test(each))).toEqual([]);
});

test.each(Object.keys(NOT_FOUND))('%s changes nothing of what is found', async (name) => {
	for (const by of ['writes', 'v1'] as const) {
		await prepared([]);
		expect(await steer('PUT', '/dialects', [name])).toBe(true);
		const { parts } = await checked(by, { token: 'personalToken' });
		const findings = parts.flatMap((part) => part.findings);
		expect(findings.length).toBeGreaterThan(50);
		expect(findings.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
	}
});

test('where v1 tells no total, a second page shows whether the first one is all', async () => {
	const short = named('limit:deal.getMany', /holds less, although more follow/);
	await prepared([named('', /./, { more: { contact: 60 } })]);
	expect(await steer('PUT', '/dialects', ['short-pages', 'no-total-count'])).toBe(true);
	const all = await checked('v1');
	expect(naming(short, all)?.evidence).toMatch(short.says);
	for (const operation of ['customer.getMany', 'deal.getMany', 'contact.getMany']) {
		const pages = named(`pages:${operation}`, /the second page follows the first/, {
			verdict: 'asDescribed',
		});
		expect(naming(pages, all)?.evidence).toMatch(pages.says);
	}
	await prepared([]);
	expect(await steer('PUT', '/dialects', ['no-total-count'])).toBe(true);
	const few = naming(
		named('pages:dealAction.getMany', /./, { verdict: 'unclear' }),
		await checked('v1'),
	);
	expect(few?.evidence).toMatch(/All records that there are came on one page/);
});

/** Differences that leave nothing else to be seen, are a whole deployment, or fill the account. */
const ALONE = [
	SLOW,
	'small-responses',
	'other-deployment',
	'foreign-deployment',
	'limit-capped-at-100',
];
const PAIRED = NAMES.filter((name) => !ALONE.includes(name));

const everyPair = (): Array<[string, string]> =>
	PAIRED.flatMap((one, at) => PAIRED.slice(at + 1).map((other): [string, string] => [one, other]));

function drawnPairs(): Array<[string, string]> {
	const draw = draws();
	const all = everyPair();
	return Array.from({ length: 2 * drawCount(12) }, () => all[draw(all.length)] as [string, string]);
}

const isOfOne = (both: readonly Named[]) =>
	both.every(({ by }) => by === 'v1') || both.every(({ by }) => by !== 'v1');

test(
	'in random pairs, each of the two is found by its check',
	async () => {
		let tried = 0;
		for (const pair of isWhole ? everyPair() : drawnPairs()) {
			const both = pair.map((name) => TABLE[name] as Named);
			if (!isOfOne(both) || !(await speaking(pair))) continue;
			tried++;
			// A team token has no user, so that a 403 for the current one may mean anything.
			const by = both.find((each) => each.by !== undefined)?.by;
			const all = await checked(by, { token: 'personalToken' });
			const missed = both.filter((each) => !naming(each, all)).map(({ check }) => check);
			expect({ seed: SEED, pair, missed }).toEqual({ seed: SEED, pair, missed: [] });
			if (!isWhole && tried === drawCount(12)) break;
		}
		expect(tried).toBeGreaterThanOrEqual(isWhole ? 1000 : drawCount(12) / 2);
	},
	timeFor(12),
);
