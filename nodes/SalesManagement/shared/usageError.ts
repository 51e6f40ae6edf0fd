import type { Failure } from 'n8n-workflow';
import { LIMITS } from './ownLimits';

/** Input that is found wrong before any request is made. The message is a complete sentence. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
	/** What n8n reads of a poll that failed. */
	readonly failure: Failure = { cause: 'configuration-invalid' };

	constructor(
		message: string,
		readonly description?: string,
		/** What is wrong, each in a sentence of its own. */
		readonly problems: readonly string[] = [message],
	) {
		super(message);
	}
}

/** What may follow from another mistake: it is told where there is no other. */
export class FollowUp extends UsageError {}

/** Input of which several things may be wrong, so that one error tells them all. */
export class Problems {
	private readonly found = new Map<string, UsageError>();

	/** Goes on after input that is wrong; `undefined` then. Any other error is thrown at once. */
	try<Value>(read: () => Value): Value | undefined {
		try {
			return read();
		} catch (error) {
			if (!(error instanceof UsageError)) throw error as Error;
			for (const problem of error.problems) this.found.set(problem, error);
			return undefined;
		}
	}

	/** @throws UsageError when anything was wrong. */
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

/** As many lines as a description lists, and how many more there are. */
export function firstLines(lines: readonly string[]): string[] {
	const more = lines.length - LIMITS.linesInDescription;
	const rest = more > 0 ? [`… and ${more.toLocaleString('en-US')} more`] : [];
	return [...lines.slice(0, LIMITS.linesInDescription), ...rest];
}
