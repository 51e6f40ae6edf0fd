/**
 * The names that other programs give to fields, in several languages: `otherNames.json`. A name is compared
 * without capitals, separators and accents.
 */
import { withoutSeparators } from '../fields';
import { groupedBy } from '../shared';
import type { locators } from './dropdownSources';
import names from './otherNames.json';
import type { RecordDescription } from './record';

/** The form in which names are compared, without brackets. The marks of Japanese letters stay, since か and が are different ones. */
const formOf = (name: string) =>
	withoutSeparators(name.normalize('NFKD').replace(/[\u0300-\u036f()]/g, ''));

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

const PARTS = indexOf(
	Object.entries<Record<string, Record<string, string[]>>>(names.parts).flatMap(([of, languages]) =>
		Object.values(languages).flatMap((kinds) =>
			Object.entries(kinds).map(([kind, its], place) => [{ of, kind, place }, its] as const),
		),
	),
);

const ONLY_IN_BLOCKS = new Set(names.onlyInBlocks.map(formOf));
const BLOCK = new RegExp(`^(?:${names.blocks.map(formOf).join('|')}|\\d|:)*$`);

const NAME = new Set(names.name.map(formOf));

/** Whether a column is called no more than `Name`, which may be a whole name or its other part. */
export const isBareName = (column: string): boolean => NAME.has(formOf(column));

const RECORDS = indexOf(
	Object.entries(names.records) as Array<[keyof typeof names.records, string[]]>,
);

/** Whether a column is called by the word for a record alone, such as `Contact`. */
export const isRecordWord = (column: string): boolean => RECORDS.has(formOf(column));

/**
 * A name without the marks of a form: `取引先名(必須)`, `# Employees`, `E-mail 1 - Value`. A bare `電話番号1` may have the
 * first digits of a number only.
 */
export const bareName = (name: string): string =>
	name
		.normalize('NFKC')
		.replace(
			/[([【](?:必須|任意|required|optional|半角|全角|円|人)[)\]】]|^\s*(?:#\s|[*※])\s*|[*※:\s]+$/gi,
			'',
		)
		.replace(/[\s-]+1(?: - value)?$/i, '');

/** The rest of a name behind a word for the record: `stage` in `Deal - Stage`. `Deal ID` is that of another program. */
export function behindRecord({ many }: RecordDescription, name: string): string[] {
	const form = formOf(name);
	const words = (names.records as Partial<Record<string, readonly string[]>>)[many] ?? [];
	return words
		.map(formOf)
		.filter((word) => form.startsWith(word))
		.map((word) => form.slice(word.length))
		.filter((rest) => rest !== '' && rest !== 'id');
}

/** The meaning of a column's name in a record. */
interface Meaning {
	/** The keys of the fields that it may be. */
	readonly fields?: readonly string[];
	readonly part?: Part;
	/** The list of the records to which it is a reference, if it is no field's own name. */
	readonly reference?: keyof typeof locators;
}

/**
 * The part of a joined value that a name stands for; in front of it stands the address to which it belongs:
 * `Home City`.
 */
function partIn(record: string, form: string): Part | undefined {
	const joined: Partial<Record<string, readonly string[]>> = names.joined;
	for (let at = 0; at < form.length; at++) {
		const [block, rest] = [form.slice(0, at), form.slice(at)];
		const part = PARTS.get(rest)?.find(({ thing }) => joined[record]?.includes(thing.of))?.thing;
		const isAlone = block === '' && ONLY_IN_BLOCKS.has(rest);
		// The word "address" names no address.
		if (part && !isAlone && BLOCK.test(block))
			return { ...part, block: block.replace(part.of, '') };
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
		let at = form.length;
		while (at > 0 && !RECORDS.has(form.slice(0, at))) at--;
		const many = RECORDS.get(form.slice(0, at))?.[0]?.thing;
		const rest = form.slice(at);
		const isOwn = many === record.many;
		if (many && (rest === '' || NAME.has(rest))) {
			return isOwn ? { fields: ['name'] } : { reference: many };
		}
		const part = partIn(record.id, form);
		return part && { fields: [part.of], part };
	};
	// The address or the person may stand behind: `City - Work`, `番地 (会社)`.
	const inFront = name.normalize('NFKC').replace(/^(.+?)(?: - | ?\()([^()]+)\)?$/, '$2 $1');
	return look(formOf(name)) ?? look(formOf(inFront));
}
