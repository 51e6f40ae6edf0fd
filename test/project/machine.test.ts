/** What the project's own programs may not do to the machine that they run on, nor to their figures. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import tables from './machine.json';
import { cleanEnvironment, npmEnvironment } from '../../scripts/n8n-host/environment';
import { temporaryFolder } from '../support/temporaryFolder';

describe('the n8n that is started here inherits nothing of another n8n, of npm or of Node', () => {
	const allowed = {
		HOME: '/home/me',
		LANG: 'C.UTF-8',
		HTTPS_PROXY: 'http://proxy.example:3128',
		NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
	};
	const registry = {
		npm_config_userconfig: '/home/me/.npmrc',
		NPM_CONFIG_REGISTRY: 'https://registry.example',
	};
	const hostile = {
		...allowed,
		...registry,
		PATH: '/clone/node_modules/.bin:/npm/node-gyp-bin:/usr/bin',
		npm_config_ignore_scripts: 'true',
		npm_lifecycle_event: 'e2e',
		NODE_OPTIONS: '--import tsx',
		N8N_PORT: '1',
		N8N_ENCRYPTION_KEY: 'of another n8n',
		DB_TYPE: 'postgresdb',
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: 'redis.example',
	};
	const clean = { ...allowed, PATH: '/usr/bin' };

	test.each([
		['n8n', cleanEnvironment, {}, clean],
		['npm, which needs its registry', npmEnvironment, {}, { ...clean, ...registry }],
		['what is meant for it', cleanEnvironment, { N8N_PORT: '5' }, { ...clean, N8N_PORT: '5' }],
	])('%s', (_, environmentOf, own, expected) => {
		expect(environmentOf(own, hostile)).toEqual(expected);
	});
});

describe('whatever way a command ends, its folder and its processes are gone', () => {
	const isGroupAlive = (group: number) => {
		try {
			return process.kill(-group, 0);
		} catch {
			return false;
		}
	};

	test.each(tables.ends)('$what', async ({ behaviour, signal, expected }) => {
		const command = join(__dirname, 'support/scratchCommand.ts');
		const child = spawn(process.execPath, ['--require', 'tsx/cjs', command, behaviour]);
		const closed = once(child, 'close') as Promise<[number | null]>;
		const [line] = (await once(child.stdout, 'data')) as [Buffer];
		const { folder, group } = JSON.parse(line.toString()) as { folder: string; group: number };
		if (signal) {
			expect([existsSync(folder), isGroupAlive(group)]).toEqual([true, true]);
			child.kill(signal as NodeJS.Signals);
		}
		expect((await closed)[0]).toBe(expected);
		expect(existsSync(folder)).toBe(false);
		for (let tries = 0; isGroupAlive(group) && tries < 100; tries += 1) await pause(50);
		expect(isGroupAlive(group)).toBe(false);
	});
});

describe('a command installs packages where there are none, and touches no others', () => {
	const place = temporaryFolder('clone');
	const install = resolve(__dirname, '../../scripts/install-if-missing.mjs');
	const RECORD = '.package-lock.json';
	const lockOf = (packages: object) => JSON.stringify({ packages });
	const jest = (version: string) => ({ 'node_modules/jest': { version } });
	const wanted = {
		'': {},
		...jest('2.0.0'),
		'node_modules/for-another-machine': { version: '1.0.0', optional: true },
	};
	/** An npm that records what it was asked for, and installs what is wanted. */
	const NPM = `#!/bin/sh
mkdir -p node_modules/jest
echo "$1" > node_modules/asked
echo '${lockOf(jest('2.0.0'))}' > node_modules/${RECORD}
echo installed
`;

	test.each<[string, Record<string, string> | undefined, RegExp, number]>([
		['nothing', undefined, /^Installing .*\ninstalled\n$/s, 0],
		['a cache alone', { '.cache': '' }, /^Installing/, 0],
		['what is wanted', { jest: '', [RECORD]: lockOf(jest('2.0.0')) }, /^$/, 0],
		['a package more', { own: '', [RECORD]: lockOf({ ...jest('2.0.0'), own: {} }) }, /^$/, 0],
		['another version', { jest: '', [RECORD]: lockOf(jest('1.0.0')) }, /jest is 1.0.0 .*npm ci/, 1],
		['a package less', { own: '', [RECORD]: lockOf({ own: {} }) }, /jest is missing.*npm ci/, 1],
		['what pnpm installed', { '.pnpm': '', jest: '' }, /another package manager.*npm ci/, 1],
	])('%s is there', (_, there, said, code) => {
		const clone = join(place, `clone ${readdirSync(place).length}`);
		for (const folder of ['scripts', 'bin', ...(there ? ['node_modules'] : [])]) {
			mkdirSync(join(clone, folder), { recursive: true });
		}
		cpSync(install, join(clone, 'scripts/install-if-missing.mjs'));
		writeFileSync(join(clone, 'package-lock.json'), lockOf(wanted));
		writeFileSync(join(clone, 'bin/npm'), NPM, { mode: 0o755 });
		for (const [name, text] of Object.entries(there ?? {})) {
			writeFileSync(join(clone, 'node_modules', name), text);
		}
		const PATH = [join(clone, 'bin'), process.env.PATH].join(delimiter);
		const { status, stdout, stderr } = spawnSync(
			process.execPath,
			[join(clone, 'scripts/install-if-missing.mjs')],
			{ env: { ...process.env, PATH }, encoding: 'utf8' },
		);
		expect(status).toBe(code);
		expect(stderr).toMatch(said);
		expect(stdout).toBe('');
		expect(existsSync(join(clone, 'node_modules/asked'))).toBe(stderr.startsWith('Installing'));
	});
});
