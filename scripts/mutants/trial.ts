/** Tries one mutant: runs the tests that reach it, until one of them fails. */
import { reaching, type Reach } from './coverage';
import type { Mutation } from './mutations';
import { runJest } from './testRun';

export interface Trial {
	readonly mutation: Mutation;
	/** What noticed it; absent when it survived. */
	readonly noticedBy?: string;
}

/** A mutant is reached more often than the code was before only when something does not end. */
const MOST_HITS = { times: 100, least: 1_000 };
/** Generous, so that a busy machine is not taken for a mutant that was noticed. */
const PATIENCE = { times: 8, leastMs: 60_000 };

/** No mutant has this number: with it every test passes, or the runs themselves are broken. */
const NO_MUTANT = '-1';

/** @throws where tests fail for another reason than a mutant. */
export async function checkRuns(
	root: string,
	copy: string,
	reaches: readonly Reach[],
): Promise<void> {
	const [cheapest] = [...reaches].sort((a, b) => a.ms - b.ms);
	if (!cheapest) throw new Error('No test has to do with these files');
	const { failure } = await runJest(root, {
		copy,
		args: ['--runInBand', '--runTestsByPath', cheapest.file],
		environment: { MUTANT: NO_MUTANT },
		patienceMs: () => PATIENCE.leastMs,
		untilFailure: false,
	});
	if (failure !== undefined) throw new Error(`A run without a mutant fails: ${failure}`);
}

/** What every trial of a run needs, and what they have shown so far. */
export interface Trying {
	readonly root: string;
	readonly copy: string;
	readonly reaches: readonly Reach[];
	readonly record: Map<string, { readonly met: number; readonly noticed: number }>;
}

export async function tryOut(mutation: Mutation, trying: Trying): Promise<Trial> {
	const { root, copy, reaches, record } = trying;
	const { id } = mutation;
	const able = reaching(id, reaches, record);
	if (able.length === 0) return { mutation };
	const limits = able.map(({ file, loading, testing }) => {
		const hits = (loading[id] ?? 0) + (testing[id] ?? 0);
		return [file, Math.max(MOST_HITS.least, hits * MOST_HITS.times)] as const;
	});
	const clean = new Map(able.map(({ file, ms }) => [file, ms]));
	const { failure, failed, durations } = await runJest(root, {
		copy,
		args: ['--runInBand', '--bail', '--runTestsByPath', ...able.map(({ file }) => file)],
		environment: {
			MUTANT: id,
			MUTANT_HIT_LIMITS: JSON.stringify(Object.fromEntries(limits)),
			MUTANT_TEST_ORDER: JSON.stringify(able.map(({ file }) => file)),
			POLLING_SEED: '1',
		},
		patienceMs: (file = '') => Math.max(PATIENCE.leastMs, (clean.get(file) ?? 0) * PATIENCE.times),
		untilFailure: true,
	});
	for (const file of new Set([...durations.keys(), ...failed])) {
		const { met, noticed } = record.get(file) ?? { met: 0, noticed: 0 };
		record.set(file, { met: met + 1, noticed: noticed + (failed.has(file) ? 1 : 0) });
	}
	return { mutation, noticedBy: failure };
}
