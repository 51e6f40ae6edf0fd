/** Which entries of a list a name may mean, and what is said where that is not one. */
import { match, NAMES, type Called, type NameAsked } from '../fields';
import { listed, quoted, trimmed, upTo, UsageError } from '../shared';
import type { NameList } from './nameList';
import { inTypes, type NamedEntry } from './namedEntry';

/** As many names as a message lists. */
const SHOWN = 10;

const calledOf = (entry: NamedEntry): Called => ({
	names: [entry.name, entry.also ?? '', inTypes(entry)],
});

/** Those of a list that have the name. */
export const calledSo = (
	entries: readonly NamedEntry[],
	{ name, means }: NameAsked,
): readonly NamedEntry[] =>
	match(trimmed(name), entries, calledOf, NAMES).filter(
		(each) => means !== 'exact' || calledOf(each).names.includes(name),
	);

/**
 * The IDs of what a name means.
 * @throws UsageError where nothing has the name, or several have it, unless that means all of them.
 */
export function idsCalled(asked: NameAsked, list: NameList): readonly number[] {
	const { label, name, means } = asked;
	const found = calledSo(list.entries, asked);
	if (found.length === 0) throw unknownName(asked, list);
	if (found.length === 1 || means === 'all') return found.map(({ id }) => id);
	const each = found.map(({ id, name: called, dealTypes }) => {
		const told = [called, ...dealTypes.map((type) => type.name)].filter(Boolean);
		return `${id} (${told.join(', ')})`;
	});
	throw new UsageError(
		`${label} is ${quoted(name)}, which ${found.length} have: ${listed(upTo(SHOWN, each))}. Give the ID.`,
	);
}

function unknownName(
	{ label, name, means }: NameAsked,
	{ entries, isComplete, isInSettings = false, searched }: NameList,
): UsageError {
	if (searched !== undefined) {
		return new UsageError(
			`${label} is ${quoted(name)}, but no ${searched} has ${means === 'exact' ? 'exactly ' : ''}this name: correct it, or give an ID (By ID).`,
		);
	}
	const known = [...new Set(entries.map((each) => each.name))];
	const choices =
		known.length > 0
			? `it knows ${listed(upTo(SHOWN, known))}. Give one of these, or an ID (By ID).`
			: 'the list is empty. Give an ID (By ID).';
	const without = isInSettings ? 'Without a V1 API Key in the credential, only' : 'Only';
	const where = isComplete ? '' : ` ${without} names in the newest records are known.`;
	return new UsageError(
		`${label} is ${quoted(name)}, which is no name in its list: ${choices}${where}`,
	);
}
