/** Names that are searched for in the service: in which order, and by which ways. */
import type { RecordDescription } from '../../records/record';
import { VALUES_PER_SEARCH } from '../search/lookup';
import type { Asked } from './asked';
import type { Names } from './known';
import type { NamingRun } from './load';
import { lookFor, plainPart, type Way } from './looking';

const EQUAL: Way = { operator: 'equals' };
/** What contains a name has it in any case (S3). An accent may be a character of its own. */
const CONTAINING: Way = { operator: 'contains', form: 'NFC' };
const IN_PARTS: Way = { operator: 'contains', form: 'NFD' };

/** So many misses of equality are no slips: the service tells capital letters apart. */
const MANY_MISSED = 30;

/** Whether what contains the name is looked for as it is written. */
const isPlain = ({ name }: Asked): boolean =>
	plainPart(name) === name && name.normalize('NFC') === name;

const isWorth = ({ name }: Asked, { form }: Way): boolean =>
	plainPart(name) !== '' && (form === 'NFC' || name.normalize('NFC') !== name.normalize('NFD'));

const isMissing = (names?: Names): boolean =>
	names === undefined || ('entries' in names && names.entries.length === 0);
const isFound = (names?: Names): boolean =>
	names !== undefined && 'entries' in names && names.entries.length > 0;

/**
 * Searches for distinct names: for those that are equal first, 299 with one search. What equality
 * misses is looked for in what contains it. Once it has missed many, the names that are left are looked
 * for so at once, together with them, and by equality only where that does not find them.
 */
export async function searchEach(
	run: NamingRun,
	record: RecordDescription,
	asked: readonly Asked[],
): Promise<ReadonlyMap<string, Names>> {
	const found = new Map<string, Names>();
	const missing = (names: readonly Asked[]) =>
		names.filter(({ name }) => isMissing(found.get(name)));
	const look = async (way: Way, names: readonly Asked[]) => {
		const outcomes = await lookFor(run, { record, way }, names);
		for (const [name, outcome] of outcomes) {
			// That nothing is equal does not settle what is too common to be read.
			if (isMissing(found.get(name)) || !isMissing(outcome)) found.set(name, outcome);
		}
	};
	const others = asked.filter((each) => !isPlain(each));
	const inOrder = [...others, ...asked.filter(isPlain)];
	let tried = 0;
	while (
		tried < others.length ||
		(tried < inOrder.length && missing(inOrder.slice(0, tried)).length < MANY_MISSED)
	) {
		await look(EQUAL, inOrder.slice(tried, tried + VALUES_PER_SEARCH));
		tried += VALUES_PER_SEARCH;
	}
	for (const way of [CONTAINING, IN_PARTS]) {
		await look(
			way,
			missing(asked).filter((each) => isWorth(each, way)),
		);
	}
	await look(
		EQUAL,
		inOrder.slice(tried).filter(({ name }) => !isFound(found.get(name))),
	);
	return found;
}
