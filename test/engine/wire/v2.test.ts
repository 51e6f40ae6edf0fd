import { ROUTES } from '../../../nodes/SalesManagement/api/routes';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { credentialsOf, runNode } from '../harness';
import { freshRecords } from './records';
import { startRecorder, type Recorder } from './recorder';
import { V2_WIRE, type Ids } from './v2-table';

describe('every operation of v2 on the real engine: what is on the wire is what the documents say', () => {
	let sandbox: Sandbox;
	let recorder: Recorder;
	let ids: Ids;

	beforeAll(async () => {
		sandbox = await startSandbox({ port: 0, set: { rateLimit: 0 } });
		recorder = await startRecorder(sandbox.v2);
		ids = await freshRecords(sandbox);
	});

	afterAll(async () => {
		await recorder.close();
		await sandbox.close();
	});

	test('the table holds the 57 operations of v2, each once', () => {
		const operations = V2_WIRE.map(({ operation }) => operation);
		expect([...operations].sort()).toEqual(Object.keys(ROUTES.v2).sort());
	});

	test.each(V2_WIRE)('$operation', async ({ operation, parameters, sends, input }) => {
		const [resource, name] = operation.split('.');
		recorder.requests.length = 0;
		const { items, error } = await runNode({
			parameters: {
				authentication: 'personalToken',
				resource,
				operation: name,
				...parameters(ids),
			},
			credentials: credentialsOf({ ...sandbox, v2: recorder.baseUrl }),
			input: input?.(ids),
		});
		expect(error?.message).toBeUndefined();
		const [sent, ...others] = recorder.requests;
		expect(others).toEqual([]);
		expect({
			method: sent?.method,
			path: sent?.path,
			query: sent?.query,
			body: sent?.body,
		}).toEqual({
			query: '',
			body: undefined,
			...sends(ids),
		});
		expect(sent?.status).toBeLessThan(300);
		for (const item of items) expect(item.pairedItem).toEqual({ item: expect.any(Number) });
	});
});
