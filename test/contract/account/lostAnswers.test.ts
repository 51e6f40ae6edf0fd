/** Include Writes where answers are lost or names come back otherwise: what it made is found, and nothing remains. */
import type { Client } from '../../../nodes/SalesManagement/api/types';
import { isObject } from '../../../nodes/SalesManagement/values';
import { beside, differing, findings, startSteered, type Steered } from './support/steered';

let steered: Steered;
beforeEach(async () => {
	steered = await startSteered();
});
afterEach(async () => await steered.close());

const lost = async (match: object) =>
	await steered.admin('POST', '/faults', [{ match, action: 'reset', after: true }]);

const records = async () => (await steered.admin<{ records: object }>('GET', '/stats')).records;

/** What remains of a check with writes, as the account has it and as the check says. */
async function remainder(client: Client = steered.client()) {
	const before = await records();
	const all = await findings(client, { includeWrites: true });
	const named = all.filter(({ check }) => check.startsWith('remains'));
	return {
		all,
		named: named.map(({ check, verdict }) => [check, verdict]),
		before,
		after: await records(),
	};
}

const NOTHING = [['remains', 'asDescribed']];

test.each([
	['a create', { method: 'POST', path: '/v2/customers' }, 0],
	['a create, while searches lag', { method: 'POST', path: '/v2/customers' }, 3_600_000],
	['a bulk create, while searches lag', { method: 'POST', path: '/v2/customers/bulk' }, 3_600_000],
	['a removal', { method: 'DELETE' }, 0],
	['the creation of a contact', { method: 'POST', path: '/v2/contacts' }, 0],
	['the same, while searches lag', { method: 'POST', path: '/v2/contacts' }, 3_600_000],
])('the answer to %s is lost', async (_, match, searchLagMs) => {
	await steered.admin('PATCH', '/options', { searchLagMs });
	await lost(match);
	const { named, before, after } = await remainder();
	expect(after).toEqual(before);
	expect(named).toEqual(NOTHING);
});

test('the answer to the creation of an action is lost', async () => {
	const client = beside(steered.client(), async (request, send) => {
		const seen = await send();
		const isLost = request.operation === 'customerAction.create';
		return isLost ? { ...seen, status: 504, body: '' } : seen;
	});
	const { named, before, after } = await remainder(client);
	expect(after).toEqual(before);
	expect(named).toEqual(NOTHING);
});

test.each(['/v2/customers', '/v2/customers/bulk', '/v2/contacts'])(
	'POST %s fails for a moment: that is no difference, whatever may remain',
	async (path) => {
		const match = { method: 'POST', path };
		await steered.admin('POST', '/faults', [{ match, status: 500, body: { error: 'BUSY' } }]);
		const { all, before, after } = await remainder();
		expect(after).toEqual(before);
		expect(differing(all)).toEqual([]);
		const doubts = all.filter(({ check }) => check.startsWith('remains:'));
		expect(doubts).toHaveLength(1);
		expect(doubts[0]).toMatchObject({
			verdict: 'unclear',
			advice: expect.stringMatching(/n8n check/) as string,
		});
	},
);

test('each removal fails once: it is tried again', async () => {
	const failed = new Set<string>();
	const client = beside(steered.client(), async (request, send) => {
		const key = JSON.stringify([request.operation, request.path]);
		if (!request.operation.endsWith('.delete') || failed.has(key)) return await send();
		failed.add(key);
		return { status: 500, body: { error: 'BUSY' }, headers: {} };
	});
	const { named, before, after } = await remainder(client);
	expect(failed.size).toBe(4);
	expect(after).toEqual(before);
	expect(named).toEqual(NOTHING);
});

test.each(['a reset', 'a gateway'])('each removal is answered by %s', async (answer) => {
	const client = beside(steered.client(), async (request, send) => {
		const seen = await send();
		if (!request.operation.endsWith('.delete')) return seen;
		return { ...seen, status: answer === 'a gateway' ? 504 : 404, body: '' };
	});
	const { all, named, before, after } = await remainder(client);
	expect(after).toEqual(before);
	expect(named).toEqual(NOTHING);
	expect(differing(all).filter(([check]) => check.startsWith('write:'))).toEqual([]);
});

/** All names of the check's own records as a service may have changed them. */
function renamed(value: unknown, change: (name: string) => string): unknown {
	if (Array.isArray(value)) return value.map((each) => renamed(each, change));
	if (isObject(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([name, each]) => [name, renamed(each, change)]),
		);
	}
	return typeof value === 'string' && value.startsWith('n8n check') ? change(value) : value;
}

test.each<[string, (name: string) => string]>([
	['in capitals', (name) => name.toUpperCase()],
	['with spaces around', (name) => ` ${name} `],
	['with other spaces', (name) => name.replaceAll(' ', '\u00a0')],
])('names come back %s', async (_, change) => {
	const client = beside(steered.client(), async (_request, send) => {
		const seen = await send();
		return { ...seen, body: renamed(seen.body, change) };
	});
	const { named, before, after } = await remainder(client);
	expect(after).toEqual(before);
	expect(named).toEqual(NOTHING);
});
