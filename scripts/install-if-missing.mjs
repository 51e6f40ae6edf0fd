/**
 * Installs the packages of package-lock.json where none are installed, so that any command works as the first
 * one in a fresh clone. It never replaces what is there: where that is something else than package-lock.json
 * names, it says so and fails. Plain Node, because no package is there yet.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const folder = new URL('node_modules/', root);
/** The file in which npm keeps what it has installed. */
const record = new URL('.package-lock.json', folder);
const REPLACE = '`npm ci` replaces all of node_modules by what package-lock.json names.';
/** Also the packages that NODE_ENV or a user's .npmrc would leave out. */
const INSTALL = ['ci', '--include=dev', '--include=optional', '--include=peer'];

const packagesIn = (lock) => JSON.parse(readFileSync(lock, 'utf8')).packages;

/** The first package that is not installed in the version of package-lock.json, in words. */
function difference() {
	const installed = packagesIn(record);
	for (const [path, wanted] of Object.entries(packagesIn(new URL('package-lock.json', root)))) {
		const found = installed[path];
		// Packages for other machines are named in the lock file, but never installed.
		const mayLack = path === '' || wanted.optional || wanted.devOptional || wanted.peer;
		if (found === undefined && mayLack) continue;
		if (found === undefined) return `${path} is missing`;
		if (found.version !== wanted.version) {
			return `${path} is ${found.version} instead of ${wanted.version}`;
		}
	}
	return undefined;
}

/** Installs all packages. npm's output goes to standard error: standard output is the command's own. */
function install() {
	process.stderr.write('Installing development packages (npm ci, a minute or two) …\n');
	const options = { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' };
	const { status } = spawnSync('npm', INSTALL, options);
	if (status !== 0) process.exit(status ?? 1);
}

/** Why the command can't go on with what is installed; undefined if it can. */
function objection() {
	const isEmpty = !existsSync(folder) || readdirSync(folder).every((name) => name === '.cache');
	if (isEmpty) install();
	if (!existsSync(record)) {
		return `node_modules was filled by another package manager than npm, or its installation was interrupted. ${REPLACE}`;
	}
	const found = difference();
	return found && `${found}. ${REPLACE}`;
}

const sentence = objection();
if (sentence !== undefined) {
	process.stderr.write(`${sentence}\n`);
	process.exitCode = 1;
}
