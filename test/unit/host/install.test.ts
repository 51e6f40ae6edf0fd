/** The installer: what reaches its children, and when it trusts a host. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stillAnswers } from '../../../scripts/n8n-host/install';
import { FakeHost } from './support/fakeHost';

const hostile = {
	npm_config_ignore_scripts: 'true',
	npm_config_omit: 'optional',
	npm_config_dry_run: 'true',
	npm_lifecycle_event: 'e2e',
	NODE_OPTIONS: '--require /nowhere/at/all.cjs',
	NODE_PATH: '/nowhere',
	N8N_PORT: '1',
	N8N_USER_FOLDER: '/nowhere',
	N8N_ENCRYPTION_KEY: 'of another n8n',
	DB_TYPE: 'postgresdb',
	EXECUTIONS_MODE: 'queue',
};
const wholeInstall = ['npm install', 'npm install', 'npm rebuild', 'check', 'n8n'];

let fake: FakeHost;
let before: NodeJS.ProcessEnv;
const begin = () => {
	before = { ...process.env };
	Object.assign(process.env, hostile);
	fake = new FakeHost();
};
const end = async () => {
	await fake.close();
	for (const name of Object.keys(hostile)) delete process.env[name];
	Object.assign(process.env, before);
};

const cached = () => readdirSync(fake.places.cache).sort();
const isMarked = () => existsSync(join(fake.places.host, 'ready.json'));

describe('from nothing', () => {
	beforeAll(async () => {
		begin();
		process.env.npm_config_userconfig = '/home/me/.npmrc';
		await fake.ensure();
	});
	afterAll(end);

	test('Node, n8n, its compiled parts, a look at them, one answer; then it counts as ready', () => {
		expect(fake.names).toEqual(wholeInstall);
		expect(isMarked()).toBe(true);
		expect(cached()).toEqual([basename(fake.places.host), 'node-24.21.0']);
	});

	test('no setting of npm, Node or another n8n reaches any child', () => {
		const said = new Set(Object.values(hostile));
		for (const { program, env } of fake.calls) {
			const reached = Object.entries(env).filter(([, value]) => said.has(value));
			expect([program, reached]).toEqual([program, []]);
			const settings = Object.keys(env).filter((name) => /^npm_(?!config_)/i.test(name));
			expect([program, settings]).toEqual([program, []]);
		}
	});

	test('npm is told where the registry is and, for compiling, where Node’s headers are', () => {
		const ofNpm = fake.calls.filter(({ program }) => program === 'npm');
		for (const { env } of ofNpm) expect(env.npm_config_userconfig).toBe('/home/me/.npmrc');
		const [, , rebuild] = ofNpm;
		expect(rebuild?.env.npm_config_nodedir).toContain('node-24.21.0');
		expect(rebuild?.env.PATH).toMatch(/^[^:]*node-24\.21\.0[^:]*bin:/);
		// A user's own ~/.npmrc may say otherwise.
		expect(rebuild?.args).toContain('--ignore-scripts=false');
	});

	test('n8n is given its own folder, port and key', () => {
		const { env } = fake.calls.find(({ program }) => program === 'n8n')!;
		expect(env.N8N_USER_FOLDER).toContain(fake.scratch.folder);
		expect(env.N8N_LISTEN_ADDRESS).toBe('127.0.0.1');
		expect(Object.keys(env).filter((name) => /^npm_/i.test(name))).toEqual([]);
	});

	test('before it begins it says what is downloaded, what it takes, and how long', () => {
		const [first] = fake.said.split('\n');
		expect(first).toMatch(/^n8n .* Node 24 .*0\.5 GB.*2\.9 GB.* 4 to 10 minutes/);
	});

	test('it says what it does, and for how long', () => {
		expect(fake.said).toMatch(/Installing n8n 2\.41\.1 .*: done \(\d+ s/);
	});
});

describe('what goes wrong leaves nothing that is trusted later', () => {
	beforeEach(begin);
	afterEach(end);

	test('parts that were built without a word, but are not there', async () => {
		fake.wrong('builds nothing');
		await expect(fake.ensure()).rejects.toThrow('Cannot find the compiled part');
		expect(cached()).toEqual(['node-24.21.0']);
	});

	test('an n8n that does not answer: its last words are told', async () => {
		fake.wrong('does not answer');
		await expect(fake.ensure()).rejects.toThrow('the database is broken');
		expect(cached()).toEqual(['node-24.21.0']);
	});

	test('an npm that fails: the end of its log is told, not all of it', async () => {
		fake.wrong('install fails');
		const error = (await fake.ensure().catch((thrown: unknown) => thrown)) as Error;
		expect(error.message).toMatch(/the very last line$/);
		expect(error.message).not.toContain('line 0\n');
	});

	test('the next start goes on from there', async () => {
		fake.wrong('does not answer');
		await expect(fake.ensure()).rejects.toThrow();
		fake.forget();
		await fake.ensure();
		expect(fake.names).toEqual(wholeInstall.slice(1));
		expect(isMarked()).toBe(true);
	});

	test('what a killed installation left beside is swept away', async () => {
		mkdirSync(join(fake.places.cache, 'n8n-2.41.1.new-killed'), { recursive: true });
		await fake.ensure();
		expect(cached()).toEqual([basename(fake.places.host), 'node-24.21.0']);
	});
});

describe('a host that is there', () => {
	beforeAll(begin);
	afterAll(end);
	// Whole again, whatever the test before did to it.
	beforeEach(async () => {
		fake.right();
		await fake.ensure();
		fake.forget();
	});

	test('is only looked at when it is ready', async () => {
		const before = fake.said;
		await fake.ensure();
		expect(fake.names).toEqual(['check']);
		expect(fake.said).toBe(before);
	});

	test('without its mark is made anew', async () => {
		rmSync(join(fake.places.host, 'ready.json'));
		await fake.ensure();
		expect(fake.names).toEqual(wholeInstall.slice(1));
		expect(isMarked()).toBe(true);
	});

	test('of another recipe is made anew', async () => {
		writeFileSync(join(fake.places.host, 'ready.json'), '{"node": "24.0.0"}');
		await fake.ensure();
		expect(fake.names).toEqual(wholeInstall.slice(1));
	});

	test('whose parts do not work is mended, and proved again', async () => {
		rmSync(join(fake.places.host, 'built'));
		await fake.ensure();
		expect(fake.names).toEqual(['check', ...wholeInstall.slice(1)]);
		expect(fake.said).not.toContain('made anew');
		expect(isMarked()).toBe(true);
	});

	test('that mending does not help is made anew', async () => {
		rmSync(join(fake.places.host, 'built'));
		fake.wrong('builds nothing');
		await fake.ensure();
		expect(fake.said).toContain('made anew');
		expect(fake.names.slice(-4)).toEqual(wholeInstall.slice(1));
		expect(isMarked()).toBe(true);
	});

	test('is never kept as ready when neither helps', async () => {
		rmSync(join(fake.places.host, 'built'));
		fake.wrong('builds nothing', 9);
		await expect(fake.ensure()).rejects.toThrow('Cannot find the compiled part');
		expect(isMarked()).toBe(false);
	});

	test('loses its mark when n8n does not come up, not even on an empty folder', async () => {
		const host = await fake.ensure();
		expect(await stillAnswers(fake.site, host)).toBe(true);
		fake.wrong('does not answer');
		expect(await stillAnswers(fake.site, host)).toBe(false);
		expect(isMarked()).toBe(false);
	});
});

test('of two starts at once, one installs and the other waits for it', async () => {
	begin();
	try {
		await Promise.all([fake.ensure(), fake.ensure()]);
		expect(fake.names).toEqual([...wholeInstall, 'check']);
		expect(fake.said).toContain('Another start is installing');
	} finally {
		await end();
	}
});
