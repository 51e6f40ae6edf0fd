/** Walks all operations over HTTP, each with the least that its documents ask for. */
import { request } from 'undici';
import { startSandbox, type Sandbox } from '../../sandbox';
import type { Operation } from '../../sandbox/operations/operation';
import { operations as v1 } from '../../sandbox/v1/operations';
import { operations as v2 } from '../../sandbox/v2/operations';
import { freshRecords } from '../engine/support/wire/freshRecords';
import { OPERATION_COUNTS } from '../support/counts';
import { requestsOf, type Request } from './support/validRequests';

/** Deletes come last; what is owned (the deeper path, the later table) before its owner. */
function inOrder(operations: Operation[]): Operation[] {
	const depth = ({ path }: Operation) => path.split('/').length;
	const deletes = operations.filter(({ method }) => method === 'DELETE').toReversed();
	return [
		...operations.filter(({ method }) => method !== 'DELETE'),
		...deletes.toSorted((a, b) => depth(b) - depth(a)),
	];
}

describe.each([
	{ version: 'v2', operations: v2 },
	{ version: 'v1', operations: v1 },
] as const)('a minimal valid request of each operation of $version', (given) => {
	const { version, operations } = given;
	const count = OPERATION_COUNTS[version];
	let sandbox: Sandbox;
	let requests: Record<string, Request>;

	beforeAll(async () => {
		sandbox = await startSandbox({ hasReference: false, set: { rateLimit: 0 } });
		requests = requestsOf[version](await freshRecords(sandbox));
	});
	// Throws if an answer was not as the OpenAPI description says.
	afterAll(async () => await sandbox.close());

	test(`there is one for each of the ${count}`, () => {
		const ids = operations.map(({ id }) => id);
		expect(ids).toHaveLength(count);
		expect(Object.keys(requests).toSorted()).toEqual(ids.toSorted());
	});

	test.each(inOrder([...operations]))('$id succeeds: $method $path', async (operation) => {
		const { params = {}, body } = requests[operation.id] ?? {};
		const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
		const { personal, v1: key } = sandbox.credentials;
		const answer = await request(sandbox[version] + path, {
			method: operation.method,
			headers: {
				'content-type': 'application/json',
				...(version === 'v2' ? { authorization: `Bearer ${personal}` } : { 'x-api-key': key }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await answer.body.text();
		const created = version === 'v1' && operation.creates;
		expect({ status: answer.statusCode, text }).toEqual({
			status: created ? 201 : 200,
			text: operation.response === null ? '' : expect.stringMatching(/^[[{]/),
		});
	});
});
