import { fixedText, NumberReader, numberText, optionalText } from './numberText';
import { GENERATIONS } from './recency';
import type { PackedValues } from './types';
import { comparedOf, digestOfNumber, numberOfDigest, partsOf } from './value';

/** One record's value, and which record it is. */
export type Valued = readonly [id: number, value: string];

/** Values by generation, the oldest first; there are at most `GENERATIONS`. */
export type Generations = ReadonlyArray<readonly Valued[]>;

export function packValues(generations: Generations): PackedValues {
	const lists = listsOf(generations.flat().map(([, value]) => partsOf(value)));
	const places = lists.map((list) => new Map(list.map((part, at) => [comparedOf(part), at])));
	const carrier = carrierOf(lists);
	const records = byRisingId(generations, (value, age) => {
		const parts = partsOf(value);
		const numbers = places.map((place, field) => {
			const at = place.get(comparedOf(parts[field] ?? '')) ?? 0;
			return numberText(field === carrier ? at * GENERATIONS + age : at);
		});
		return numbers.join('');
	});
	return { parts: lists, records };
}

/** What was packed; whatever the text is, it has an end. */
export function unpackValues({ parts, records }: PackedValues): Valued[][] {
	const carrier = carrierOf(parts);
	return fromText(parts.length > 0 ? records : '', (numbers) => {
		let age = 0;
		const value = parts.map((list, field) => {
			const number = numbers.number();
			if (field !== carrier) return list[number] ?? '';
			age = number % GENERATIONS;
			return list[Math.floor(number / GENERATIONS)] ?? '';
		});
		return [age, value.join('\n')];
	});
}

/** The same for digests: the gap to the id before, the age, the digest. */
export const packDigests = (generations: Generations): string =>
	byRisingId(generations, (digest, age) => numberText(age) + fixedText(numberOfDigest(digest)));

export const unpackDigests = (text: string): Valued[][] =>
	fromText(text, (numbers) => [numbers.number(), digestOfNumber(numbers.fixed())]);

function byRisingId(
	generations: Generations,
	textOf: (value: string, age: number) => string,
): string {
	let before = -1;
	return generations
		.flatMap((valued, age) => valued.map(([id, value]) => ({ id, value, age })))
		.sort((a, b) => a.id - b.id)
		.map(({ id, value, age }) => {
			const gap = id - before - 1;
			before = id;
			return optionalText(gap) + textOf(value, age);
		})
		.join('');
}

function fromText(
	text: string,
	next: (numbers: NumberReader) => [age: number, value: string],
): Valued[][] {
	const generations = Array.from({ length: GENERATIONS }, (): Valued[] => []);
	const numbers = new NumberReader(text);
	for (let id = -1; numbers.hasMore;) {
		id += numbers.optional() + 1;
		const [age, value] = next(numbers);
		generations[age]?.push([id, value]);
	}
	return generations;
}

/** The distinct parts of each field; of those that read differently, the one that was seen last. */
function listsOf(values: readonly string[][]): string[][] {
	const count = values.reduce((most, { length }) => Math.max(most, length), 0);
	return Array.from({ length: count }, (_, field) => {
		const known = new Map<string, { part: string; count: number }>();
		for (const { [field]: part = '' } of values) {
			const { count: before = 0 } = known.get(comparedOf(part)) ?? {};
			known.set(comparedOf(part), { part, count: before + 1 });
		}
		return [...known.values()].sort((a, b) => b.count - a.count).map(({ part }) => part);
	});
}

/** The age of a value is told with the field that has the fewest parts, where it costs least. */
const carrierOf = (lists: PackedValues['parts']): number =>
	lists.reduce((best, list, at) => (list.length < (lists[best]?.length ?? 0) ? at : best), 0);
