import { UsageError } from '../../api/errors/errors';
import type { NameAsked } from '../../fields';
import { quoted } from '../../values';
import type { NameList, NamedEntry } from '../../lookups';

/** What looking for names came to: a list that may hold them, or why there is none. */
export type Names = NameList | { readonly error: unknown };

/** As many names as a message lists. */
const SHOWN = 10;

const asWritten = (name: string): string => name.trim();
/** An accent may be a character of its own. */
const exactly = (name: string): string => asWritten(name).normalize('NFC');
/** Other than where the service is asked what it takes for equal, only capital letters may differ. */
const ignoringCase = (name: string): string => exactly(name).toLowerCase();

interface Index {
	readonly written: ReadonlyMap<string, readonly NamedEntry[]>;
	readonly exact: ReadonlyMap<string, readonly NamedEntry[]>;
	readonly loose: ReadonlyMap<string, readonly NamedEntry[]>;
}

/** Thousands of items may look into one list. */
const indexes = new WeakMap<readonly NamedEntry[], Index>();

function indexOf(entries: readonly NamedEntry[]): Index {
	const known = indexes.get(entries);
	if (known) return known;
	const by = (keyOf: (name: string) => string) => {
		const index = new Map<string, NamedEntry[]>();
		for (const entry of entries) {
			const names = [entry.name, entry.also].filter((name) => name !== undefined);
			for (const key of new Set(names.map(keyOf)))
				index.set(key, [...(index.get(key) ?? []), entry]);
		}
		return index;
	};
	const index = { written: by(asWritten), exact: by(exactly), loose: by(ignoringCase) };
	indexes.set(entries, index);
	return index;
}

/** Those of a list that have the name as it is written, else in other characters for the same. */
export function calledExactly(entries: readonly NamedEntry[], name: string): readonly NamedEntry[] {
	const { written, exact } = indexOf(entries);
	return written.get(asWritten(name)) ?? exact.get(exactly(name)) ?? [];
}

/** Those of a list that have the name: exactly, else ignoring case. */
export function calledSo(entries: readonly NamedEntry[], name: string): readonly NamedEntry[] {
	const found = calledExactly(entries, name);
	return found.length > 0 ? found : (indexOf(entries).loose.get(ignoringCase(name)) ?? []);
}

const listed = (texts: readonly string[]): string =>
	texts.length <= SHOWN
		? texts.join(', ')
		: `${texts.slice(0, SHOWN).join(', ')} and ${texts.length - SHOWN} more`;

/** Nothing has the name. */
export function noneCalled(
	{ label, name }: NameAsked,
	{ entries, isComplete, isInSettings = false, searched }: NameList,
): UsageError {
	if (searched !== undefined) {
		return new UsageError(
			`${label} is ${quoted(name)}, but no ${searched} has this name: correct it, or give an ID.`,
		);
	}
	const known = [...new Set(entries.map((each) => each.name))];
	const choices = known.length > 0 ? `it knows ${listed(known)}` : 'it knows no name';
	const without = isInSettings ? 'Without a V1 API Key in the credential, only' : 'Only';
	const where = isComplete ? '' : ` ${without} names in the newest records are known.`;
	return new UsageError(
		`${label} is ${quoted(name)}, which is no name in its list: ${choices}. Give one of these, or an ID.${where}`,
	);
}

/** Several things have the name. */
export function severalCalled(
	{ label, name }: NameAsked,
	found: readonly NamedEntry[],
): UsageError {
	const each = found.map(({ id, name: called, dealTypes }) => {
		const of = dealTypes.map((type) => type.name).join(', ');
		return `${id} (${[called, of].filter(Boolean).join(', ')})`;
	});
	return new UsageError(
		`${label} is ${quoted(name)}, which ${found.length} have: ${listed(each)}. Give the ID.`,
	);
}
