/** What the service refuses, in the words of the form: its fields have labels, not names of properties. */
import type { IDataObject } from 'n8n-workflow';
import { CORRECT_INPUT, CORRECT_ITEM, CORRECT_ITEMS, CORRECT_ROW } from '../api/errors/advice';
import { ServiceError } from '../api/errors/errors';
import type { Field, Item } from '../fields';
import { listed } from '../values';
import { isFromInput } from './columns/form';
import { isFailure, type Failed, type Form, type Loaded } from './operation';
import { rowName, whoIs } from './rowsTold';

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

function worded(
	error: ServiceError,
	known: ReadonlyMap<string, Placed>,
	{ item, whoAt }: { item?: Item; whoAt: (index: number) => IDataObject | undefined },
) {
	const wording = new Wording(known);
	const told = error.with({
		serviceMessage: wording.of(error.serviceMessage),
		details: error.details.map(wording.of),
		bulkErrors: error.bulkErrors.map(({ index, messages }) => ({
			...{ index, messages: messages.map(wording.of), who: rowName('', whoAt(index)) },
		})),
	});
	const named = [...wording.named];
	const { advice } = error;
	if (named.length === 0) return told;
	const places = (last: 'and' | 'or') => placesOf(named, last, !item || isFromInput(item));
	if (advice === CORRECT_ITEMS) return told.with({ advice: `${advice}: ${places('and')}` });
	const isUsual = [CORRECT_INPUT, CORRECT_ITEM, CORRECT_ROW].includes(advice);
	return isUsual ? told.with({ advice: `add or correct ${places('or')}` }) : told;
}

/** An operation whose errors are told in the words of its form, and say whose they are. */
export function inFormWords(operation: Loaded): Loaded {
	const { form } = operation;
	const known = byProperty(form);
	return {
		...operation,
		run: async (given) => {
			const results = await operation.run(given);
			const itemOf = new Map(given.items.map((item) => [item.index, item]));
			const whoAt = (index: number) => {
				const item = itemOf.get(index);
				return item && whoIs(form, item);
			};
			// The rows of a batch share its error, also afterwards.
			const told = new Map<unknown, unknown>();
			const toldOf = ({ error, index }: Failed) => {
				if (!(error instanceof ServiceError) || error.outcome !== 'refused') return error;
				if (!told.has(error)) {
					told.set(error, worded(error, known, { item: itemOf.get(index), whoAt }));
				}
				return told.get(error);
			};
			return results.map((result) =>
				isFailure(result) ? { ...result, error: toldOf(result), who: whoAt(result.index) } : result,
			);
		},
	};
}
