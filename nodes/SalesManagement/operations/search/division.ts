import type { IDataObject } from 'n8n-workflow';
import {
	isForSize,
	TAKE_LARGER,
	type BoundedSearch,
	type SplittingBudget,
} from '../../api/bulk/isolationBudget';
import { ServiceError } from '../../api/errors/errors';
import { distinctBy } from '../../values';
import type { Finder, Found, Outcome, Sought } from './finder';

/** Lets work begin when the work before it has ended. */
export type InTurn = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Whether the service refused a look-up for its content, so that a part of it may pass. */
const isForContent = (error: unknown): boolean =>
	error instanceof ServiceError &&
	error.outcome === 'refused' &&
	error.status !== undefined &&
	(isForSize(error) || [400, 404, 422].includes(error.status) || error.status >= 500);

const isTooLarge = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && isForSize(error);

const ALONE = `this value was looked up by itself, and even that is more than the service takes: shorten it if it is long, else ${TAKE_LARGER}`;

interface Failure {
	readonly error: unknown;
}

type Answer = { readonly found: ReadonlyMap<string, readonly Found[]> } | Refusal;

interface Refusal {
	readonly errorOf: (sought: Sought) => unknown;
	readonly isDivisible: boolean;
	/** Whether the values may all be good: there are only too many of them for one request. */
	readonly isTooLarge: boolean;
	/** What is said of a value that is not tried any more. */
	readonly givenUp: (sought: Sought) => unknown;
}

export interface Asked<Each extends Found> {
	readonly finder: Finder<Each>;
	readonly outcomes: Map<string, Outcome>;
	readonly search: BoundedSearch<Sought>;
	readonly splitting: SplittingBudget;
	readonly continueOnFail: boolean;
	/** How a search with too many values was refused: others with as many need not be tried. */
	tooLarge?: Refusal;
}

/** One request, divided where it must be. */
export class Division<Each extends Found> {
	/** Values that are too large by themselves. */
	private tooLong = 0;

	constructor(
		private readonly asked: Asked<Each>,
		private readonly batch: readonly Sought[],
	) {}

	/** Gives each value its outcome. Returns the first failure. */
	async settle(inTurn: InTurn): Promise<Failure | undefined> {
		const { search, tooLarge } = this.asked;
		const known = this.isTooMany(this.batch) ? tooLarge : undefined;
		const refusal = known ?? (await this.ask(this.batch));
		if (!refusal) {
			search.somethingPassed();
			return undefined;
		}
		if (!refusal.isDivisible) return this.fail(this.batch, refusal.errorOf);
		return await inTurn(async () => {
			search.begin(this.batch);
			if (!known) search.tried(this.batch, 'refused');
			return await this.divide(this.batch, refusal);
		});
	}

	/** Whether fewer values were too large before. */
	private isTooMany({ length }: readonly Sought[]): boolean {
		return length > this.asked.splitting.valuesPerSearch;
	}

	private fail(
		values: readonly Sought[],
		errorOf: (sought: Sought) => unknown,
	): Failure | undefined {
		for (const each of values) this.asked.outcomes.set(each.key.exact, { error: errorOf(each) });
		const [first] = values;
		return first && { error: errorOf(first) };
	}

	/** Settles the values of a request that was refused. */
	private async divide(values: readonly Sought[], refusal: Refusal): Promise<Failure | undefined> {
		if (!refusal.isDivisible || values.length === 1) {
			if (refusal.isTooLarge) this.tooLong++;
			return this.fail(values, refusal.errorOf);
		}
		if (refusal.isTooLarge) return await this.shrink(values, refusal);
		const middle = Math.ceil(values.length / 2);
		return await this.inParts(values, refusal, () => middle);
	}

