/** Every response of the whole test run is held against the OpenAPI description (issue 3). */
import { request } from 'undici';
import { startSandbox, type Sandbox } from '../../sandbox';
import type { Operation } from '../../sandbox/operations/operation';
import { operations as v1 } from '../../sandbox/v1/operations';
import { operations as v2 } from '../../sandbox/v2/operations';

describe('a response that is not as its description says', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ hasReference: false, set: { rateLimit: 0 } });
	});
	// Mismatches are reported as they happen, which no reader of a green test run wants to see.
	beforeEach(() => void jest.spyOn(process.stderr, 'write').mockReturnValue(true));
	afterEach(() => {
		jest.restoreAllMocks();
		sandbox.takeMismatches();
	});
	afterAll(async () => await sandbox.close());

	/** Lets an operation answer something else than it should. */
	function wrong(operations: Operation[], id: string, answer: unknown): void {
		const operation = operations.find((one) => one.id === id);
		if (!operation) throw new Error(`there is no ${id}`);
		jest.spyOn(operation, 'run').mockReturnValue(answer);
	}

	async function ask(path: string, method: 'GET' | 'DELETE' = 'GET') {
		const { personal, v1: key } = sandbox.credentials;
		const headers = { authorization: `Bearer ${personal}`, 'x-api-key': key };
		const { origin } = new URL(sandbox.v2);
		const { statusCode, body } = await request(origin + path, { method, headers });
		return { status: statusCode, text: await body.text() };
	}

	const envelope = { totalCount: 1, page: 1 };

	test.each([
		['lacks a property', 'v2', v2, { ...envelope, roles: [{ id: 1 }] }, 'name'],
		['has a property too many', 'v2', v2, { ...envelope, roles: [], more: 1 }, 'more'],
		['has a property of a wrong type', 'v1', v1, { ...envelope, page: '1', roles: [] }, 'integer'],
	])('becomes a 599 when it %s', async (_, version, operations, answer, told) => {
		wrong(operations, 'role.getMany', answer);
		const { status, text } = await ask(`/${version}/roles`);
		expect(status).toBe(599);
		expect(text).toContain(told);
		const [mismatch, ...more] = sandbox.takeMismatches();
		expect(more).toEqual([]);
		expect(mismatch?.response).toBe(`${version} role.getMany 200`);
		expect(mismatch?.messages.join()).toContain(told);
	});

	test('becomes a 599 when it has a body and should have none (v2 §4, delete)', async () => {
		wrong(v2, 'deal.delete', {});
		expect((await ask('/v2/deals/1', 'DELETE')).status).toBe(599);
	});

	test('becomes a 599 when its status is not described', async () => {
		const operation = v2.find(({ id }) => id === 'role.getMany');
		jest.replaceProperty(operation as Operation, 'creates', true);
		await fetch(`${sandbox.admin}/options`, {
			method: 'PATCH',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ createStatusV2: 201 }),
		});
		expect((await ask('/v2/roles')).text).toContain('no status 201');
	});

	test('makes close throw, so that no test run overlooks it', async () => {
		const other = await startSandbox({ seed: 'empty' });
		wrong(v2, 'role.getMany', 'no list');
		const headers = { authorization: `Bearer ${other.credentials.team}` };
		await (await request(`${other.v2}/roles`, { headers })).body.dump();
		await expect(other.close()).rejects.toThrow('v2 role.getMany 200: ');
	});

	test('goes out as it is where the check is off', async () => {
		const other = await startSandbox({ seed: 'empty', checkResponses: false });
		wrong(v2, 'role.getMany', 'no list');
		const headers = { authorization: `Bearer ${other.credentials.team}` };
		const { statusCode, body } = await request(`${other.v2}/roles`, { headers });
		expect([statusCode, await body.json()]).toEqual([200, 'no list']);
		await other.close();
	});

	test('is none when a fault made it', async () => {
		const fault = { match: { path: '/v2/roles' }, status: 503, body: '<html>' };
		await fetch(`${sandbox.admin}/faults`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify([fault, { match: { path: '/v2/roles' }, action: 'garbage' }]),
		});
		expect((await ask('/v2/roles')).status).toBe(503);
		expect((await ask('/v2/roles')).status).toBe(200);
		expect(sandbox.takeMismatches()).toEqual([]);
	});

	test('is none when it refuses: unknown paths, credentials, input', async () => {
		expect((await ask('/v2/nowhere')).status).toBe(404);
		expect((await ask('/v2/deals?limit=0')).status).toBe(400);
		expect((await request(`${sandbox.v1}/roles`)).statusCode).toBe(401);
		expect(sandbox.takeMismatches()).toEqual([]);
	});
});
