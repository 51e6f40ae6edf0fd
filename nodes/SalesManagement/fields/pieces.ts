import { UsageError } from '../api/errors/errors';
import { quoted } from '../values';

/**
 * What a piece of text stands for; `undefined` where nothing is called so. Empty for what is the same in
 * each reading.
 */
export type Known = (piece: string) => readonly unknown[] | undefined;

/** The same of what reads a name or throws; a failed look-up stays a failure. */
export const unlessUnknown = <Value>(read: () => Value): Value | undefined => {
	try {
		return read();
	} catch (error) {
		if (error instanceof UsageError) return undefined;
		throw error as Error;
	}
};

/** As many parts as a name is put together of, unless it is the whole text. */
export const MOST_PARTS = 3;

/** What is longer is a list, which a service might refuse to search for. */
const LONGEST_NAME = 255;

interface Reading {
	readonly pieces: readonly string[];
	readonly values: readonly unknown[];
}

/** Readings that mean the same are one; two are enough to know that there are several. */
function distinct(readings: readonly Reading[]): Reading[] {
	const meaning = ({ values }: Reading) => JSON.stringify([...new Set(values)].sort());
	const [first, ...others] = readings;
	const other = first && others.find((each) => meaning(each) !== meaning(first));
	return first ? [first, ...(other ? [other] : [])] : [];
}

/**
 * The values of a list that is given as text with commas between, of which a name may have some.
 * @param known tells what a piece of the text stands for. All pieces are asked for, whatever is known
 * of the others, so that names can be collected by asking.
 * @returns `undefined` where the text can't be divided into pieces that are all known.
 * @throws UsageError where it can be in two ways that mean different things.
 */
export function piecesOf(
	text: string,
	label: string,
	{ known, most = MOST_PARTS }: { readonly known: Known; readonly most?: number },
): readonly string[] | undefined {
	const parts = text.split(',');
	const end = parts.length;
	const from: Reading[][] = [];
	from[end] = [{ pieces: [], values: [] }];
	for (let start = end - 1; start >= 0; start--) {
		const readings: Reading[] = [];
		for (let stop = end; stop > start; stop--) {
			const size = stop - start;
			if (size > most && size < end) continue;
			const piece = parts.slice(start, stop).join(',').trim();
			if (size > 1 && piece.length > LONGEST_NAME) continue;
			const values = piece === '' ? [] : known(piece);
			if (!values) continue;
			for (const rest of from[stop] ?? []) {
				readings.push({
					pieces: piece === '' ? rest.pieces : [piece, ...rest.pieces],
					values: [...values, ...rest.values],
				});
			}
		}
		from[start] = distinct(readings);
	}
	const [first, second] = from[0] ?? [];
	if (!first || !second) return first?.pieces;
	const both = [first, second].map(({ pieces }) => pieces.map(quoted).join(' and '));
	throw new UsageError(
		`${label} is ${quoted(text)}, which may be ${both.join(', or ')}: give a JSON array, such as ${JSON.stringify(first.pieces)}.`,
	);
}
