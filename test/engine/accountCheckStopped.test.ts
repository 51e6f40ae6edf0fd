/** Account: Check where it is stopped, or the service is out of order for a moment. */
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { DOCUMENTED, documented } from '../support/documented';
import { credentialsOf, runNode } from '../support/harness';
import { usual } from '../support/testSandbox';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';
import { startRecorder, type Recorder } from './support/wire/recorder';

let fixture: NodeFixture;
let recorder: Recorder;
beforeEach(async () => {
	fixture = await startNodeFixture({ set: usual, ...DOCUMENTED });
	recorder = await startRecorder(fixture.sandbox.v2);
});
afterEach(async () => {
	await recorder.close();
	await fixture.close();
});

const check = async (parameters: IDataObject, signal?: AbortSignal, v2 = recorder.baseUrl) =>
	await runNode({
		parameters: {
			...{ authentication: 'personalToken', resource: 'account', operation: 'check' },
			...parameters,
		},
		credentials: credentialsOf(
			{ ...fixture.sandbox, v2 },
			{ requestsPerSecond: 1000, v1ApiKey: '', v1BaseUrl: '' },
		),
		signal,
	});

/** How many records of each kind there are. */
const counts = async () => ((await fixture.steer('GET', '/stats')) as IDataObject).records;

documented('what is made and removed by its addresses', () => {
	test.each(['/customers', '/contacts'])(
		'an execution that is cancelled behind POST %s leaves nothing behind',
		async (path) => {
			const before = await counts();
			const cancel = new AbortController();
			const isMade = () =>
				recorder.requests.some((each) => each.method === 'POST' && each.path === path);
			const running = check({ includeWrites: true }, cancel.signal);
			while (!isMade()) await pause(1);
			cancel.abort();
			await running.catch(() => undefined);
			// It goes on removing behind the end of the execution.
			for (let looks = 0; looks < 500 && !isDeepStrictEqual(await counts(), before); looks++) {
				await pause(10);
			}
			expect(await counts()).toEqual(before);
		},
	);

	test('what was not sent any more is not looked for', async () => {
		const before = await counts();
		const cancel = new AbortController();
		const isChanged = () => recorder.requests.some(({ method }) => method === 'PATCH');
		const running = check({ includeWrites: true }, cancel.signal);
		while (!isChanged()) await pause(1);
		cancel.abort();
		await running.catch(() => undefined);
		for (let looks = 0; looks < 500 && !isDeepStrictEqual(await counts(), before); looks++) {
			await pause(10);
		}
		const at = recorder.requests.findIndex(({ method }) => method === 'PATCH');
		const after = recorder.requests.slice(at).map(({ method, path }) => `${method} ${path}`);
		expect(after.at(-1)).toMatch(/^DELETE \/customers\/\d+$/);
		expect(after.filter((each) => each.includes('/contacts'))).toEqual([]);
		expect(await counts()).toEqual(before);
	});

	test('a text that is no report is refused before any request', async () => {
		const { error } = await check({ includeWrites: true, comparedWith: 'no report' });
		expect(error?.message).toContain('Earlier Report holds no shapes');
		expect(recorder.requests).toEqual([]);
	});

	test('a Base URL that is none is what the summary names, not each address', async () => {
		const { items } = await check({}, undefined, recorder.baseUrl.replace(/\/v2$/, '/v3'));
		expect(items.at(-1)?.json.advice).toContain('below the Base URL of the credential');
		const { items: usually } = await check({});
		expect(usually.at(-1)?.json.advice).toBe('Nothing differs from what this node expects.');
	});

	test.each([503, 500, 408])('a list that answers %d twice is unclear', async (status) => {
		const { items: usually } = await check({});
		const match = { path: '/v2/contacts' };
		await fixture.steer('POST', '/faults', [{ match, times: 2, status, body: { error: 'BUSY' } }]);
		const { items } = await check({});
		const found = items.map(({ json }) => json);
		expect(found.find((each) => each.check === 'route:contact.getMany')?.verdict).toBe('unclear');
		expect(found.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
		expect(found.at(-1)?.fingerprint).toBe(usually.at(-1)?.json.fingerprint);
	});
});
