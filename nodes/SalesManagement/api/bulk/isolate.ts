/** What a refused request is refused for is found by halves, so that the rest of it passes. */
import type { ServiceError } from '../errors/errors';
import { LIMITS } from '../limits';

/** What one run of the node may spend on it, whatever its requests consist of. */
export class SplittingBudget {
	requestsLeft = LIMITS.splittingRequests;
}

/** Whether it was refused for its size, so that fewer rows or values at once may pass. */
export const isForSize = ({ outcome, status }: ServiceError): boolean =>
	outcome === 'refused' && (status === 413 || status === 414);

/** What came of a request. `failed`: for a reason that says nothing of its rows, all of which are settled. */
type Outcome<Refusal> = 'passed' | 'failed' | { readonly refusal: Refusal };

/** Why rows are left untried: the budget is used up, or so many were refused one by one that all would be. */
export type Left = 'budget' | number;

export interface Isolation<Row, Refusal> {
	readonly budget: SplittingBudget;
	/** How many of the job's rows were refused one by one since one was accepted. */
	readonly tally: { alone: number };
	/** Sends rows in one request. It is refused if a part of them may pass; else each of them is settled. */
	readonly send: (rows: readonly Row[]) => Promise<Outcome<Refusal>>;
	/** Settles rows that are refused by themselves or by name; or that are left, although they may be good. */
	readonly fail: (rows: readonly Row[], refusal: Refusal, left?: Left) => void;
	/** Which of its rows a refusal names. What it counts from is not documented, so that is tried. */
	readonly named?: (refusal: Refusal) => readonly Row[];
}

/**
 * Settles each row of a request that was refused; their order must not matter. All may be refused for one
 * reason: once enough were refused one by one and none was accepted, no other is tried, and of a later
 * request of the job hardly any.
 */
export async function isolate<Row, Refusal>(
	rowsOfAll: readonly Row[],
	refusalOfAll: Refusal,
	{ budget, tally, send, fail, named = () => [] }: Isolation<Row, Refusal>,
): Promise<void> {
	const open = [{ rows: rowsOfAll, refusal: refusalOfAll }];
	let [isAnyAlone, hasPassed, namesMislead] = [false, false, false];
	for (let group = open.pop(); group; group = open.pop()) {
		const { rows, refusal } = group;
		const blamed = new Set(namesMislead ? [] : named(refusal));
		if (rows.length === 1 || blamed.size === rows.length) {
			if (blamed.size === 0) {
				isAnyAlone = true;
				tally.alone++;
			}
			fail(rows, refusal);
			continue;
		}
		const isByName = blamed.size > 0;
		const isHopeless = !hasPassed && isAnyAlone && tally.alone >= LIMITS.refusedAlone;
		if (isHopeless || budget.requestsLeft <= 0) {
			fail(rows, refusal, isHopeless ? tally.alone : 'budget');
			continue;
		}
		const middle = Math.ceil(rows.length / 2);
		const isSecond = (row: Row, at: number) => (isByName ? blamed.has(row) : at >= middle);
		const parts = [rows.filter((row, at) => !isSecond(row, at)), rows.filter(isSecond)] as const;
		const refused: typeof open = [];
		for (const part of parts) {
			budget.requestsLeft--;
			const outcome = await send(part);
			if (typeof outcome === 'object') refused.push({ rows: part, ...outcome });
			if (outcome !== 'passed') continue;
			hasPassed = true;
			namesMislead ||= isByName && part === parts[1];
			if (!isByName || namesMislead) continue;
			// It passes without the rows named, so they are the guilty ones.
			fail(parts[1], refusal);
			break;
		}
		open.push(...refused.toReversed());
	}
}

/** What is left to be done where even one value is too large, however short. */
const TAKE_LARGER = 'have the service or what stands before it take larger requests';

/** How errors speak of what is sent: rows that are written, or values that are looked up. */
export const WORDS = {
	rows: {
		left: 'this row was not sent by itself, since',
		tried: 'tried one by one',
		tooLargeAlone: 'this row alone is larger than a request may be, so shorten its values',
	},
	values: {
		left: 'this value was not looked up by itself, since',
		tried: 'looked up one by one',
		tooLargeAlone: `this value was looked up by itself, and even that is more than the service takes: shorten it if it is long, else ${TAKE_LARGER}`,
	},
} as const;

/** What is said of one that was refused along with others and is left. */
export function leftOut(error: ServiceError, left: Left, many: keyof typeof WORDS): ServiceError {
	const words = WORDS[many];
	const size = isForSize(error);
	const [why, advice] =
		left === 'budget'
			? [
					`${LIMITS.splittingRequests} requests of this run were not enough to find all that is refused`,
					`${size ? `shorten the longest ${many}` : `correct the ${many} with an error of their own`}, then run all that failed again`,
				]
			: [
					`none of ${left} ${many} that were ${words.tried} was accepted`,
					`${size ? TAKE_LARGER : `correct what all ${many} have in common`}, then run it again`,
				];
	return error.with({
		serviceMessage: `${error.serviceMessage}; ${words.left} ${why}`,
		bulkErrors: [],
		advice,
	});
}
