/**
 * `npm run mutants`: small changes of the connector, each of which the tests should notice. Without
 * arguments a sample of every folder; `FOLDER …` takes the whole of some, `--all` the whole of all.
 *
 *   --sample N    how many mutants of each folder (25)
 *   --seed TEXT   draws another sample
 *   --part N/M    only the Nth of M equal parts of what would be tried, for runs side by side
 *   --workers N   how many mutants are tried at once (2)
 *   --tests REGEX only the tests whose path fits, for a quick look
 */
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { copyProject } from './copy';
import { measureReach } from './coverage';
import { isKnown, outdated, readKnown } from './known';
import { SOURCES, changeOf, filesOf, instrument, isWording, type Mutation } from './mutations';
import { isEnough, reportOf, type FolderResult } from './report';
import { draw } from './sample';
import { checkRuns, tryOut, type Trial, type Trying } from './trial';
import { typeCheck } from './types';

const root = resolve(__dirname, '../..');
const BINDING = ['polling', 'api', 'operations', 'fields', 'lookups', 'trigger'];
/** Mostly data, which the tables over all records hold; looked at, but without a limit. */
const FOR_INFORMATION = ['records'];
const ALL = [...BINDING, ...FOR_INFORMATION];
const SAMPLE = 25;

interface Plan {
	readonly folders: readonly string[];
	/** How many of each folder; all when absent. */
	readonly size?: number;
	readonly seed: string;
	readonly workers: number;
	readonly part: Part;
}

interface Part {
	/** From 1. */
	readonly number: number;
	readonly of: number;
}

function planOf(args: readonly string[]): Plan {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			all: { type: 'boolean', default: false },
			sample: { type: 'string' },
			seed: { type: 'string', default: '1' },
			workers: { type: 'string', default: '2' },
			part: { type: 'string', default: '1/1' },
			tests: { type: 'string' },
		},
	});
	// Read by the configuration of jest, in the runs of this process.
	if (values.tests !== undefined) process.env.MUTANT_TESTS = values.tests;
	const folders = positionals.map((name) => name.replace(/\/$/, ''));
	const unknown = folders.filter((name) => !ALL.includes(name));
	if (unknown.length > 0) {
		throw new Error(`Unknown folder ${unknown.join(', ')}. There are: ${ALL.join(', ')}`);
	}
	const whole = values.all || (folders.length > 0 && values.sample === undefined);
	return {
		folders: folders.length > 0 ? folders : ALL,
		...(!whole && { size: wholeNumber('--sample', values.sample ?? String(SAMPLE)) }),
		seed: values.seed,
		workers: wholeNumber('--workers', values.workers),
		part: partIn(values.part),
	};
}

function partIn(text: string): Part {
	const [number, of, ...more] = text.split('/').map((each) => wholeNumber('--part', each));
	if (number !== undefined && of !== undefined && more.length === 0 && number <= of) {
		return { number, of };
	}
	throw new Error('--part must be such as 2/3');
}

function wholeNumber(name: string, text: string): number {
	const number = Number(text);
	if (!Number.isInteger(number) || number < 1) throw new Error(`${name} must be a whole number`);
	return number;
}

async function main(): Promise<number> {
	const { folders, size, seed, workers, part } = planOf(process.argv.slice(2));
	// All of them, also when few are asked for: what the tests reach is then known for the next run.
	const files = ALL.flatMap((folder) => filesOf(root, folder));
	const { texts, mutations } = await instrument(root, files);
	const known = readKnown(root);
	for (const { file, code } of outdated(known, mutations).filter(isAmong(folders))) {
		say(`known.json names what is no longer there: ${file}: ${code}`);
	}
	const compiles = typeCheck(root);
	const countable = mutations.filter((each) => !isWording(each) && !isKnown(each, known));
	const drawn = new Map(
		folders.map((folder) => {
			const own = countable.filter(({ file }) => file.startsWith(`${SOURCES}/${folder}/`));
			const all = draw(own, { seed, size, compiles });
			return [folder, all.filter((_, at) => at % part.of === part.number - 1)];
		}),
	);
	say(`${[...drawn.values()].flat().length} mutants; running the tests once without any of them`);
	const copy = copyProject(root, texts);
	const reaches = await measureReach(root, copy, files, workers);
	await checkRuns(root, copy, reaches);
	say('trying the mutants');
	const trials = await tryAll(
		[...drawn.values()].flat(),
		{ root, copy, reaches, record: new Map() },
		workers,
	);
	const results = [...drawn].map(([folder, own]): FolderResult => {
		const ids = new Set(own.map(({ id }) => id));
		const tried = trials.filter(({ mutation }) => ids.has(mutation.id));
		return { folder, trials: tried, binding: BINDING.includes(folder) };
	});
	process.stdout.write(`${reportOf(results)}\n`);
	return results.every(isEnough) ? 0 : 1;
}

async function tryAll(
	mutations: readonly Mutation[],
	trying: Trying,
	workers: number,
): Promise<Trial[]> {
	const waiting = [...mutations];
	const trials: Trial[] = [];
	const work = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			const trial = await tryOut(next, trying);
			trials.push(trial);
			const { file, line } = next;
			const verdict = trial.noticedBy === undefined ? 'SURVIVED' : 'noticed';
			const place = `${file.slice(SOURCES.length + 1)}:${line}`;
			say(`${trials.length}/${mutations.length} ${verdict} ${place} ${changeOf(next)}`);
			if (process.env.MUTANTS_VERBOSE) say(`    ${trial.noticedBy?.slice(0, 300) ?? ''}`);
		}
	};
	await Promise.all(Array.from({ length: workers }, work));
	return trials;
}

const isAmong =
	(folders: readonly string[]) =>
	({ file }: { file: string }) =>
		folders.some((folder) => file.startsWith(`${folder}/`));

const began = Date.now();
function say(text: string): void {
	const seconds = Math.round((Date.now() - began) / 1_000);
	process.stderr.write(`${seconds} s  ${text}\n`);
}

main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exit(2);
	},
);
