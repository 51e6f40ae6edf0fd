import type { Failure } from 'n8n-workflow';
import { LIMITS } from './ownLimits.json';
import { formatCount } from './values';

/** A name that nothing has, and the field in which it was given. */
export interface UnknownName {
	readonly label: string;
	readonly name: string;
}

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
		/** The names among them that nothing has. */
		readonly unknownNames: readonly UnknownName[] = [],
	) {
		super(message);
	}
}

/** The error of a name that nothing has. */
export const unknownName = (message: string, label: string, name: string): UsageError =>
	new UsageError(message, undefined, [message], [{ label, name }]);

/** A problem that may follow from another one: it is reported only if there is no other. */
class FollowUp extends UsageError {}

export const followUp = ({ message, problems, unknownNames }: UsageError): UsageError =>
	new FollowUp(message, undefined, problems, unknownNames);

/** Collects the problems of an input, so that one error reports them all. */
export class Problems<Of = unknown> {
	/** The error of each problem; absent in most rows of a file, of which there may be a million. */
	private found?: Map<string, UsageError>;

	/**
	 * @param told a problem of a field's value as it is told.
	 * @param excuse takes the names that nothing has, where these are no problem.
	 */
	constructor(
		private readonly told?: (problem: string, of: Of) => string,
		private readonly excuse?: (names: readonly UnknownName[]) => void,
	) {}

	/**
	 * Runs a read; returns `undefined` and goes on if the input is wrong. Any other error is thrown at once.
	 * @param of the field whose value is read.
	 */
	try<Value>(read: () => Value, of?: Of): Value | undefined {
		try {
			return read();
		} catch (error) {
			if (!(error instanceof UsageError)) throw error as Error;
			const { problems, unknownNames } = error;
			if (this.excuse && unknownNames.length === problems.length) {
				this.excuse(unknownNames);
				return undefined;
			}
			this.found ??= new Map();
			for (const problem of problems) {
				this.found.set((of && this.told?.(problem, of)) ?? problem, error);
			}
			return undefined;
		}
	}

	/** @throws UsageError if anything was wrong. */
	assertNone(): void {
		if (!this.found) return;
		const all = [...this.found];
		const causes = all.filter(([, error]) => !(error instanceof FollowUp));
		const told = new Map(causes.length > 0 ? causes : all);
		const [first] = told.values();
		if (!first) return;
		const problems = [...told.keys()];
		const names = [...new Set(this.found.values())].flatMap(({ unknownNames }) => unknownNames);
		if (first instanceof FollowUp) throw first;
		const message = problems.length === 1 ? problems.join() : listOf(problems);
		throw new UsageError(message, first.description, problems, names);
	}
}

const listOf = (problems: readonly string[]) =>
	[
		`There are ${problems.length} things to correct:`,
		...firstLines(problems.map((problem) => `- ${problem}`)),
	].join('\n');

/** The first lines, as many as a description lists, and how many more there are. */
export function firstLines(lines: readonly string[]): string[] {
	const more = lines.length - LIMITS.linesInDescription;
	const rest = more > 0 ? [`… and ${formatCount(more)} more`] : [];
	return [...lines.slice(0, LIMITS.linesInDescription), ...rest];
}
