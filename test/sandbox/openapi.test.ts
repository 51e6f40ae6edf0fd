/** The OpenAPI descriptions that the sandbox makes of itself, its page, and responses held against them. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetch } from 'undici';
import tables from './openapi.json';
import { ROUTES } from '../../nodes/SalesManagement/api';
import { forbidden } from '../../sandbox/contract/refusal';
import { describe as descriptionOf } from '../../sandbox/openapi/document';
import type { Operation } from '../../sandbox/operations/operation';
import { v1 } from '../../sandbox/v1/v1Version';
import { v2 } from '../../sandbox/v2/v2Version';
import { OPERATION_COUNTS } from '../support/counts';
import { temporaryFolder } from '../support/temporaryFolder';
import { Api } from './support/client';

const folder = temporaryFolder('openapi');
/** The validator ships ES modules only, so it runs in a process of its own. */
const validate = `
	import { Validator } from '@seriousme/openapi-schema-validator';
	const validator = new Validator();
	const results = [];
	for (const file of process.argv.slice(1)) {
		const result = await validator.validate(file);
		results.push({ ...result, version: validator.version });
	}
	console.log(JSON.stringify(results));
`;

test('both are valid OpenAPI 3.1, an independent validator says', async () => {
	const files = [v2, v1].map((version) => {
		const file = join(folder, `${version.name}.json`);
		writeFileSync(file, JSON.stringify(descriptionOf(version)));
		return file;
	});
	const argv = ['--input-type=module', '--eval', validate, ...files];
	const { stdout } = await promisify(execFile)(process.execPath, argv);
	const valid = { valid: true, version: '3.1' };
	expect(JSON.parse(stdout)).toEqual([valid, valid]);
});

describe.each([
	{ version: v2, scheme: 'accessToken' },
	{ version: v1, scheme: 'apiKey' },
])('$version.name', ({ version, scheme }) => {
	const name = version.name;
	const document = descriptionOf(version);
	const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

	test('holds the operations of S1, with the credential, its failures and where it is documented', () => {
		const ids = operations.map(({ operationId }) => operationId);
		expect(new Set(ids).size).toBe(OPERATION_COUNTS[name]);
		expect(document.security).toEqual([{ [scheme]: [] }]);
		for (const { operationId, responses, description } of operations) {
			const statuses = Object.keys(responses);
			expect([operationId, ...statuses]).toEqual(expect.arrayContaining(['401', '429', '500']));
			expect(statuses.some((status) => status.startsWith('2'))).toBe(true);
			expect(description).toMatch(RegExp(`^${name} §\\d`));
		}
	});

	test('the connector asks for the routes that the sandbox serves, though written apart (S1)', () => {
		// What a parameter is called is no part of an address.
		const addressOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
			`${method} ${path.replace(/\{\w+\}/g, '{}')}`;
		const routes = version.operations.map((each) => [each.id, addressOf(each)]);
		const asked = Object.entries(ROUTES[name]).map(([id, row]) => [id, addressOf(row)]);
		expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(routes));
	});
});

test.each(tables.statuses)(
	'$name $path $method answers with $statuses (v1 §4, S3)',
	({ name, path, method, statuses }) => {
		const described = descriptionOf(name === 'v2' ? v2 : v1).paths[path]?.[method]?.responses ?? {};
		expect(Object.keys(described)).toEqual(expect.arrayContaining(statuses.map(String)));
	},
);

test('/docs is a page whose files all come from the sandbox, with both descriptions', async () => {
	const api = await new Api().start({ hasReference: true });
	const { origin } = new URL(api.sandbox.v2);
	const page = await (await fetch(`${origin}/docs/`)).text();
	const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
	expect(files.length).toBeGreaterThan(4);
	for (const file of files) {
		const { href, origin: from } = new URL(file, `${origin}/docs/`);
		expect([from, (await fetch(href)).status]).toEqual([origin, 200]);
	}
	const script = await (await fetch(`${origin}/docs/static/swagger-initializer.js`)).text();
	for (const version of [v2, v1]) {
		const path = `/openapi/${version.name}.json`;
		expect(script).toContain(path);
		expect(await (await fetch(origin + path)).json()).toEqual(descriptionOf(version));
	}
	await api.close();
});

describe('a response that is not as its description says', () => {
	const api = new Api();
	beforeAll(() => api.start());
	afterEach(() => void jest.restoreAllMocks());
	afterAll(() => expect(api.close()).rejects.toThrow('v2 role.getMany 200: '));

	const operationOf = ({ operations }: { operations: Operation[] }, id: string): Operation => {
		const operation = operations.find((one) => one.id === id);
		if (!operation) throw new Error(`there is no ${id}`);
		return operation;
	};
	/** Lets an operation answer something else than it should. */
	const wrong = (version: typeof v2, id: string, answer: unknown) =>
		jest.spyOn(operationOf(version, id), 'run').mockReturnValue(answer);
	const envelope = { totalCount: 1, page: 1 };

	test.each([
		['lacks a property', v2, { ...envelope, roles: [{ id: 1 }] }, 'name'],
		['has a property too many', v2, { ...envelope, roles: [], more: 1 }, 'more'],
		['has a property of a wrong type', v1, { ...envelope, page: '1', roles: [] }, 'integer'],
	])('becomes a 599 when it %s', async (_, version, answer, told) => {
		wrong(version, 'role.getMany', answer);
		const { status, body } = await api.call(version.name, 'GET /roles');
		const { messages } = body as { messages?: unknown };
		expect([status, messages]).toEqual([599, [expect.stringContaining(told)]]);
		expect(messages).toEqual([expect.stringContaining(`${version.name} role.getMany 200: `)]);
	});

	test('becomes a 599 when it has a body and should have none, or a status that is not described', async () => {
		await api.records('deal', [{}]);
		wrong(v2, 'deal.delete', {});
		expect((await api.call('v2', 'DELETE /deals/1')).status).toBe(599);
		jest.spyOn(operationOf(v2, 'role.getMany'), 'run').mockImplementation(() => {
			throw forbidden('No roles');
		});
		const { body } = await api.call('v2', 'GET /roles');
		expect(JSON.stringify(body)).toContain('no status 403');
	});

	test('goes out as it is where the check is off', async () => {
		wrong(v2, 'role.getMany', 'no list');
		const unchecked = await new Api().start({ checkResponses: false });
		expect(await unchecked.ok('v2', 'GET /roles')).toBe('no list');
		await unchecked.close();
	});

	test('is none when a fault made it, or when it refuses', async () => {
		const match = { path: '/v2/roles' };
		await api.steer('POST /faults', [{ match, status: 503, body: { busy: true } }]);
		for (const [request, status] of [
			['GET /roles', 503],
			['GET /nowhere', 404],
			['GET /deals?limit=0', 400],
		] as const) {
			expect((await api.call('v2', request)).status).toBe(status);
		}
		expect((await api.call('v1', 'GET /roles', undefined, { token: null })).status).toBe(401);
	});
});
