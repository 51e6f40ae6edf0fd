import type { Failure } from 'n8n-workflow';
import { LIMITS } from './ownLimits';
import { formatCount } from './values';

/** Input that is found wrong before any request is made. The message is a complete sentence. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
	/** The kind of failure that n8n reads from a failed poll. */
	readonly failure: Failure = { cause: 'configuration-invalid' };

	constructor(
		message: string,
		readonly description?: string,
		/** The problems, each as a sentence of its own. */
		readonly problems: readonly string[] = [message],
	) {
		super(message);
	}
}

/** A problem that may follow from another one: it is reported only if there is no other. */
export class FollowUp extends UsageError {}

/** Collects the problems of an input, so that one error reports them all. */
export class Problems {
	private readonly found = new Map<string, UsageError>();

	/**
	 * Runs a read; returns `undefined` and goes on if the input is wrong. Any other error is thrown at once.
	 */
	try<Value>(read: () => Value): Value | undefined {
		try {
			return read();
		} catch (error) {
			if (!(error instanceof UsageError)) throw error as Error;
			for (const problem of error.problems) this.found.set(problem, error);
			return undefined;
		}
	}

	/** @throws UsageError if anything was wrong. */
	assertNone(): void {
		const all = [...this.found];
		const causes = all.filter(([, error]) => !(error instanceof FollowUp));
		const told = new Map(causes.length > 0 ? causes : all);
		const [first, ...others] = new Set(told.values());
		if (!first) return;
		throw others.length === 0 ? first : severalProblems([...told.keys()]);
	}
}

function severalProblems(problems: readonly string[]): UsageError {
	const lines = [
		`There are ${problems.length} things to correct:`,
		...firstLines(problems.map((problem) => `- ${problem}`)),
	];
	return new UsageError(lines.join('\n'), undefined, problems);
}

/** The first lines, as many as a description lists, and how many more there are. */
export function firstLines(lines: readonly string[]): string[] {
	const more = lines.length - LIMITS.linesInDescription;
	const rest = more > 0 ? [`… and ${formatCount(more)} more`] : [];
	return [...lines.slice(0, LIMITS.linesInDescription), ...rest];
}
