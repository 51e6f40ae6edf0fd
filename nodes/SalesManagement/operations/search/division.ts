import type { IDataObject } from 'n8n-workflow';
import type { BoundedSearch } from '../../api/boundedSearch';
import { ServiceError } from '../../api/errors';
import { distinctBy } from '../../values';
import type { Finder, Found, Outcome, Sought } from './finder';

/** Lets work begin when the work before it has ended. */
export type InTurn = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Whether the service refused a look-up for its content, so that a part of it may pass. */
const isForContent = (error: unknown): boolean =>
	error instanceof ServiceError &&
	error.outcome === 'refused' &&
	error.status !== undefined &&
	([400, 404, 413, 414, 422].includes(error.status) || error.status >= 500);

interface Failure {
	readonly error: unknown;
}

type Answer = { readonly found: ReadonlyMap<string, readonly Found[]> } | Refusal;

interface Refusal {
	readonly errorOf: (sought: Sought) => unknown;
	readonly isDivisible: boolean;
	/** What is said of a value that is not tried any more. */
	readonly givenUp: (sought: Sought) => unknown;
}

export interface Asked<Each extends Found> {
	readonly finder: Finder<Each>;
	readonly outcomes: Map<string, Outcome>;
	readonly search: BoundedSearch<Sought>;
	readonly continueOnFail: boolean;
}

/** One request, divided where it must be. */
export class Division<Each extends Found> {
	constructor(
		private readonly asked: Asked<Each>,
		private readonly batch: readonly Sought[],
	) {}

	/** Gives each value its outcome. Returns the first failure. */
	async settle(inTurn: InTurn): Promise<Failure | undefined> {
		const refusal = await this.ask(this.batch);
		if (!refusal) {
			this.asked.search.somethingPassed();
			return undefined;
		}
		const isFinal = !refusal.isDivisible || this.batch.length === 1;
		if (isFinal) return this.fail(this.batch, refusal.errorOf);
		return await inTurn(async () => {
			const { search } = this.asked;
			search.begin(this.batch);
			search.tried(this.batch, 'refused');
			return search.isOver
				? this.fail(this.batch, refusal.givenUp)
				: await this.divide(this.batch, refusal);
		});
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
		if (!refusal.isDivisible || values.length === 1) return this.fail(values, refusal.errorOf);
		const { search, continueOnFail } = this.asked;
		const middle = Math.ceil(values.length / 2);
		let failure: Failure | undefined;
		for (const half of [values.slice(0, middle), values.slice(middle)]) {
			await search.trySample(this.openOf, async (each) => await this.tryPart([each]));
			const open = this.openOf(half);
			const failed = search.isOver ? this.fail(open, refusal.givenUp) : await this.tryPart(open);
			failure ??= failed;
			if (failure && !continueOnFail) return failure;
		}
		return failure;
	}

	private async tryPart(values: readonly Sought[]): Promise<Failure | undefined> {
		if (values.length === 0) return undefined;
		const refusal = await this.ask(values);
		this.asked.search.tried(
			values,
			!refusal ? 'accepted' : refusal.isDivisible ? 'refused' : 'failed',
		);
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
			return {
				errorOf: () => error,
				isDivisible: isForContent(error),
				givenUp: () => (error instanceof ServiceError ? search.givenUp(error) : error),
			};
		}
	}

	private strayed(found: Each, values: readonly Sought[]): Refusal {
		const isAlone = values.length === 1;
		const errorOf = (sought: Sought) => this.asked.finder.stray?.(found, sought, isAlone);
		return { errorOf, isDivisible: true, givenUp: errorOf };
	}
}

/** Records that hold exactly the value; if there are none, those that the service takes for equal. */
function best(found: readonly Found[] = [], { key }: Sought): IDataObject[] {
	const exact = found.filter((each) => each.key?.exact === key.exact);
	const records = (exact.length > 0 ? exact : found).map(({ record }) => record);
	return distinctBy(records, ({ id }) => id);
}
