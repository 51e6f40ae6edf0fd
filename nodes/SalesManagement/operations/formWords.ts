/** What the service refuses, in the words of the form: its fields have labels, not names of properties. */
import { CORRECT_INPUT, CORRECT_ITEM, CORRECT_ITEMS, CORRECT_ROW } from '../api/errors/advice';
import { ServiceError } from '../api/errors/errors';
import type { Field, Item } from '../fields';
import { isBlank, isObject, listed, own } from '../values';
import { isFromInput } from './columns/form';
import { isFailure, type Form, type Loaded } from './operation';

/** A field and the collection that it stands in. */
interface Placed {
	readonly field: Field;
	readonly within?: { readonly name: string; readonly label: string };
}

/** The fields by their properties. A bare `id` may be anything's. */
function byProperty({ fields, collections }: Form): Map<string, Placed> {
	const placed: Placed[] = [
		...fields.map((field) => ({ field })),
		...collections.flatMap((within) => within.fields.map((field) => ({ field, within }))),
	];
	// What a collection has of its own comes before what the rows of other fields have.
	const inRows = placed.flatMap(({ field: { columns = [] }, ...place }) =>
		columns.map((field) => ({ ...place, field })),
	);
	const known = new Map<string, Placed>();
	for (const each of [...placed, ...inRows]) {
		const { key } = each.field;
		if (key !== 'id' && !known.has(key)) known.set(key, each);
	}
	return known;
}

const WORD = /[A-Za-z_]\w*/g;
const camelCase = (word: string): string =>
	word.replace(/_+([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Where a word such as `name` or `user` is that of a property, and not of a sentence. */
const BEFORE_NAME = /(?:^|[:"'`./[])\s*$/;
const BETWEEN_NAMES = /^(?:, | or | and |, or |, and )$/;

/** The texts of one error with labels for properties, and the fields that they name. */
class Wording {
	readonly named = new Set<Placed>();

	constructor(private readonly known: ReadonlyMap<string, Placed>) {}

	readonly of = (text: string): string => {
		let end: number | undefined;
		return text.replace(WORD, (word, at: number) => {
			const found = this.known.get(camelCase(word));
			const isName =
				/[A-Z_]/.test(word) ||
				BEFORE_NAME.test(text.slice(0, at)) ||
				(end !== undefined && BETWEEN_NAMES.test(text.slice(end, at)));
			if (!found || !isName) return word;
			end = at + word.length;
			this.named.add(found);
			return found.field.label;
		});
	};
}

/** `Name, and Reason or End Reasons under Update Fields`. */
function placesOf(named: readonly Placed[], last: 'and' | 'or', areColumns: boolean): string {
	const groups = new Map<string, string[]>();
	for (const { field, within } of named) {
		const place = areColumns ? ' among the columns' : within ? ` under ${within.label}` : '';
		groups.set(place, [...(groups.get(place) ?? []), field.label]);
	}
	return listed(
		[...groups].map(([place, labels]) => `${listed(labels, last)}${place}`),
		last,
	);
}

/** Whether an item gives a value for a field; what can't be read is reported otherwise. */
function isGiven({ field: { name }, within }: Placed, item: Item): boolean {
	const entered = within ? item.get(within.name) : item;
	if (!within) return !isBlank(item.get(name));
	return isObject(entered) && !isBlank(own(entered, name));
}

/** What to do about the fields that are named: what an item lacks is to be added. */
function adviceOn(named: readonly Placed[], item: Item | undefined): string {
	const isColumn = !item || isFromInput(item);
	if (!item) return `add or correct ${placesOf(named, 'or', isColumn)}`;
	const given = named.filter((each) => isGiven(each, item));
	const missing = named.filter((each) => !given.includes(each));
	return [
		...(given.length > 0 ? [`correct ${placesOf(given, 'and', isColumn)}`] : []),
		...(missing.length > 0 ? [`add ${placesOf(missing, 'or', isColumn)}`] : []),
	].join(', or ');
}

function worded(error: ServiceError, known: ReadonlyMap<string, Placed>, item?: Item) {
	const wording = new Wording(known);
	const told = error.with({
		serviceMessage: wording.of(error.serviceMessage),
		details: error.details.map(wording.of),
		bulkErrors: error.bulkErrors.map((row) => ({ ...row, messages: row.messages.map(wording.of) })),
	});
	const named = [...wording.named];
	if (named.length === 0) return error;
	const { advice } = error;
	if (advice === CORRECT_ITEMS) {
		return told.with({
			advice: `${advice}: ${placesOf(named, 'and', !item || isFromInput(item))}`,
		});
	}
	const isUsual = [CORRECT_INPUT, CORRECT_ITEM, CORRECT_ROW].includes(advice);
	return isUsual ? told.with({ advice: adviceOn(named, item) }) : told;
}

/** Tells an error in the words of a form. The same error stays the same, since rows share one. */
function wordingOf(form: Form): (error: unknown, item?: Item) => unknown {
	const known = byProperty(form);
	const told = new WeakMap<ServiceError, ServiceError>();
	return (error, item) => {
		if (!(error instanceof ServiceError) || error.outcome !== 'refused') return error;
		const before = told.get(error) ?? worded(error, known, item);
		told.set(error, before);
		return before;
	};
}

/** An operation whose errors are told in the words of its form. */
export function inFormWords(operation: Loaded): Loaded {
	const wording = wordingOf(operation.form);
	return {
		...operation,
		run: async (given) => {
			const results = await operation.run(given);
			const itemOf = new Map(given.items.map((item) => [item.index, item]));
			return results.map((result) =>
				isFailure(result)
					? { ...result, error: wording(result.error, itemOf.get(result.index)) }
					: result,
			);
		},
	};
}