	/**
	 * Goes on with fewer values at once, also in the requests after this one; unless it turns out that
	 * a single value is too large.
	 */
	private async shrink(values: readonly Sought[], refusal: Refusal): Promise<Failure | undefined> {
		const { search, splitting } = this.asked;
		if (search.isOver && !this.isTooMany(values)) return this.fail(values, refusal.givenUp);
		this.asked.tooLarge = refusal;
		const before = { size: splitting.valuesPerSearch, tooLong: this.tooLong };
		splitting.valuesPerSearch = Math.min(before.size, Math.ceil(values.length / 2));
		const failure = await this.inParts(values, refusal, () => splitting.valuesPerSearch);
		if (this.tooLong > before.tooLong) splitting.valuesPerSearch = before.size;
		return failure;
	}

	/** @param size the most values of a part; those of a request that was too large get ever fewer. */
	private async inParts(
		values: readonly Sought[],
		refusal: Refusal,
		size: () => number,
	): Promise<Failure | undefined> {
		const { search, continueOnFail } = this.asked;
		const { isTooLarge: arePieces } = refusal;
		let failure: Failure | undefined;
		for (let from = 0; from < values.length;) {
			const part = values.slice(from, from + size());
			from += part.length;
			await search.trySample(this.openOf, async (each) => await this.tryPart([each]));
			const open = this.openOf(part);
			const isOver = arePieces ? search.isHopeless : search.isOver;
			const failed = isOver
				? this.fail(open, refusal.givenUp)
				: await this.tryPart(open, arePieces);
			failure ??= failed;
			if (failure && !continueOnFail) return failure;
		}
		return failure;
	}

	private async tryPart(values: readonly Sought[], isPiece = false): Promise<Failure | undefined> {
		if (values.length === 0) return undefined;
		const refusal = await this.ask(values);
		const verdict = !refusal ? 'accepted' : refusal.isDivisible ? 'refused' : 'failed';
		this.asked.search.tried(values, verdict, isPiece);
		return refusal && (await this.divide(values, refusal));
	}

	private openOf = (values: readonly Sought[]): Sought[] =>
		values.filter(({ key }) => !this.asked.outcomes.has(key.exact));

	/** Asks for values, whose outcomes are known if the service answers. Returns why it did not. */
	private async ask(values: readonly Sought[]): Promise<Refusal | undefined> {
		const answer = await this.answerTo(values);
		if (!('found' in answer)) return answer;
		for (const each of values) {
			const records = best(answer.found.get(each.key.loose), each);
			this.asked.outcomes.set(each.key.exact, { records });
		}
		return undefined;
	}

	private async answerTo(values: readonly Sought[]): Promise<Answer> {
		const { finder, search } = this.asked;
		const found = new Map<string, Found[]>(values.map(({ key }) => [key.loose, []]));
		try {
			for await (const page of finder.find(values)) {
				for (const each of page) {
					const same = each.key && found.get(each.key.loose);
					if (same) same.push(each);
					else if (finder.stray) return this.strayed(each, values);
				}
			}
			return { found };
		} catch (error) {
			const own = isTooLarge(error) && values.length === 1 ? error.with({ advice: ALONE }) : error;
			return {
				errorOf: () => own,
				isDivisible: isForContent(error),
				isTooLarge: isTooLarge(error),
				givenUp: () => (error instanceof ServiceError ? search.givenUp(error) : error),
			};
		}
	}

	private strayed(found: Each, values: readonly Sought[]): Refusal {
		const isAlone = values.length === 1;
		const errorOf = (sought: Sought) => this.asked.finder.stray?.(found, sought, isAlone);
		return { errorOf, isDivisible: true, isTooLarge: false, givenUp: errorOf };
	}
}

/** Records that hold exactly the value; if there are none, those that the service takes for equal. */
function best(found: readonly Found[] = [], { key }: Sought): IDataObject[] {
	const exact = found.filter((each) => each.key?.exact === key.exact);
	const records = (exact.length > 0 ? exact : found).map(({ record }) => record);
	return distinctBy(records, ({ id }) => id);
}
