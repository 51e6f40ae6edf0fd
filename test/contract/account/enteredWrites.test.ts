/** What is entered under Endpoint Overrides for a write is written to only where what was read leads to the same records. */
import { checkAccount } from '../../../nodes/SalesManagement/operations/check/account';
import { clientFor } from '../../support/connectorClient';
import { drawCount, draws, SEED, timeFor } from './support/drawn';
import { MOVES } from './support/moves';
import { differing, findings, startSteered, type Steered } from './support/steered';

let steered: Steered;
beforeAll(async () => {
	steered = await startSteered();
});
afterAll(async () => await steered.close());

interface Logged {
	readonly number: number;
	readonly method: string;
	readonly path: string;
}

const log = async (since = 0) => await steered.admin<Logged[]>('GET', `/requests?since=${since}`);
const records = async () =>
	(await steered.admin<{ records: Record<string, number> }>('GET', '/stats')).records;

/** What a check that writes finds, and what it sent besides reads. */
async function checkedWith(overrides: Record<string, string>) {
	const before = { records: await records(), number: (await log()).at(-1)?.number ?? 0 };
	const client = clientFor(steered.sandbox, { kind: 'personalToken', overrides });
	const { parts, summary } = await checkAccount({ client, includeWrites: true });
	const all = parts.flatMap((part) => part.findings);
	expect(await records()).toEqual(before.records);
	const writes = (await log(before.number))
		.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search'))
		.map(({ method, path }) => `${method} ${path.replace(/^\/v2/, '').replace(/\d+/g, '{}')}`);
	return { all, summary, writes };
}

test.each([
	['customer.create', 'POST /contacts', 'contact.create'],
	['customer.create', 'PUT /contacts', 'contact.getMany'],
	['customer.create', 'POST /customers/search', 'customer.search'],
	['customer.delete', 'DELETE /contacts/{id}', 'contact.'],
	['customer.update', 'PATCH /deals/{id}', 'deal.'],
	['customer.update', 'DELETE /customers/{id}', 'customer.delete'],
	['contact.create', 'POST /deals', 'deal.'],
	['contact.update', 'PUT /customers/{id}', 'customer.get'],
	['customer.createMany', 'POST /customers', 'customer.create'],
	['userGroup.addMember', 'PUT /user_groups/{userGroupId}/users', 'userGroup.replaceMembers'],
	['deal.delete', 'DELETE /customers/{id}', 'customer.'],
])('%s is entered as %s, where another operation is', async (operation, route, other) => {
	const { all, summary, writes } = await checkedWith({ [operation]: route });
	expect(differing(all)).toEqual([
		[`write:${operation}`, expect.stringContaining(`${route} was entered for it, where ${other}`)],
	]);
	expect(all.find(({ check }) => check === `write:${operation}`)?.advice).toMatch(
		/would do something else there\. Correct or remove it under Endpoint Overrides/,
	);
	expect(summary.overrides).toEqual({});
	const isMaking = ['customer.create', 'customer.delete'].includes(operation);
	if (isMaking) expect(writes).toEqual([]);
	else expect(writes).toContain('POST /customers');
	expect(writes.filter((each) => each.includes('/deals'))).toEqual([]);
	expect(writes).not.toContain('PUT /user_groups/{}/users');
});

test.each([
	['customer.create', 'POST /invoices'],
	['customer.create', 'DELETE /customers'],
	['customer.create', 'POST /customers/merge'],
	['customer.createMany', 'DELETE /customers'],
	['customer.update', 'DELETE /customers/one/{id}'],
	['customer.update', 'PUT /companies/{id}'],
	['customer.delete', 'POST /customers/{id}'],
	['contact.delete', 'DELETE /people/{id}'],
])('%s is entered as %s, where nothing that was read leads', async (operation, route) => {
	const { all, writes } = await checkedWith({ [operation]: route });
	expect(differing(all)).toEqual([]);
	expect(all.find(({ check }) => check === `write:${operation}`)).toMatchObject({
		verdict: 'unclear',
		evidence: `Not carried out: ${route} was entered for it, and nothing that was read leads there.`,
		advice: expect.stringMatching(/has not written to it/) as string,
	});
	expect(writes).not.toContain(route.replace('{id}', '{}'));
});

test.each([
	[{ 'customer.get': 'DELETE /customers/{id}' }],
	[{ 'customer.getMany': 'DELETE /customers' }],
	[{ 'customer.search': 'POST /customers' }],
	[{ 'contact.get': 'DELETE /contacts/{id}' }],
])('%j, for a read, makes nothing and removes nothing while it writes', async (overrides) => {
	const { writes } = await checkedWith(overrides);
	const count = (what: string) => writes.filter((each) => each === what).length;
	expect(count('POST /customers')).toBe(1);
	expect(count('POST /contacts')).toBe(1);
	// One of them was made in bulk.
	expect(count('DELETE /customers/{}')).toBe(2);
});

test('without Include Writes it is told, too', async () => {
	const overrides = { 'customer.create': 'POST /contacts', 'contact.create': 'POST /people' };
	const client = clientFor(steered.sandbox, { kind: 'personalToken', overrides });
	expect(differing(await findings(client))).toEqual([
		['write:customer.create', expect.stringContaining('was entered for it, where contact.getMany')],
	]);
});

/** The addresses that one check found, entered for the next one. */
async function checkedTwice(names: readonly string[]) {
	await steered.admin('POST', '/reset', {});
	await steered.admin('PUT', '/dialects', names);
	const given = { includeWrites: true };
	const first = await checkAccount({ client: steered.client(), ...given });
	const { overrides } = first.summary;
	const client = clientFor(steered.sandbox, { kind: 'personalToken', overrides });
	const all = await findings(client, given);
	return all
		.filter(({ evidence }) => evidence.startsWith('Not carried out'))
		.map((each) => each.evidence);
}

test(
	'what the check proposes is written to by the next one',
	async () => {
		const draw = draws();
		for (let time = 0; time < drawCount(4); time++) {
			const mix = MOVES.map((names) =>
				draw(2) === 0 ? names[draw(names.length)] : undefined,
			).filter((name) => name !== undefined);
			expect({ seed: SEED, mix, objections: await checkedTwice(mix) }).toEqual({
				...{ seed: SEED, mix },
				objections: [],
			});
		}
		for (const deployment of ['other-deployment', 'foreign-deployment']) {
			expect(await checkedTwice([deployment])).toEqual([]);
		}
	},
	timeFor(6),
);
