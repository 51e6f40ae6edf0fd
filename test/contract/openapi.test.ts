/** The OpenAPI descriptions that the sandbox makes of itself, and the page that shows them. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { startSandbox, type Sandbox } from '../../sandbox';
import { describe as descriptionOf } from '../../sandbox/openapi/describe';
import { v1 } from '../../sandbox/v1/version';
import { v2 } from '../../sandbox/v2/version';
import { OPERATION_COUNTS } from '../support/counts';

const VERSIONS = { v1, v2 };
const described = (name: keyof typeof VERSIONS) => descriptionOf(VERSIONS[name]);

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
	const document = descriptionOf(version);
	const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

	test('is valid OpenAPI 3.1, an independent validator says', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
		try {
			const file = join(folder, `${name}.json`);
			writeFileSync(file, JSON.stringify(document));
			const argv = ['--input-type=module', '--eval', validate, file];
			const { stdout } = await promisify(execFile)(process.execPath, argv);
			expect(JSON.parse(stdout)).toEqual({ valid: true, version: '3.1' });
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	test(`holds ${count} operations under the ids of S1`, () => {
		const ids = operations.map(({ operationId }) => operationId);
		expect(new Set(ids).size).toBe(count);
		expect(ids.toSorted()).toEqual(version.operations.map(({ id }) => id).toSorted());
	});

	test('describes success, refused credentials, limits and failures of each operation', () => {
		for (const { operationId, responses } of operations) {
			const statuses = Object.keys(responses);
			expect([operationId, ...statuses]).toEqual(expect.arrayContaining(['401', '429', '500']));
			expect(statuses.some((status) => status.startsWith('2'))).toBe(true);
		}
	});

	test('names the credential of the document (§5) and cites its parts', () => {
		expect(document.security).toEqual([{ [scheme]: [] }]);
		expect(Object.keys(document.components.securitySchemes)).toEqual([scheme]);
		for (const { description } of operations) expect(description).toMatch(RegExp(`^${name} §\\d`));
	});
});

describe('the statuses of the documents', () => {
	const statusesOf = (name: keyof typeof VERSIONS, path: string, method: string) =>
		Object.keys(described(name).paths[path]?.[method]?.responses ?? {}).map(Number);

	test('a success of v2 creates with 200 or, by option, 201 (S3)', () => {
		expect(statusesOf('v2', '/deals', 'post')).toEqual(expect.arrayContaining([200, 201]));
		expect(statusesOf('v2', '/deals', 'get')).not.toContain(201);
	});

	test('v1 answers 404 where it lists that, and elsewhere 400 or 500 (v1 §4, S3)', () => {
		expect(statusesOf('v1', '/deals/{id}', 'get')).toEqual(expect.arrayContaining([404, 500]));
		expect(statusesOf('v1', '/deals/{id}', 'patch')).toEqual(expect.arrayContaining([400, 500]));
	});

	test('v1 lists the refused items of a bulk request in bulkErrors, with massages (v1 §4)', () => {
		const { schemas } = described('v1').components;
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

	test('offers both descriptions', async () => {
		const { body } = await request(`${origin}/docs/static/swagger-initializer.js`);
		const script = await body.text();
		for (const name of ['v2', 'v1'] as const) {
			expect(script).toContain(`/openapi/${name}.json`);
			const answer = await request(`${origin}/openapi/${name}.json`);
			expect(await answer.body.json()).toEqual(described(name));
		}
	});

	test('is no request to the service: no credential, no line in the request log', async () => {
		await (await request(`${origin}/docs/`)).body.dump();
		const { body } = await request(`${sandbox.admin}/requests`);
		expect(await body.json()).toEqual([]);
	});
});
