/**
 * The names that other programs give to fields, in several languages: `otherNames.json`. A name is compared
 * without capitals, separators and accents.
 */
import { withoutSeparators } from '../fields';
import { groupedBy } from '../shared';
import type { locators } from './dropdownSources';
import names from './otherNames.json';
import type { RecordDescription } from './record';

/** The form in which names are compared. The marks of Japanese letters stay, since か and が are different ones. */
const formOf = (name: string): string =>
	withoutSeparators(name.normalize('NFD').replace(/[\u0300-\u036f]/g, ''));

/** The things of a table by their names; several may have one name. */
const indexOf = <Thing>(table: ReadonlyArray<readonly [thing: Thing, names: readonly string[]]>) =>
	groupedBy(
		table.flatMap(([thing, itsNames]) => itsNames.map((name) => ({ thing, form: formOf(name) }))),
		({ form }) => form,
	);

const FIELDS = new Map(
	Object.entries(names.fields).map(([record, fields]) => [
		record,
		indexOf(Object.entries<string[]>(fields)),
	]),
);

/** A part of a value that other programs keep in several columns. */
export interface Part {
	/** The key of the field that holds the joined value. */
	readonly of: string;
	/** Such as `city`; `whole` and `complete` for a column with the whole value. */
	readonly kind: string;
	/** Its place in the joined value, in the order of its language. */
	readonly place: number;
	/** The address to which it belongs, such as `home`; empty if its column does not say. */
	readonly block: string;
}

const PARTS = new Map(
	Object.entries<Record<string, Record<string, string[]>>>(names.parts).map(([of, languages]) => {
		const parts = Object.values(languages).flatMap((kinds) =>
			Object.entries(kinds).map(([kind, its], place) => [{ of, kind, place }, its] as const),
		);
		return [of, indexOf(parts)];
	}),
);

const ONLY_IN_BLOCKS = new Set(names.onlyInBlocks.map(formOf));
const BLOCK = new RegExp(`^(?:${names.blocks.map(formOf).join('|')}|\\d|\\(|\\))*$`);

const NAME = new Set(names.name.map(formOf));

/** Whether a column is called no more than `Name`, which may be a whole name or its other part. */
export const isBareName = (column: string): boolean => NAME.has(formOf(column));

/** The words for records, the longest first. */
const WORDS = (['contacts', 'customers', 'deals'] as const)
	.flatMap((many) => names.records[many].map((word) => ({ many, word: formOf(word) })))
	.sort((a, b) => b.word.length - a.word.length);

/** A name without the marks of a form: `取引先名(必須)`, `# Employees`, `E-mail 1 - Value`. */
export const bareName = (name: string): string =>
	name
		.normalize('NFKC')
		.replace(/[([](?:必須|任意|required|optional)[)\]]|^\s*#\s+|[*※:\s]+$/gi, '')
		.replace(/[\s-]*\b1(?: - value)?$/i, '');

/** The meaning of a column's name in a record. */
export type Meaning =
	| { readonly fields: readonly string[] }
	| { readonly part: Part }
	/** A reference to a record of the kind with this list. */
	| { readonly reference: keyof typeof locators };

/**
 * The part of a joined value that a name stands for; in front of it stands the address to which it belongs:
 * `Home City`.
 */
function partIn(record: string, form: string): Part | undefined {
	const joined: Partial<Record<string, readonly string[]>> = names.joined;
	for (const parts of (joined[record] ?? []).map((of) => PARTS.get(of))) {
		for (let at = 0; at < form.length; at++) {
			const [block, rest] = [form.slice(0, at), form.slice(at)];
			const [part] = parts?.get(rest) ?? [];
			const isAlone = block === '' && ONLY_IN_BLOCKS.has(rest);
			if (part && !isAlone && BLOCK.test(block)) return { ...part.thing, block };
		}
	}
	return undefined;
}

/**
 * Tells what a column's name means in a record, where no field of the account has it. The word of a record may stand
 * in front: `Deal - Stage` and `Deal Stage` are the stage of a deal, and in any other record nothing.
 */
export function meaningIn(record: RecordDescription, name: string): Meaning | undefined {
	const kind = record.id.endsWith('Action') ? 'action' : record.id;
	const look = (form: string): Meaning | undefined => {
		const fields = FIELDS.get(kind)?.get(form);
		if (fields) return { fields: fields.map(({ thing }) => thing) };
		const part = partIn(record.id, form);
		if (part) return { part };
		const { many, word } = WORDS.find((each) => form.startsWith(each.word)) ?? {};
		if (word === undefined || many === undefined) return undefined;
		const rest = form.slice(word.length);
		const isName = rest === '' || NAME.has(rest);
		if (many !== record.many) return isName ? { reference: many } : undefined;
		return isName ? { fields: ['name'] } : look(rest);
	};
	return look(formOf(name));
}
