import type { IDataObject } from 'n8n-workflow';
import {
	isForSize,
	isolate,
	leftOut,
	TAKE_LARGER,
	type Left,
	type SplittingBudget,
} from '../../api/bulk/isolate';
import { ServiceError } from '../../api/errors/errors';
import { Semaphore } from '../../api/pace/semaphore';
import { distinctBy } from '../../values';
import type { Finder, Found, Outcome, Sought } from './finder';

/** Whether the service refused a look-up for its content, so that a part of it may pass. */
const isForContent = (error: ServiceError): boolean =>
	error.outcome === 'refused' &&
	error.status !== undefined &&
	(isForSize(error) || [400, 404, 422].includes(error.status) || error.status >= 500);

const ALONE = `this value was looked up by itself, and even that is more than the service takes: shorten it if it is long, else ${TAKE_LARGER}`;

/** Why values were not found: a failure of the service, or what it found for none of them. */
type Refusal = ServiceError | { readonly stray: (sought: Sought, isAlone: boolean) => Error };

/** One look-up of many values, in several requests; each is divided where it must be. */
export class Division<Each extends Found> {
	/** What each value came to, by its exact key. */
	readonly outcomes = new Map<string, Outcome>();
	/** One request is divided after the other, so that what the first shows of all values spares the others. */
	private readonly turn = new Semaphore(1);
	/** The refusal of all values that were tried by themselves, if none was accepted. */
	private hopeless?: { readonly refusal: Refusal; readonly left: Left };

	constructor(
		private readonly finder: Finder<Each>,
		private readonly budget: SplittingBudget,
		private readonly continueOnFail: boolean,
	) {}

	/** @throws the first failure, where the run does not continue on it. */
	async settle(batch: readonly Sought[]): Promise<void> {
		for (let from = 0; from < batch.length;) {
			const values = batch.slice(from, from + this.budget.valuesPerSearch);
			from += values.length;
			const refusal = await this.ask(values);
			if (!refusal) continue;
			await this.turn.take();
			try {
				// Meanwhile it may have turned out that fewer are enough for one request.
				if (values.length > this.budget.valuesPerSearch) from -= values.length;
				else await this.divide(values, refusal);
			} finally {
				this.turn.release();
			}
		}
	}

	private async divide(values: readonly Sought[], refusal: Refusal): Promise<void> {
		const { budget, hopeless } = this;
		if (hopeless || !isDivisible(refusal)) {
			this.fail(values, hopeless?.refusal ?? refusal, hopeless?.left);
			return;
		}
		const size = budget.valuesPerSearch;
		const note = (refused: Refusal, { length }: readonly Sought[]) => {
			if (!(refused instanceof ServiceError && isForSize(refused))) return;
			// That one value is too large shows nothing of how many are.
			const most = length === 1 ? size : Math.ceil(length / 2);
			budget.valuesPerSearch = length === 1 ? most : Math.min(budget.valuesPerSearch, most);
		};
		note(refusal, values);
		await isolate<Sought, Refusal>(values, refusal, {
			budget,
			send: async (part) => {
				const refused = await this.ask(part);
				if (!refused) return 'passed';
				note(refused, part);
				if (isDivisible(refused)) return { refusal: refused };
				this.fail(part, refused);
				return 'failed';
			},
			fail: (part, refused, left) => this.fail(part, refused, left),
		});
	}

	private fail(values: readonly Sought[], refusal: Refusal, left?: Left): void {
		if (typeof left === 'number') this.hopeless = { refusal, left };
		for (const each of values) {
			const error = errorOf(refusal, each, { isAlone: values.length === 1, left });
			this.outcomes.set(each.key.exact, { error });
			if (!this.continueOnFail) throw error;
		}
	}

	/** Asks for values, whose outcomes are known if the service answers. Returns why it did not. */
	private async ask(values: readonly Sought[]): Promise<Refusal | undefined> {
		const { stray } = this.finder;
		const found = new Map<string, Found[]>(values.map(({ key }) => [key.loose, []]));
		try {
			for await (const page of this.finder.find(values)) {
				for (const each of page) {
					const same = each.key && found.get(each.key.loose);
					if (same) same.push(each);
					else if (stray) return { stray: (sought, isAlone) => stray(each, sought, isAlone) };
				}
			}
		} catch (error) {
			if (error instanceof ServiceError) return error;
			throw error as Error;
		}
		for (const each of values) {
			this.outcomes.set(each.key.exact, { records: best(found.get(each.key.loose), each) });
		}
		this.hopeless = undefined;
		return undefined;
	}
}

const isDivisible = (refusal: Refusal): boolean =>
	!(refusal instanceof ServiceError) || isForContent(refusal);

function errorOf(
	refusal: Refusal,
	sought: Sought,
	{ isAlone, left }: { readonly isAlone: boolean; readonly left?: Left },
): Error {
	if (!(refusal instanceof ServiceError)) return refusal.stray(sought, isAlone);
	if (left !== undefined) return leftOut(refusal, left, 'values');
	return isAlone && isForSize(refusal) ? refusal.with({ advice: ALONE }) : refusal;
}

/** Records that hold exactly the value; if there are none, those that the service takes for equal. */
function best(found: readonly Found[] = [], { key }: Sought): IDataObject[] {
	const exact = found.filter((each) => each.key?.exact === key.exact);
	const records = (exact.length > 0 ? exact : found).map(({ record }) => record);
	return distinctBy(records, ({ id }) => id);
}
