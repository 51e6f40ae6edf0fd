/** The fingerprint of Account: Check is that of the service: other records in the account don't change it. */
import * as fc from 'fast-check';
import { checkAccount } from '../../nodes/SalesManagement/operations/check/account';
import type { CredentialKind } from '../../nodes/SalesManagement/api/types';
import type { Sandbox } from '../../sandbox';
import { clientFor } from '../support/connectorClient';
import { startTestSandbox, usual } from '../support/testSandbox';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startTestSandbox({ set: usual, seed: 'empty', checkResponses: false });
});
afterAll(async () => await sandbox.close());

async function steer<Answer>(method: string, path: string, body: unknown): Promise<Answer> {
	const headers = { 'content-type': 'application/json' };
	const sent = { method, headers, body: JSON.stringify(body) };
	const response = await fetch(`${sandbox.admin}${path}`, sent);
	expect([path, response.status]).toEqual([path, 200]);
	return (await response.json()) as Answer;
}

/** A property that is filled in some records and empty in others. */
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const text = fc.stringMatching(/^[A-Za-z][a-z]{1,8}( [a-z]{2,6})?$/);
const rows = <Row>(row: fc.Arbitrary<Row>) => fc.array(row, { minLength: 1, maxLength: 14 });
const custom = (name: string) =>
	fc
		.option(text, { nil: undefined })
		.map((value) => (value === undefined ? [] : [{ itemKey: `${name}_text`, value }]));
const time = fc
	.integer({ min: 1, max: 90_000_000 })
	.map((seconds) => new Date(Date.now() - 1_000_000 - seconds * 997).toISOString());

const accounts = fc.record({
	customer: rows(
		fc.record({
			name: text,
			address: maybe(text),
			employee: maybe(fc.integer({ min: 1, max: 9999 })),
			customerCustoms: custom('customer'),
			updatedAt: time,
		}),
	),
	deal: rows(
		fc.record({
			name: text,
			amount: maybe(fc.integer({ min: 0, max: 1_000_000 })),
			memo: maybe(text),
			dealCustoms: custom('deal'),
			updatedAt: time,
		}),
	),
	contact: rows(
		fc.record({ name: text, dept: maybe(text), email: maybe(fc.constant('a@b.example')) }),
	),
	action: rows(fc.record({ preNote: maybe(text), result: maybe(text), active: fc.boolean() })),
	customObject: rows(fc.record({ subject: maybe(text) })),
});
type AccountData = typeof accounts extends fc.Arbitrary<infer Value> ? Value : never;

const written = (all: readonly object[], links: object = {}) =>
	all.map((row) => ({
		...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)),
		...links,
	}));

/** The fingerprint of an account that holds this, and how it was found. */
async function fingerprint(kind: CredentialKind, dialects: readonly string[], data: AccountData) {
	await steer('POST', '/reset', { seed: 'empty' });
	await steer('PUT', '/dialects', []);
	const write = async (to: string, all: readonly object[]) =>
		(await steer<number[]>('POST', `/records/${to}`, all)).map((id) => ({ id }));
	const [customer] = await write('customer', written(data.customer));
	const [deal] = await write('deal', written(data.deal, { customer }));
	const [contact] = await write('contact', written(data.contact, { customer }));
	await write('customerAction', written(data.action, { customer }));
	await write('dealAction', written(data.action, { deal }));
	await write('contactAction', written(data.action, { contact }));
	await write('customObject', written(data.customObject, { customObjectDefKey: 'ticket' }));
	await steer('PUT', '/dialects', dialects);
	const client = clientFor(sandbox, { kind });
	const { summary } = await checkAccount({ client, objectKey: 'ticket' });
	const { fingerprint: found, shapes } = summary;
	return { found, shapes };
}

/** Differences of all sorts; and none. */
const SERVICES: ReadonlyArray<readonly string[]> = [
	[],
	['nulls-left-out', 'bare-lists', 'next-cursor-absent-at-end'],
	['empty-text-for-null', 'amounts-as-text', 'customs-without-item-keys', 'page-fields-short'],
	['keys-shuffled', 'decimals-as-numbers', 'times-as-seconds', 'references-without-names'],
	['short-pages', 'sort-ignored', 'windows-ignored', 'ids-as-text', 'errors-nested'],
	['names-snake-case', 'booleans-as-numbers', 'limit-called-per-page', 'records-in-data'],
	['foreign-deployment'],
];

const kinds = fc.constantFrom<CredentialKind>('personalToken', 'teamToken', 'v1ApiKey');

test.each(SERVICES.map((dialects) => [dialects.join(', ') || 'as documented', dialects]))(
	'%s: two accounts with other records have one fingerprint',
	async (_, dialects) => {
		await fc.assert(
			fc.asyncProperty(kinds, accounts, accounts, async (kind, one, other) => {
				const first = await fingerprint(kind, dialects, one);
				const second = await fingerprint(kind, dialects, other);
				const told = first.found === second.found ? [] : [first.shapes, second.shapes];
				expect(told).toEqual([]);
			}),
			{ numRuns: 2, endOnFailure: true },
		);
	},
);

test('each of these services has another one', async () => {
	const [data] = fc.sample(accounts, { seed: 1, numRuns: 1 }) as [AccountData];
	const found: string[] = [];
	for (const dialects of SERVICES) {
		found.push((await fingerprint('teamToken', dialects, data)).found);
	}
	expect(new Set(found).size).toBe(SERVICES.length);
});
