/** What is known from earlier runs about the tests that no change can have touched since. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reach } from './coverage';

/**
 * Kept by the content of everything that a test file may use: its own text, and all files that are
 * no test. Test files do not use one another.
 */
export class KnownReaches {
	private readonly common: string;

	constructor(
		private readonly folder: string,
		private readonly copy: string,
	) {
		mkdirSync(folder, { recursive: true });
		const all = readdirSync(copy, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map(({ parentPath, name }) => relative(copy, join(parentPath, name)))
			.filter((path) => !path.endsWith('.test.ts') && !NOT_USED.test(path))
			.sort();
		const contents = all.flatMap((path) => [path, readFileSync(join(copy, path))]);
		this.common = hashOf([process.version, ...contents]);
	}

	get(test: string): Reach | undefined {
		try {
			return JSON.parse(readFileSync(join(this.folder, this.nameOf(test)), 'utf8')) as Reach;
		} catch {
			return undefined;
		}
	}

	add(reach: Reach): void {
		writeFileSync(join(this.folder, this.nameOf(reach.file)), JSON.stringify(reach));
	}

	/** Removes what was measured on other sources. */
	forgetOthers(): void {
		for (const name of readdirSync(this.folder)) {
			if (!name.startsWith(this.common)) rmSync(join(this.folder, name));
		}
	}

	private nameOf(test: string): string {
		const text = readFileSync(join(this.copy, test));
		return `${this.common}-${hashOf([test, text])}.json`;
	}
}

/** This task itself, but for its part inside jest, and what is hidden. */
const NOT_USED = /^(?:\.|scripts[\\/]mutants[\\/](?!jest[\\/]))/;

function hashOf(parts: ReadonlyArray<string | Buffer>): string {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(String(part.length)).update('\0').update(part);
	return hash.digest('hex').slice(0, 32);
}
