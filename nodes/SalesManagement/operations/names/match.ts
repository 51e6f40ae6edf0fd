import { UsageError } from '../../api/errors';
import { keyOf, type NameAsked } from '../../fields';
import { quoted } from '../../values';
import type { NameList, NamedEntry } from '../../lookups';

/** As many names as a message lists. */
const SHOWN = 10;

const isCalled = (name: string, by: 'exact' | 'loose') => {
	const key = keyOf(name, 'text')?.[by];
	return ({ name: called, also }: NamedEntry): boolean =>
		[called, also].some((each) => keyOf(each?.trim(), 'text')?.[by] === key);
};

/** Those of a list that have the name: exactly, or if none has, ignoring case. */
export function calledSo(entries: readonly NamedEntry[], name: string): NamedEntry[] {
	const exactly = entries.filter(isCalled(name, 'exact'));
	return exactly.length > 0 ? exactly : entries.filter(isCalled(name, 'loose'));
}

const listed = (texts: readonly string[]): string =>
	texts.length <= SHOWN
		? texts.join(', ')
		: `${texts.slice(0, SHOWN).join(', ')} and ${texts.length - SHOWN} more`;

/** Nothing has the name. */
export function noneCalled(
	{ label, name }: NameAsked,
	{ entries, isComplete, searched }: NameList,
): UsageError {
	if (searched !== undefined) {
		return new UsageError(
			`${label} is ${quoted(name)}, but no ${searched} has this name: correct it, or give an ID.`,
		);
	}
	const known = entries.map((each) => each.name);
	const choices = known.length > 0 ? `it knows ${listed(known)}` : 'it knows no name';
	const where = isComplete
		? ''
		: ' Without a V1 API Key in the credential, only names in the newest records are known.';
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
