/** Names that are searched for in the service: in which order, and by which ways. */
import { UsageError } from '../../api/errors/errors';
import type { RecordDescription } from '../../records/record';
import { VALUES_PER_SEARCH } from '../search/lookup';
import type { Asked } from './asked';
import type { Names } from './known';
import type { NamingRun } from './load';
import { lookFor, namesPerSearch, type Way } from './looking';
import { inAnyWriting, likeEnd, unusual, usual, type Writings } from './patterns';

/** So many misses of equality are no slips: the service tells capital letters apart. */
const MANY_MISSED = 30;

/** Whether what ends so is looked for as it is written. */
const isPlain = ({ name }: Asked): boolean =>
	name.normalize('NFC') === name && likeEnd(name)[0]?.value === name;

/** Whether anything of the name can be looked for but the name itself. */
const hasEnd = ({ name }: Asked): boolean => likeEnd(name).length > 0;

const isMissing = (names?: Names): boolean =>
	names === undefined || ('entries' in names && names.entries.length === 0);
const isFound = (names?: Names): boolean =>
	names !== undefined && 'entries' in names && names.entries.length > 0;

/**
 * Searches for distinct names: for those that are equal first, 299 with one search. What equality
 * misses is looked for in what ends so, in any case (S3). Once it has missed many, the names that are
 * left are looked for so at once, together with them, and by equality only where that does not find them.
 */
export async function searchEach(
	run: NamingRun,
	record: RecordDescription,
	asked: readonly Asked[],
): Promise<ReadonlyMap<string, Names>> {
	const search = new Searching(run, record);
	const others = asked.filter((each) => !isPlain(each));
	const inOrder = [...others, ...asked.filter(isPlain)];
	let tried = 0;
	while (
		tried < others.length ||
		(tried < inOrder.length && search.missing(inOrder.slice(0, tried)).length < MANY_MISSED)
	) {
		await search.look({ by: 'equals' }, inOrder.slice(tried, tried + VALUES_PER_SEARCH));
		tried += VALUES_PER_SEARCH;
	}
	const missed = search.missing(asked).filter(hasEnd);
	const atOnce: Way = { by: 'ends', writings: inAnyWriting };
	const isFew = missed.length <= namesPerSearch(atOnce, missed);
	const areSettled = isFew && (await search.look(atOnce, missed)).length === 0;
	if (!areSettled) await search.inAnyCase(missed, { writings: usual, isCommon: isFew });
	await search.look({ by: 'equals' }, search.unfound(inOrder.slice(tried)));
	if (!areSettled) {
		await search.inAnyCase(search.missing(asked).filter(hasEnd), { writings: unusual });
	}
	return search.found;
}

/** What is known of the names so far. */
class Searching {
	readonly found = new Map<string, Names>();

	constructor(
		private readonly run: NamingRun,
		private readonly record: RecordDescription,
	) {}

	missing(names: readonly Asked[]): Asked[] {
		return names.filter(({ name }) => isMissing(this.found.get(name)));
	}

	/** Those that nothing was found for, also where that failed. */
	unfound(names: readonly Asked[]): Asked[] {
		return names.filter(({ name }) => !isFound(this.found.get(name)));
	}

	/** @returns the names for which more would have to be read. */
	async look(way: Way, names: readonly Asked[]): Promise<readonly Asked[]> {
		const { record, run, found } = this;
		const { outcomes, unsettled } = await lookFor(run, { record, way }, names);
		for (const [name, outcome] of outcomes) {
			// That nothing is equal does not settle what is too common to be read.
			if (isMissing(found.get(name)) || !isMissing(outcome)) found.set(name, outcome);
		}
		return unsettled;
	}

	/**
	 * Looks for what ends as the names do, one search after the other. Once more than a page does, the
	 * names that are left are looked for in what begins so as well: fewer with one search.
	 * @param isCommon whether more than a page is known to end so.
	 */
	async inAnyCase(
		names: readonly Asked[],
		{ writings, isCommon = false }: { writings: Writings; isCommon?: boolean },
	): Promise<void> {
		const ends: Way = { by: 'ends', writings };
		const size = namesPerSearch(ends, names);
		let rest = names;
		while (!isCommon && rest.length > 0) {
			isCommon = (await this.look(ends, rest.slice(0, size))).length > 0;
			if (!isCommon) rest = rest.slice(size);
		}
		const tooCommon = await this.look({ by: 'both', writings }, rest);
		for (const { name } of this.missing(tooCommon)) this.found.set(name, this.tooMany());
	}

	private tooMany(): Names {
		const { one } = this.record;
		return {
			error: new UsageError(
				`No ${one} has exactly the name that was given, and too many begin or end with it to look for other capital letters: correct it, or give an ID.`,
			),
		};
	}
}
