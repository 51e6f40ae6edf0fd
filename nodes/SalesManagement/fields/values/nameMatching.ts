/**
 * Tells which of several things a text means: the one place where names are compared. People write the names of
 * fields and of the entries of fixed lists in many ways; a record, a choice or a person is named as it is.
 */
import { remembered, trimmed } from '../../shared';

/** The names of a thing. */
export interface Aliases {
	/** Names that come before all others, such as the property that requests have for a field. */
	readonly exact?: readonly string[];
	/** Names that people use. */
	readonly names: readonly string[];
}

type Form = (text: string) => string;

const asItIs: Form = (text) => text;

/** Capital letters, the width of characters and blanks at the ends make no difference. */
export const folded: Form = (text) => trimmed(text.normalize('NFKC')).toLowerCase();

const SEPARATORS = /[\s_\-\u2010-\u2015.\u00ad\ufeff]+/gu;
const isDigit = (sign = '') => /\p{N}/u.test(sign);

/**
 * People write "E-mail", "Phone number" and `expected_contract_date`, so spaces, dashes and the like make no
 * difference either. In front of a name they do (`-updatedAt`), and between digits: 1.0 is not 10.
 */
export const withoutSeparators: Form = (name) =>
	folded(name).replace(SEPARATORS, (signs, at: number, all: string) =>
		at === 0 || (isDigit(all[at - 1]) && isDigit(all[at + signs.length])) ? signs : '',
	);

/** A step of a ladder: the names by which things are found, in the form in which they are compared. */
interface Rung {
	readonly of: (called: Aliases) => readonly string[];
	readonly form: Form;
}

const namesOf: Rung['of'] = ({ names }) => names;

/** The ladder for fields and for the fixed lists of a form. */
export const FIELDS: readonly Rung[] = [
	{ of: ({ exact = [] }) => exact, form: asItIs },
	{ of: namesOf, form: asItIs },
	// An accent may be a character of its own.
	{ of: namesOf, form: (text) => trimmed(text.normalize('NFC')) },
	{ of: namesOf, form: withoutSeparators },
];

/** The ladder for records, people and choices. */
export const NAMES: readonly Rung[] = [
	{ of: namesOf, form: asItIs },
	{ of: namesOf, form: folded },
];

type Indexes<Thing> = ReadonlyArray<ReadonlyMap<string, readonly Thing[]>>;

/** Thousands of items may look into one list. */
const known = new WeakMap<readonly unknown[], Indexes<unknown>>();

function indexesOf<Thing>(
	things: readonly Thing[],
	aliasesOf: (thing: Thing) => Aliases,
	ladder: readonly Rung[],
) {
	const indexes = () =>
		ladder.map(({ of, form }) => {
			const index = new Map<string, Thing[]>();
			for (const thing of things) {
				// A name of nothing but signs is found as it is written alone.
				const names = new Set(of(aliasesOf(thing)).map(form).filter(Boolean));
				for (const name of names) remembered(index, name, () => []).push(thing);
			}
			return index;
		});
	return remembered(known, things, indexes) as Indexes<Thing>;
}

/**
 * Finds all things that a text may mean: the first rung of the ladder on which anything is found decides.
 * @param aliasesOf the names of each; it and the ladder are always the same for one list.
 */
export function match<Thing>(
	text: string,
	things: readonly Thing[],
	aliasesOf: (thing: Thing) => Aliases,
	ladder = FIELDS,
): readonly Thing[] {
	for (const [at, index] of indexesOf(things, aliasesOf, ladder).entries()) {
		const found = index.get(ladder[at]?.form(text) ?? text);
		if (found) return found;
	}
	return [];
}
