import type { IDataObject } from 'n8n-workflow';
import { isWithheld } from '../../api/errors/errors';
import type { NameAsked, NameReader } from '../../fields';
import type { NamedEntry, NameList } from '../../lookups';
import type { RecordDescription } from '../../records/record';
import { textOf } from '../../values';
import { idIn } from '../rowsRead';
import { calledSo, noId, noneCalled, severalCalled } from './match';

/** What looking for names came to: a list that may hold them, or why there is none. */
export type Names = NameList | { readonly error: unknown };

/** The names of the records that were found; of one without an ID nobody can tell whether it is meant. */
export const listOf = ({ one }: RecordDescription, records: readonly IDataObject[]): NameList => ({
	...{ isComplete: true, searched: one },
	entries: records.map((each) => ({
		id: idIn(each) ?? Number.NaN,
		name: textOf(each.name),
		dealTypes: [],
		...(typeof each.email === 'string' && { also: each.email }),
	})),
});

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
	if (found.length > 0) return found.every(Number.isSafeInteger) ? found : undefined;
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
		if (found.some(({ id }) => !Number.isSafeInteger(id))) throw noId(asked);
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
