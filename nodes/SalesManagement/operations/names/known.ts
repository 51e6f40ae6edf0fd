import { isWithheld } from '../../api/errors/errors';
import type { NameAsked, NameReader } from '../../fields';
import type { NamedEntry } from '../../lookups';
import { calledSo, noneCalled, severalCalled, type Names } from './match';

/** What can be looked up of an item's names: which list has the names of a lookup. */
export type NamesFor = (asked: NameAsked) => Names | undefined;

/**
 * The IDs of all that have a name; `undefined` where a list that has neither the name nor one of the
 * IDs beside it proves nothing: it may lack both, as that of users lacks those who have left.
 */
function idsBeside(
	names: Names | undefined,
	{ name }: NameAsked,
	ids: readonly number[],
): readonly number[] | undefined {
	if (!names) return undefined;
	if ('error' in names) {
		if (isWithheld(names.error)) return undefined;
		throw names.error as Error;
	}
	const found = calledSo(names.entries, name).map(({ id }) => id);
	if (found.length > 0) return found;
	const knowsOne = names.entries.some(({ id }) => ids.includes(id));
	return names.searched !== undefined || knowsOne ? [] : undefined;
}

/** Reads names in the lists that are known. */
export function readerOf(namesFor: NamesFor): NameReader {
	const called = (asked: NameAsked): readonly NamedEntry[] => {
		const names = namesFor(asked);
		if (!names) throw new Error(`${asked.label}: the name was not looked up`);
		if ('error' in names) throw names.error as Error;
		const found = calledSo(names.entries, asked.name);
		if (found.length === 0) throw noneCalled(asked, names);
		return found;
	};
	return {
		idsOf: (asked) => called(asked).map(({ id }) => id),
		idOf: (asked) => {
			const [first, ...others] = called(asked);
			if (!first || others.length > 0) throw severalCalled(asked, called(asked));
			return first.id;
		},
		idsBeside: (asked, ids) => idsBeside(namesFor(asked), asked, ids),
	};
}
