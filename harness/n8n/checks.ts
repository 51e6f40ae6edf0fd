/** Checks that say at once how they went, and are counted. */
import { messageOf, type Scratch } from '../../scripts/scratch';
import { Unavailable } from './shared';

export class Checks {
	passed = 0;
	failed = 0;

	constructor(private readonly scratch: Pick<Scratch, 'isEnding'>) {}

	/** Runs one check, says how it went, and goes on with the next. Answers whether it passed. */
	async check(what: string, run: () => unknown): Promise<boolean> {
		try {
			await run();
			this.passed += 1;
			console.log(`✓ ${what}`);
			return true;
		} catch (error) {
			// Of an interrupted run nothing is said but that.
			if (this.scratch.isEnding) throw error;
			// What all of the part needs is missing: it is told once, where the part ends.
			if (error instanceof Unavailable) throw error;
			this.fail(what, error);
			return false;
		}
	}

	fail(what: string, error: unknown): void {
		this.failed += 1;
		console.log(`✗ ${what}\n    ${messageOf(error).replaceAll('\n', '\n    ')}`);
	}

	/** The closing line, as `npm test` writes it. */
	summary(): string {
		return `${this.passed} passed, ${this.failed} failed`;
	}
}

export function equal(actual: unknown, expected: unknown): void {
	const [a, b] = [actual, expected].map((value) => JSON.stringify(value));
	if (a !== b) throw new Error(`expected ${b}, got ${a}`);
}

export function contains(text: string, part: string): void {
	if (!text.includes(part)) throw new Error(`"${part}" is not in: ${text.slice(0, 1_000)}`);
}

export function isTrue(what: string, holds: boolean): void {
	if (!holds) throw new Error(what);
}
