/**
 * Installs a real n8n beside the project, once a machine, in a cache folder of the user, for the
 * end-to-end tests. It wants Node 24, which comes along as an npm package; the project itself runs
 * on Node 20. About 2.5 GB.
 *
 *   node scripts/real-n8n.mjs           installs when missing; prints {"n8n": …, "node": …}
 *   node scripts/real-n8n.mjs --again   installs anew
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const n8nVersion = '2.41.1';
const nodeVersion = '24.21.0';

const cache = join(
	process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
	'n8n-nodes-sales-management',
);
const host = join(cache, `n8n-${n8nVersion}`);
const nodeHome = join(cache, `node-${nodeVersion}`);
const nodePackage = `node-${process.platform}-${process.arch}`;
const nodeFolder = join(nodeHome, 'node_modules', nodePackage);
const done = join(host, '.installed');

const realN8n = {
	n8n: join(host, 'node_modules', 'n8n', 'bin', 'n8n'),
	node: join(nodeFolder, 'bin', 'node'),
};
const environment = {
	...process.env,
	PATH: [join(nodeFolder, 'bin'), process.env.PATH].join(delimiter),
	npm_config_nodedir: nodeFolder,
};

/** Three transitive versions that npm would choose otherwise do not exist or do not fit. */
const hostPackage = {
	private: true,
	dependencies: { n8n: n8nVersion },
	overrides: {
		linkedom: '0.18.12',
		'@langchain/langgraph': '1.4.18',
		'@langchain/protocol': '0.0.19',
	},
};

async function install() {
	if (!existsSync(realN8n.node)) {
		await step(`Node ${nodeVersion} (about 190 MB)`, nodeHome, [
			...['install', '--prefix', nodeHome, '--no-save', '--ignore-scripts'],
			`${nodePackage}@${nodeVersion}`,
		]);
	}
	mkdirSync(host, { recursive: true });
	writeFileSync(join(host, 'package.json'), JSON.stringify(hostPackage, undefined, '\t'));
	await step(`n8n ${n8nVersion} (about 2.2 GB, 3 to 5 minutes)`, host, [
		...['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'],
	]);
	await step('its compiled parts (about a minute)', host, [
		...['rebuild', '--foreground-scripts', 'sqlite3', 'isolated-vm'],
	]);
	writeFileSync(done, '');
}

/** Runs npm in `folder`; a dot every five seconds shows that it is alive. */
async function step(what, folder, npmArguments) {
	mkdirSync(folder, { recursive: true });
	process.stderr.write(`Installing ${what} `);
	const dots = setInterval(() => process.stderr.write('.'), 5_000);
	const child = spawn('npm', npmArguments, {
		cwd: folder,
		env: environment,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	child.stdout.on('data', (chunk) => (output += chunk));
	child.stderr.on('data', (chunk) => (output += chunk));
	const code = await new Promise((resolve, reject) =>
		child.on('error', reject).on('close', resolve),
	);
	clearInterval(dots);
	process.stderr.write(code === 0 ? ' done\n' : ' failed\n');
	if (code !== 0)
		throw new Error(`npm ${npmArguments[0]} ended with ${code}:\n${output.slice(-4_000)}`);
}

if (process.argv.includes('--again')) rmSync(host, { recursive: true, force: true });
if (!existsSync(done)) await install();
console.log(JSON.stringify(realN8n));
