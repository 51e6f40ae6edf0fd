import type { Field } from '../../fields';

/**
 * A name as it is compared: people write "E-mail", "Phone number" and `expected_contract_date`, so
 * capital letters, spaces, dashes and the like make no difference.
 */
export const folded = (name: string): string =>
	name
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[\s_\-\u2010-\u2015.\u00ad\ufeff]/gu, '');

/** The names by which a column of the input is one for a field. */
export interface FieldNames {
	/** As the request names it: never those of another field. */
	readonly exact: readonly string[];
	/** Folded. */
	readonly names: ReadonlySet<string>;
	/** Folded; those that promise IDs, of a field that refers to records. */
	readonly idNames: ReadonlySet<string>;
	/** Folded; what people call it elsewhere. */
	readonly aliases: ReadonlySet<string>;
}

const withoutId = (name: string): string => name.replace(/\s*ids?$/i, '');

/** `invitees` → `inviteesid`, `inviteesids`, `inviteeids`. */
const idsOf = (name: string): string[] => [
	`${name}id`,
	`${name}ids`,
	`${name.replace(/s$/, '')}ids`,
];

/**
 * The names of a field: its own, its label, and that in which the service shows it; of a reference
 * each with and without "ID". Two fields may have one name between them, such as the industry of a
 * customer and the one that overrides it: the one that is shown by it has it.
 */
export function namesOf(field: Field, all: readonly Field[]): FieldNames {
	const { name, key, label, shownAs, lookup } = field;
	const aliases = new Set(field.aliases?.map(folded));
	const isAnothers = all.some((other) => other !== field && other.shownAs === key);
	const own = isAnothers ? [] : [name, key, ...(shownAs === undefined ? [] : [shownAs])];
	const names = [...own, label].map(folded);
	const exact = isAnothers ? [] : [name, key];
	if (lookup === undefined) return { exact, names: new Set(names), idNames: new Set(), aliases };
	const bare = names.map((each) => folded(withoutId(each))).filter((each) => each !== '');
	const idNames = [...names.filter((each) => each !== withoutId(each)), ...bare.flatMap(idsOf)];
	return { exact, names: new Set(bare), idNames: new Set(idNames), aliases };
}
