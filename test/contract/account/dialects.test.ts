/** Account: Check finds each difference of the sandbox, alone and beside another, and says which it is. */
import { checkAccount } from '../../../nodes/SalesManagement/operations/check/account';
import type { Finding } from '../../../nodes/SalesManagement/operations/check/finding';
import type { CredentialKind } from '../../../nodes/SalesManagement/api/types';
import type { Sandbox } from '../../../sandbox';
import { clientFor } from '../../support/connectorClient';
import { startTestSandbox, usual } from '../../support/testSandbox';
import { TABLE, type Named } from './support/dialectTable';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startTestSandbox({ set: usual });
});
afterAll(async () => await sandbox.close());

async function steer(method: string, path: string, body: unknown): Promise<Response> {
	const headers = { 'content-type': 'application/json' };
	return await fetch(`${sandbox.admin}${path}`, { method, headers, body: JSON.stringify(body) });
}

/** Starts over with these differences; whether they can be on together. */
async function speaking(dialects: readonly string[], made: Named['set'] = {}): Promise<boolean> {
	await steer('POST', '/reset', {});
	for (const [kind, count] of Object.entries(made)) {
		await steer(
			'POST',
			`/records/${kind}`,
			Array.from({ length: count }, (_, at) => ({ name: `${at}` })),
		);
	}
	return (await steer('PUT', '/dialects', dialects)).ok;
}

async function findings(by: Named['by'] | undefined): Promise<readonly Finding[]> {
	const kind: CredentialKind = by === 'v1' ? 'v1ApiKey' : 'teamToken';
	const client = clientFor(sandbox, { kind });
	const { parts } = await checkAccount({ client, includeWrites: by === 'writes' });
	return parts.flatMap((part) => part.findings);
}

const naming = ({ check }: Named, all: readonly Finding[]): Finding | undefined =>
	all.find((each) => each.check === check && each.verdict === 'differs');

const NAMES = Object.keys(TABLE);

test('at least 40 differences are known to be found', () => {
	expect(NAMES.length).toBeGreaterThanOrEqual(40);
});

test.each(NAMES)('%s is found and named', async (name) => {
	const expected = TABLE[name] as Named;
	expect(await speaking([name], expected.set)).toBe(true);
	expect(naming(expected, await findings(expected.by))).toMatchObject({
		evidence: expect.stringMatching(expected.says) as string,
		advice: expect.stringMatching(/\.$/) as string,
	});
});

/** Differences that leave nothing else to be seen, or are a whole deployment. */
const ALONE = [
	'other-deployment',
	'foreign-deployment',
	'two-requests-a-second',
	'limit-capped-at-100',
];

/** Pairs drawn by a seed that a failure tells. */
function pairsBy(seed: number, count: number): Array<[string, string]> {
	const names = NAMES.filter((name) => !ALONE.includes(name));
	let state = seed;
	const drawn = () => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return names[state % names.length] as string;
	};
	return Array.from({ length: count }, () => [drawn(), drawn()]);
}

test('in random pairs, each of the two is found by its check', async () => {
	const seed = Date.now() % 100_000;
	for (const pair of pairsBy(seed, 20)) {
		const both = pair.map((name) => TABLE[name] as Named);
		const isOfOne = both.every(({ by }) => by === 'v1') || both.every(({ by }) => by !== 'v1');
		if (pair[0] === pair[1] || !isOfOne || !(await speaking(pair))) continue;
		const by = both.find((each) => each.by !== undefined)?.by;
		const all = await findings(by);
		const missed = both.filter((each) => !naming(each, all)).map(({ check }) => check);
		expect({ seed, pair, missed }).toEqual({ seed, pair, missed: [] });
	}
});
