/** Which of several things a text means: the one place where names are compared. */

/** What a thing goes by. */
export interface Called {
	/** Character by character, such as the name that requests have for a field. */
	readonly exact?: readonly string[];
	/** What people call it. */
	readonly names: readonly string[];
}

/** As it is written, but for spaces around it; an accent may be a character of its own. */
const asWritten = (text: string): string => text.trim().normalize('NFC');

const SEPARATORS = /[\s_\-\u2010-\u2015.\u00ad\ufeff]+/gu;
const isDigit = (sign = ''): boolean => /\p{N}/u.test(sign);

/**
 * A name as it is compared: people write "E-mail", "Phone number" and `expected_contract_date`, so
 * capital letters, spaces, dashes and the like make no difference. In front of a name they do
 * (`-updatedAt`), and between digits: 1.0 is not 10.
 */
export const folded = (name: string): string =>
	name
		.normalize('NFKC')
		.trim()
		.toLowerCase()
		.replace(SEPARATORS, (signs, at: number, all: string) =>
			at === 0 || (isDigit(all[at - 1]) && isDigit(all[at + signs.length])) ? signs : '',
		);

/** The ladder: the first of these by which anything is found decides. */
const RUNGS: ReadonlyArray<{
	readonly form: (text: string) => string;
	readonly of: (called: Called) => readonly string[];
}> = [
	{ form: (text) => text, of: ({ exact = [] }) => exact },
	{ form: (text) => text, of: ({ names }) => names },
	{ form: asWritten, of: ({ names }) => names },
	{ form: folded, of: ({ names }) => names },
];

type Rungs<Thing> = ReadonlyArray<ReadonlyMap<string, readonly Thing[]>>;

/** Thousands of items may look into one list. */
const known = new WeakMap<readonly unknown[], Rungs<unknown>>();

function rungsOf<Thing>(things: readonly Thing[], calledOf: (thing: Thing) => Called) {
	const before = known.get(things) as Rungs<Thing> | undefined;
	if (before) return before;
	const all = things.map((thing) => ({ thing, called: calledOf(thing) }));
	const rungs = RUNGS.map(({ form, of }) => {
		const index = new Map<string, Thing[]>();
		for (const { thing, called } of all) {
			// A name of nothing but signs is found as it is written alone.
			for (const name of new Set(of(called).map(form).filter(Boolean))) {
				const same = index.get(name);
				if (same) same.push(thing);
				else index.set(name, [thing]);
			}
		}
		return index;
	});
	known.set(things, rungs);
	return rungs;
}

/**
 * All that a text may mean: what goes by it exactly, else what is called so as it is written, else
 * what is called so in another spelling.
 * @param calledOf what each goes by; always the same for one list.
 */
export function match<Thing>(
	text: string,
	things: readonly Thing[],
	calledOf: (thing: Thing) => Called,
): readonly Thing[] {
	for (const [at, index] of rungsOf(things, calledOf).entries()) {
		const found = index.get(RUNGS[at]?.form(text) ?? text);
		if (found) return found;
	}
	return [];
}
