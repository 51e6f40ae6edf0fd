/** What the project's own programs may not do to the machine that they run on, nor to their figures. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cleanEnvironment, npmEnvironment } from '../../scripts/n8n-host/environment';

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

	test.each([
		['at its end', 'end', undefined, 0],
		['after SIGTERM', 'wait', 'SIGTERM', 143],
		['after an error outside of its work', 'throwOutside', undefined, 1],
	] as const)('%s', async (_, behaviour, signal, expected) => {
		const command = join(__dirname, 'support/scratchCommand.ts');
		const child = spawn(process.execPath, ['--require', 'tsx/cjs', command, behaviour]);
		const closed = once(child, 'close') as Promise<[number | null]>;
		const [line] = (await once(child.stdout, 'data')) as [Buffer];
		const { folder, group } = JSON.parse(line.toString()) as { folder: string; group: number };
		if (signal) {
			expect([existsSync(folder), isGroupAlive(group)]).toEqual([true, true]);
			child.kill(signal);
		}
		expect((await closed)[0]).toBe(expected);
		expect(existsSync(folder)).toBe(false);
		for (let tries = 0; isGroupAlive(group) && tries < 100; tries += 1) await pause(50);
		expect(isGroupAlive(group)).toBe(false);
	});
});
