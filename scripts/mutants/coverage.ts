/** Which test files can notice a mutant: those that reach it, the most promising first. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KnownReaches } from './reachCache';
import { listTests, runJest } from './testRun';

type Hits = Readonly<Record<string, number>>;

/** What one test file reached while no mutant was active. */
export interface Reach {
	readonly file: string;
	/** How often each mutant was reached while the file was loaded, and in its tests. */
	readonly loading: Hits;
	readonly testing: Hits;
	readonly ms: number;
}

const FILE_PATIENCE_MS = 600_000;

/**
 * Runs every test that has to do with the files once, to learn what each of them reaches. What is
 * known from an earlier run is taken from there, as long as nothing but other tests has changed.
 */
export async function measureReach(
	root: string,
	copy: string,
	files: readonly string[],
	workers: number,
): Promise<Reach[]> {
	const known = new KnownReaches(join(root, 'node_modules/.cache/mutants'), copy);
	const tests = await listTests(root, copy, files);
	const missing = tests.filter((file) => known.get(file) === undefined);
	if (missing.length > 0) {
		const failure = await runOnce({ root, copy, workers, known }, missing);
		if (failure !== undefined) throw new Error(`Without any mutant tests fail: ${failure}`);
	}
	known.forgetOthers();
	return tests.flatMap((file) => known.get(file) ?? []);
}

interface Measuring {
	readonly root: string;
	readonly copy: string;
	readonly workers: number;
	readonly known: KnownReaches;
}

async function runOnce(
	{ root, copy, workers, known }: Measuring,
	tests: readonly string[],
): Promise<string | undefined> {
	const folder = join(copy, '.mutant-coverage');
	mkdirSync(folder);
	const { failure, failed, durations } = await runJest(root, {
		copy,
		args: [`--maxWorkers=${workers}`, '--runTestsByPath', ...tests],
		environment: { MUTANT_COVERAGE: folder, POLLING_SEED: '1' },
		patienceMs: () => FILE_PATIENCE_MS,
		untilFailure: false,
	});
	for (const name of readdirSync(folder)) {
		const found = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Omit<Reach, 'ms'>;
		const ms = durations.get(found.file);
		if (ms !== undefined && !failed.has(found.file)) known.add({ ...found, ms });
	}
	return failure === undefined ? undefined : `${[...failed].join(', ')}\n${failure}`;
}

/** How many mutants of this run each test file met, and noticed. */
export type TrackRecord = ReadonlyMap<string, { readonly met: number; readonly noticed: number }>;

/** A test that uses the code is more likely to notice than one that only loads it. */
const LOADING_ONLY = 4;

/** Those that take the least time for each mutant that they may be expected to notice come first. */
export function reaching(
	id: string,
	reaches: readonly Reach[],
	record: TrackRecord = new Map(),
): Reach[] {
	const cost = ({ file, ms, testing }: Reach) => {
		const { met, noticed } = record.get(file) ?? { met: 0, noticed: 0 };
		return (ms * (id in testing ? 1 : LOADING_ONLY) * (met + 2)) / (noticed + 1);
	};
	return reaches
		.filter(({ loading, testing }) => id in loading || id in testing)
		.sort((a, b) => cost(a) - cost(b));
}
