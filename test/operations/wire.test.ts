import { ROUTES } from '../../nodes/SalesManagement/api';
import { Addresses } from '../support/addresses';
import { OPERATION_COUNTS } from '../support/counts';
import { withoutEnds } from '../support/ends';
import { credentialsOf, runNode } from '../../harness';
import { startTestSandbox, type TestSandbox } from '../support/testSandbox';
import { operationsOf, WIRE, type WireRow } from '../support/wire';
import { startRecorder, type Recorder } from '../support/wire/recorder';
import { freshRecords } from '../support/wire/records';

/** On the real engine, over HTTP, against the sandbox: what is on the wire is what the documents say. */
describe.each([
	{ version: 'v2', authentication: 'personalToken' },
	{ version: 'v1', authentication: 'v1ApiKey' },
] as const)('every operation of $version', ({ version, authentication }) => {
	const operations = operationsOf(version);
	let sandbox: TestSandbox;
	let addresses: Addresses;
	let recorder: Recorder;
	let rows: WireRow[];

	beforeAll(async () => {
		// One request each, so a page is never short; what follows a short one is tested in lists.
		sandbox = await startTestSandbox({
			set: { shortPages: false },
			checkResponses: true,
		});
		addresses = new Addresses(sandbox.dialects);
		recorder = await startRecorder(sandbox[version]);
		rows = WIRE[version](await freshRecords(sandbox));
	});

	afterAll(async () => {
		await recorder.close();
		await sandbox.close();
	});

	test('the table holds each operation once', () => {
		expect(operations).toHaveLength(OPERATION_COUNTS[version]);
		expect([...operations].sort()).toEqual(Object.keys(ROUTES[version]).sort());
	});

	test.each(operations)('%s', async (name) => {
		const { parameters, request, body, input } = rows.find((row) => row.operation === name)!;
		const [resource, operation] = name.split('.');
		recorder.requests.length = 0;
		const { items, error } = await runNode({
			// What is made readable may need labels, which are other requests.
			parameters: { authentication, resource, operation, output: 'raw', ...parameters },
			credentials: credentialsOf(
				{ ...sandbox, [version]: recorder.baseUrl },
				{ requestsPerSecond: 1000 },
			),
			input,
		});
		expect(error?.message).toBeUndefined();
		const sent = withoutEnds(sandbox, recorder.requests).map(({ method, path, query, ...each }) => {
			const put = addresses.documented({ method, path: `/${version}${path}` });
			const asked = `${put.method} ${put.path.slice(`/${version}`.length)}`;
			return { request: query === '' ? asked : `${asked}?${query}`, body: each.body };
		});
		expect(sent).toEqual([{ request, body }]);
		for (const item of items) expect(item.pairedItem).toEqual({ item: expect.any(Number) });
	});
});
