/** An address is proposed only where the records at it are of the kind, and nothing follows from one that was not seen. */
import type { Client } from '../../../nodes/SalesManagement/api/types';
import { checkAccount } from '../../../nodes/SalesManagement/operations/check/account';
import { clientFor } from '../../support/connectorClient';
import { beside, startSteered, type Steered } from './support/steered';

let steered: Steered;
afterEach(async () => await steered.close());

/** What somebody did in the service: a list like any other, and no actions. */
const entry = {
	id: 1,
	name: 'Login',
	actor: { id: 1, name: 'Ann' },
	createdAt: '2026-01-05T03:04:05.678Z',
};
const AUDIT_LOG = { data: [entry, { ...entry, id: 2 }], hasMore: false, totalCount: 2 };

/** A service that has a list of other things at an address. */
const whereElse = (client: Client, path: string, body: unknown = AUDIT_LOG): Client =>
	beside(client, async (_, send, route) => {
		const seen = await send();
		return route?.path.startsWith(path) ? { ...seen, status: 200, body } : seen;
	});

/** A service that does not have an operation. */
const without = (client: Client, operation: string, path: string): Client =>
	beside(client, async (request, send, route) => {
		const seen = await send();
		const isHidden = request.operation.startsWith(operation) && route?.path.startsWith(path);
		return isHidden ? { ...seen, status: 404, body: { error: 'NOT_FOUND' } } : seen;
	});

const proposed = async (client: Client) => (await checkAccount({ client })).summary.overrides;

test.each(['/activities', '/deal_actions', '/deals/actions'])(
	'a list of other things at %s is not proposed for actions that are nowhere',
	async (path) => {
		steered = await startSteered();
		const client = whereElse(without(steered.client(), 'dealAction.', '/actions'), path);
		expect(await proposed(client)).toEqual({});
	},
);

test('nor is a record of another kind with the same ID', async () => {
	steered = await startSteered({ dialects: ['routes-kebab-case'] });
	const client = beside(without(steered.client(), 'deal.get', '/deals/'), async (request, send) => {
		const seen = await send();
		const { id } = request.path ?? {};
		return request.operation === 'deal.get' && seen.status === 404
			? { ...seen, status: 200, body: { id, name: 'Login', actor: null } }
			: seen;
	});
	expect(await proposed(client)).not.toHaveProperty(['deal.get']);
});

test('a bare list of nothing is not proposed either, and that is said', async () => {
	steered = await startSteered();
	const hidden = without(steered.client(), 'dealAction.', '/actions');
	const { parts, summary } = await checkAccount({ client: whereElse(hidden, '/activities', []) });
	expect(summary.overrides).toEqual({});
	const findings = parts.flatMap((part) => part.findings);
	expect(findings.find(({ check }) => check === 'route:dealAction.getMany')).toMatchObject({
		verdict: 'unclear',
		advice: expect.stringMatching(/empty list/) as string,
	});
});

test('a wrong override is found out, and nothing is derived from it', async () => {
	steered = await startSteered();
	const overrides = { 'dealAction.getMany': 'GET /activities', 'role.getMany': 'GET /roles' };
	const client = clientFor(steered.sandbox, { kind: 'personalToken', overrides });
	const found = await proposed(whereElse(client, '/activities'));
	expect(found).toMatchObject({ 'dealAction.getMany': 'GET /actions' });
	expect(JSON.stringify(found)).not.toContain('activities');
});

test('one that is right is kept, and others follow from it', async () => {
	steered = await startSteered({ dialects: ['routes-kebab-case'] });
	const overrides = { 'userGroup.getMany': 'GET /user-groups' };
	const client = clientFor(steered.sandbox, { kind: 'personalToken', overrides });
	expect(await proposed(client)).toMatchObject({
		...overrides,
		'userGroup.addMember': 'POST /user-groups/{userGroupId}/users',
	});
});

test('once all is pasted, nobody is told to paste it again', async () => {
	steered = await startSteered({ dialects: ['routes-kebab-case', 'lists-in-data'] });
	const { summary: first } = await checkAccount({ client: steered.client() });
	expect(first.item.advice).toMatch(/Copy endpointOverrides/);
	const client = clientFor(steered.sandbox, { kind: 'personalToken', overrides: first.overrides });
	const { summary } = await checkAccount({ client });
	expect(summary.overrides).toEqual(first.overrides);
	expect(summary.item).toMatchObject({
		verdict: 'differs',
		advice: expect.not.stringMatching(/Copy|paste/) as string,
	});
});
