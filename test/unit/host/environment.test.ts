/** What the host's children inherit: a list, and nothing else. */
import { cleanEnvironment, npmEnvironment, pathWith } from '../../../scripts/n8n-host/environment';

const hostile = {
	HOME: '/home/me',
	LANG: 'C.UTF-8',
	HTTPS_PROXY: 'http://proxy.example:3128',
	NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
	PATH: '/clone/node_modules/.bin:/npm/node-gyp-bin:/usr/bin',
	npm_config_userconfig: '/home/me/.npmrc',
	NPM_CONFIG_REGISTRY: 'https://registry.example',
	npm_config_ignore_scripts: 'true',
	npm_config_omit: 'optional',
	npm_config_nodedir: '/usr',
	npm_lifecycle_event: 'e2e',
	npm_package_name: 'clone',
	npm_execpath: '/usr/lib/npm',
	INIT_CWD: '/clone',
	NODE_OPTIONS: '--import tsx',
	NODE_PATH: '/clone/node_modules',
	NODE_ENV: 'test',
	N8N_PORT: '1',
	N8N_ENCRYPTION_KEY: 'of another n8n',
	DB_TYPE: 'postgresdb',
	EXECUTIONS_MODE: 'queue',
	QUEUE_BULL_REDIS_HOST: 'redis.example',
	GENERIC_TIMEZONE: 'Asia/Tokyo',
	JEST_WORKER_ID: '1',
	SANDBOX_CHECK_RESPONSES: '1',
};

test('n8n gets the places, the language and the network, and no setting of npm, Node or n8n', () => {
	expect(cleanEnvironment({}, hostile)).toEqual({
		HOME: '/home/me',
		LANG: 'C.UTF-8',
		HTTPS_PROXY: 'http://proxy.example:3128',
		NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
		PATH: '/usr/bin',
	});
});

test('npm also gets where the registry is, and nothing of how to install', () => {
	expect(npmEnvironment({}, hostile)).toEqual({
		...cleanEnvironment({}, hostile),
		npm_config_userconfig: '/home/me/.npmrc',
		NPM_CONFIG_REGISTRY: 'https://registry.example',
	});
});

test('what the host itself says stands above the list', () => {
	expect(cleanEnvironment({ PATH: '/own', N8N_PORT: '5678' }, hostile)).toMatchObject({
		PATH: '/own',
		N8N_PORT: '5678',
	});
});

test('a Node of its own comes before every other', () => {
	expect(pathWith('/node24/bin', hostile)).toBe('/node24/bin:/usr/bin');
});
