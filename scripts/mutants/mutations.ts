/**
 * The mutants of a folder: small changes of its code, each behind a switch in one instrumented copy.
 * What is mutated, and how, is Stryker's (its instrumenter); which test runs when is ours, because
 * most of this code is data that is read when a module is loaded, where Stryker's own runner would
 * run every test for every mutant.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Mutation {
	/** The switch in the instrumented code. */
	readonly id: string;
	/** The path in the repository, with forward slashes. */
	readonly file: string;
	readonly mutator: string;
	readonly start: number;
	readonly end: number;
	/** From 1, for people. */
	readonly line: number;
	/** The first line of what is changed, trimmed: it finds the place again when lines have moved. */
	readonly code: string;
	readonly original: string;
	readonly replacement: string;
}

export interface Instrumented {
	/** The instrumented text of each file, by its path in the repository. */
	readonly texts: ReadonlyMap<string, string>;
	readonly mutations: readonly Mutation[];
}

export const SOURCES = 'nodes/SalesManagement';

export function filesOf(root: string, folder: string): string[] {
	return readdirSync(join(root, SOURCES, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.sort()
		.map((name) => `${SOURCES}/${folder}/${name.replaceAll('\\', '/')}`);
}

export async function instrument(root: string, files: readonly string[]): Promise<Instrumented> {
	// An ES module, which this one can only load like this.
	const { Instrumenter } = await import('@stryker-mutator/instrumenter');
	const contents = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
	const instrumenter = new Instrumenter(SILENT);
	const result = await instrumenter.instrument(
		[...contents].map(([file, content]) => ({ name: join(root, file), mutate: true, content })),
		{ plugins: null, excludedMutations: [], ignorers: [], noHeader: false },
	);
	const pathOf = (name: string) => relative(root, name).replaceAll('\\', '/');
	return {
		texts: new Map(result.files.map(({ name, content }) => [pathOf(name), content])),
		mutations: result.mutants.map(({ id, fileName, mutatorName, location, replacement }) => {
			const file = pathOf(fileName);
			const content = contents.get(file) ?? '';
			const lines = content.split('\n');
			const offset = ({ line, column }: { line: number; column: number }) =>
				lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, column);
			const [start, end] = [offset(location.start), offset(location.end)];
			return {
				id,
				file,
				mutator: mutatorName,
				start,
				end,
				line: location.start.line + 1,
				code: (lines[location.start.line] ?? '').trim(),
				original: content.slice(start, end),
				replacement,
			};
		}),
	};
}

/** A sentence or a title: what a person reads, and no test should hold word by word. */
export const isWording = ({ mutator, original }: Mutation): boolean =>
	(mutator === 'StringLiteral' && /\s/.test(original.trim())) ||
	(mutator === 'ObjectLiteral' && ONLY_TEXTS.test(original));

/** An object that holds nothing but a field's texts. */
const ONLY_TEXTS = /^\{\s*(?:(?:description|placeholder):\s*(['"`])(?:(?!\1).)*\1,?\s*)+\}$/s;

/** The change in one line. */
export function changeOf({ original, replacement }: Mutation): string {
	return `${shortened(original)} → ${shortened(replacement)}`;
}

const shortened = (code: string): string => {
	const line = code.replace(/\s+/g, ' ').trim();
	return line.length > 100 ? `${line.slice(0, 60)} … ${line.slice(-36)}` : line;
};

const nothing = () => {};
/** The instrumenter wants to log; what it has to say is in its result. */
const SILENT = {
	isTraceEnabled: () => false,
	isDebugEnabled: () => false,
	isInfoEnabled: () => false,
	isWarnEnabled: () => false,
	isErrorEnabled: () => false,
	isFatalEnabled: () => false,
	trace: nothing,
	debug: nothing,
	info: nothing,
	warn: nothing,
	error: nothing,
	fatal: nothing,
};
