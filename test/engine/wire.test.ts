import { ROUTES } from '../../nodes/SalesManagement/api/routes/routes';
import { Addresses } from '../support/addresses';
import { OPERATION_COUNTS } from '../support/counts';
import { withoutEnds } from '../support/ends';
import { credentialsOf, runNode, type CredentialSet } from '../support/harness';
import { freshRecords } from './support/wire/freshRecords';
import { startRecorder, type Recorder } from './support/wire/recorder';
import type { Ids } from './support/wire/wireRow';
import { V1_WIRE } from './support/wire/v1';
import { V2_WIRE } from './support/wire/v2';
import { startTestSandbox, type TestSandbox } from '../support/testSandbox';

/** The sandbox runs without its rate limit here, so the node need not wait for it. */
const unhurried = (credentials: CredentialSet): CredentialSet =>
	Object.fromEntries(
		Object.entries(credentials).map(([type, data]) => [type, { ...data, requestsPerSecond: 1000 }]),
	);

/** On the real engine, over HTTP, against the sandbox: what is on the wire is what the documents say. */
describe.each([
	{ version: 'v2', authentication: 'personalToken', table: V2_WIRE },
	{ version: 'v1', authentication: 'v1ApiKey', table: V1_WIRE },
] as const)('every operation of $version', ({ version, authentication, table }) => {
	const count = OPERATION_COUNTS[version];
	let sandbox: TestSandbox;
	let addresses: Addresses;
	let recorder: Recorder;
	let ids: Ids;

	beforeAll(async () => {
		// One request each, so a page is never short; what follows a short one is tested in lists.
		sandbox = await startTestSandbox({ set: { shortPages: false } });
		addresses = new Addresses(sandbox.dialects);
		recorder = await startRecorder(sandbox[version]);
		ids = await freshRecords(sandbox);
	});

	afterAll(async () => {
		await recorder.close();
		await sandbox.close();
	});

	test(`the table holds the ${count} operations, each once`, () => {
		const operations = table.map(({ operation }) => operation);
		expect(operations).toHaveLength(count);
		expect([...operations].sort()).toEqual(Object.keys(ROUTES[version]).sort());
	});

	test.each(table)('$operation', async ({ operation, parameters, sends, input }) => {
		const [resource, name] = operation.split('.');
		recorder.requests.length = 0;
		const { items, error } = await runNode({
			// What is made readable may need labels, which are other requests.
			parameters: { authentication, resource, operation: name, output: 'raw', ...parameters(ids) },
			credentials: unhurried(credentialsOf({ ...sandbox, [version]: recorder.baseUrl })),
			input: input?.(ids),
		});
		expect(error?.message).toBeUndefined();
		const [sent, ...others] = withoutEnds(sandbox, recorder.requests);
		expect(others).toEqual([]);
		expect(sent?.status).toBeLessThan(300);
		const { method, path } = addresses.documented({
			...{ method: sent?.method, path: `/${version}${sent?.path}` },
		});
		expect({
			...{ method, path: path.slice(`/${version}`.length) },
			...{ query: sent?.query, body: sent?.body },
		}).toEqual({ query: '', body: undefined, ...sends(ids) });
		for (const item of items) expect(item.pairedItem).toEqual({ item: expect.any(Number) });
	});
});
