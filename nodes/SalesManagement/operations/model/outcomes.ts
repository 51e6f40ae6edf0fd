import { formatCount, textOf } from '../../shared';
import { isFailure, isInDoubt, type ItemResult, type NodeOperation } from './operation';

/**
 * The counters of outcomes. `unknown` counts rows that may or may not have been written, since no clear answer
 * came.
 */
const NONE = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, unknown: 0 };

type RowOutcome = keyof typeof NONE | 'deleted';

function outcomeOf(result: ItemResult, { id }: NodeOperation): RowOutcome {
	if (isFailure(result)) return isInDoubt(result) ? 'unknown' : 'failed';
	const { skipped, action = id } = result.records[0] ?? {};
	if (skipped === true) return 'skipped';
	if (action === 'unchanged') return 'unchanged';
	if (action === 'delete') return 'deleted';
	// An action is `updated`, a planned `update`, or the operation's own `updateMany`.
	return textOf(action).startsWith('update') ? 'updated' : 'created';
}

/** The number of rows with each outcome. */
export class Outcomes {
	readonly counts: typeof NONE & Partial<Record<RowOutcome, number>> = { ...NONE };

	constructor(private readonly operation: NodeOperation) {}

	/** Whether no row has an outcome yet. */
	get isEmpty(): boolean {
		return Object.values(this.counts).every((count) => count === 0);
	}

	/** The number of records that are written, or may be. */
	get written(): number {
		const { created, updated, failed, unknown, deleted = 0 } = this.counts;
		return created + updated + failed + unknown + deleted;
	}

	/** The counts in words. */
	get text(): string {
		const told = Object.entries(this.counts).filter(([, count]) => count > 0);
		const texts = told.map(([outcome, count]) => `${formatCount(count)} ${outcome}`);
		return texts.join(', ') || 'nothing written';
	}

	count(result: ItemResult): RowOutcome {
		const outcome = outcomeOf(result, this.operation);
		this.counts[outcome] = (this.counts[outcome] ?? 0) + 1;
		return outcome;
	}

	/**
	 * A sentence about rows that were not written, since a few are easily missed among many.
	 * @returns `undefined` if all rows were written.
	 */
	lossSentence(all: string, where: string): string | undefined {
		const { failed, unknown, skipped } = this.counts;
		const lost = failed + unknown;
		if (lost + skipped === 0) return undefined;
		return `${formatCount(lost)} of ${all} failed and ${formatCount(skipped)} were skipped: ${where}.`;
	}
}
