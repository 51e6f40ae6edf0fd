/** What tests may expect of a service that speaks dialects. */
import { dialectsNamed } from '../../sandbox/dialects/catalogue';
import type { TestSandbox } from './testSandbox';

/**
 * Whether a sandbox speaks a dialect, by itself or as a part of another.
 * @throws Refusal for one that there is not: it would never be spoken.
 */
export function speaks({ dialects }: Pick<TestSandbox, 'dialects'>, name: string): boolean {
	const dialect = dialectsNamed([name]).at(-1)!;
	return dialectsNamed(dialects).includes(dialect);
}

/** Whether its lists say how many records they have: what counts by totals reads everything where none are. */
export const hasTotals = (sandbox: Pick<TestSandbox, 'dialects'>): boolean =>
	!speaks(sandbox, 'no-total-count');

/** The dialects of a sandbox with others in the place of those that concern the same. */
export function beside(
	{ dialects }: Pick<TestSandbox, 'dialects'>,
	names: readonly string[],
): string[] {
	const concerned = new Set(dialectsNamed(names).map(({ concerns }) => concerns));
	const own = dialectsNamed(dialects).filter(
		({ of, concerns }) => of === undefined && !concerned.has(concerns),
	);
	return [...own.map(({ name }) => name), ...names];
}
