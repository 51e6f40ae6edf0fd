/** The OpenAPI descriptions in sandbox/openapi, and the page that shows them. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { startSandbox, type Sandbox } from '../../sandbox';
import { describe as descriptionOf } from '../../sandbox/openapi/describe';
import type { OpenApiDocument } from '../../sandbox/openapi/document';
import { v1 } from '../../sandbox/v1/version';
import { v2 } from '../../sandbox/v2/version';
import { OPERATION_COUNTS } from '../support/counts';

const folder = join(__dirname, '../../sandbox/openapi');
const committed = (name: string) =>
	JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as OpenApiDocument;

/** The validator ships ES modules only, so it runs in a process of its own. */
const validate = `
	import { Validator } from '@seriousme/openapi-schema-validator';
	const validator = new Validator();
	const result = await validator.validate(process.argv[1]);
	console.log(JSON.stringify({ ...result, version: validator.version }));
`;

describe.each([
	{ version: v2, count: OPERATION_COUNTS.v2, scheme: 'accessToken' },
	{ version: v1, count: OPERATION_COUNTS.v1, scheme: 'apiKey' },
])('the OpenAPI description of $version.name', ({ version, count, scheme }) => {
	const { name } = version;
	const document = committed(name);
	const described = Object.values(document.paths).flatMap((path) => Object.values(path));

	test('is what the routes make it; npx tsx sandbox/openapi/write.ts writes it anew', () => {
		expect(document).toEqual(descriptionOf(version));
	});

	test('is valid OpenAPI 3.1, an independent validator says', async () => {
		const argv = ['--input-type=module', '--eval', validate, join(folder, `${name}.json`)];
		const { stdout } = await promisify(execFile)(process.execPath, argv);
		expect(JSON.parse(stdout)).toEqual({ valid: true, version: '3.1' });
	});

	test(`holds ${count} operations under the ids of S1`, () => {
		const ids = described.map(({ operationId }) => operationId);
		expect(new Set(ids).size).toBe(count);
		expect(ids.toSorted()).toEqual(version.operations.map(({ id }) => id).toSorted());
	});

	test('describes success, refused credentials, limits and failures of each operation', () => {
		for (const { operationId, responses } of described) {
			const statuses = Object.keys(responses);
			expect([operationId, ...statuses]).toEqual(expect.arrayContaining(['401', '429', '500']));
			expect(statuses.some((status) => status.startsWith('2'))).toBe(true);
		}
	});

	test('names the credential of the document (§5) and cites its parts', () => {
		expect(document.security).toEqual([{ [scheme]: [] }]);
		expect(Object.keys(document.components.securitySchemes)).toEqual([scheme]);
		for (const { description } of described) expect(description).toMatch(RegExp(`^${name} §\\d`));
	});
});

describe('the statuses of the documents', () => {
	const statusesOf = (name: string, path: string, method: string) =>
		Object.keys(committed(name).paths[path]?.[method]?.responses ?? {}).map(Number);

	test('a success of v2 creates with 200 or, by option, 201 (S3)', () => {
		expect(statusesOf('v2', '/deals', 'post')).toEqual(expect.arrayContaining([200, 201]));
		expect(statusesOf('v2', '/deals', 'get')).not.toContain(201);
	});

	test('v1 answers 404 where it lists that, and elsewhere 400 or 500 (v1 §4, S3)', () => {
		expect(statusesOf('v1', '/deals/{id}', 'get')).toEqual(expect.arrayContaining([404, 500]));
		expect(statusesOf('v1', '/deals/{id}', 'patch')).toEqual(expect.arrayContaining([400, 500]));
	});

	test('v1 lists the refused items of a bulk request in bulkErrors, with massages (v1 §4)', () => {
		const { schemas } = committed('v1').components;
		expect(schemas.BulkError).toMatchObject({
			properties: { bulkErrors: { items: { required: ['index', 'massages'] } } },
		});
	});
});

describe('GET /docs', () => {
	let sandbox: Sandbox;
	let origin: string;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty' });
		({ origin } = new URL(sandbox.v2));
	});
	afterAll(async () => await sandbox.close());

	test('is a page whose files all come from the sandbox itself', async () => {
		const { statusCode, headers, body } = await request(`${origin}/docs/`);
		const page = await body.text();
		expect(statusCode).toBe(200);
		expect(headers['content-security-policy']).toContain("default-src 'self'");
		const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
		expect(files.length).toBeGreaterThan(4);
		for (const file of files) {
			const { href, origin: from } = new URL(file, `${origin}/docs/`);
			expect(from).toBe(origin);
			const answer = await request(href);
			await answer.body.dump();
			expect([file, answer.statusCode]).toEqual([file, 200]);
		}
	});

	test('offers both descriptions, as they are committed', async () => {
		const { body } = await request(`${origin}/docs/static/swagger-initializer.js`);
		const script = await body.text();
		for (const name of ['v2', 'v1']) {
			expect(script).toContain(`/openapi/${name}.json`);
			const answer = await request(`${origin}/openapi/${name}.json`);
			expect(await answer.body.json()).toEqual(committed(name));
		}
	});

	test('is no request to the service: no credential, no line in the request log', async () => {
		await (await request(`${origin}/docs/`)).body.dump();
		const { body } = await request(`${sandbox.admin}/requests`);
		expect(await body.json()).toEqual([]);
	});
});
