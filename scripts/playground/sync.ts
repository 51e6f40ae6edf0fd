/** Carries what was built into the installed package, file by file, and only what differs. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../n8n-host/packed';

const SOURCES = ['nodes', 'credentials'];
/** What gulp copies beside the compiled files. */
const ASSET = /\.(svg|png|json)$/;

export const assets = (): string[] =>
	SOURCES.flatMap((folder) => filesIn(join(root, folder))).filter((file) => ASSET.test(file));

/** A text that changes when an asset or package.json is saved; to be compared with the one before. */
export const assetsState = (): string =>
	[...assets(), join(root, 'package.json')]
		.map((file) => `${file} ${statSync(file, { throwIfNoEntry: false })?.mtimeMs}`)
		.join('\n');

/** Answers the files of the package that were written. */
export function syncPackage(compiled: string, installed: string): string[] {
	const pairs = [
		...filesIn(compiled).map((file) => [file, join('dist', relative(compiled, file))] as const),
		...assets().map((file) => [file, join('dist', relative(root, file))] as const),
		[join(root, 'package.json'), 'package.json'] as const,
	];
	return pairs.filter(([from, to]) => copyIfOther(from, join(installed, to))).map(([, to]) => to);
}

function copyIfOther(from: string, to: string): boolean {
	const content = readFileSync(from);
	if (existsSync(to) && readFileSync(to).equals(content)) return false;
	mkdirSync(dirname(to), { recursive: true });
	writeFileSync(to, content);
	return true;
}

function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
}
