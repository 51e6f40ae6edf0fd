/** Which test files can notice a mutant: those that reach it, the cheapest first. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runJest } from './testRun';

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

/** Runs every test that has to do with the files once, to learn what each of them reaches. */
export async function measureReach(
	root: string,
	copy: string,
	files: readonly string[],
	workers: number,
): Promise<Reach[]> {
	const folder = join(copy, '.mutant-coverage');
	mkdirSync(folder);
	const { failure, failed, durations } = await runJest(root, {
		copy,
		args: [`--maxWorkers=${workers}`, '--findRelatedTests', ...files],
		environment: { MUTANT_COVERAGE: folder, POLLING_SEED: '1' },
		patienceMs: () => FILE_PATIENCE_MS,
		untilFailure: false,
	});
	if (failure !== undefined) {
		throw new Error(`Without any mutant tests fail: ${[...failed].join(', ')}\n${failure}`);
	}
	return readdirSync(folder).map((name) => {
		const found = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Omit<Reach, 'ms'>;
		return { ...found, ms: durations.get(found.file) ?? 0 };
	});
}

/** A test that uses the code is more likely to notice than one that only loads it. */
const LOADING_ONLY = 4;

export function reaching(id: string, reaches: readonly Reach[]): Reach[] {
	const cost = ({ ms, testing }: Reach) => (id in testing ? ms : ms * LOADING_ONLY);
	return reaches
		.filter(({ loading, testing }) => id in loading || id in testing)
		.sort((a, b) => cost(a) - cost(b));
}
