/** What came of the day: each trigger's books, and what each said of its trouble. */
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { contains, equal, isTrue } from '../checks';
import { finished, listedExecutions } from '../execution';
import { compared, type Books, type Expected } from './books';
import { TIMES } from './happenings';
import { pathOf, type Stage, type Watching } from './stage';

/** A poll that handed out so many may have left the rest to the next. */
const MANY = 500;
/** What n8n needs at most from a poll to the telling of what it handed out. */
const TOLD_WITHIN_MS = 20_000;
const MINUTE_MS = 60_000;
const HEALTH = 'health';

const byRecord = ({ watch: { tells } }: Pick<Watching, 'watch'>) => tells === 'creations';

/** What of the stage, and of a trigger, the books are made from. */
interface Kept {
	readonly listener: Pick<Stage['listener'], 'of'>;
	readonly journal: Stage['journal'];
}
type Watched = Pick<Watching, 'watch' | 'polls'>;

export function booksOf({ listener, journal }: Kept, watching: Watched): Books {
	const batches = listener.of(pathOf(watching.watch));
	const told = new Map<string, number>();
	for (const [id, name, type] of batches.flatMap(({ items }) => items)) {
		if (type === HEALTH) continue;
		const what = String(byRecord(watching) ? id : name);
		told.set(what, (told.get(what) ?? 0) + 1);
	}
	const large = batches.filter(({ items }) => items.length >= MANY);
	const polls = watching.polls.map((poll) => ({
		...poll,
		isWhole:
			poll.isWhole && !large.some(({ at }) => poll.from <= at && at <= poll.to + TOLD_WITHIN_MS),
	}));
	return compared({
		...{ expected: journal.expectedOf(watching.watch), polls, told },
		possible: journal.possibleFor(watching.watch),
	});
}

/** A minute of the day by the service's clock. */
const minuteOf = ({ service }: Stage, time: number) => (time - service.midnight) / MINUTE_MS;

/** For the one who reads why something is missing. */
const described = (stage: Stage, lost: readonly Expected[]): string[] =>
	lost.slice(0, 5).map(({ name, at, until }) => {
		const minutes = [at, until].map((time) =>
			time === undefined ? 'the end' : minuteOf(stage, time).toFixed(2),
		);
		return `${name}, there from minute ${minutes.join(' to ')}`;
	});

export async function holds(stage: Stage, watching: Watching, books: Books): Promise<void> {
	const { name } = watching.watch;
	const { arrived, lost, invented } = books;
	const polls = `${watching.polls.length} polls, ${arrived.handedOut} of ${arrived.written}`;
	await stage.world.check(`${name}: nothing is lost, doubled or invented (${polls})`, () => {
		isTrue('something was handed out', arrived.handedOut > 0);
		equal([described(stage, lost), arrived.doubled, invented.slice(0, 5)], [[], 0, []]);
	});
}

/** How many versions are of a part of the day, and how many of these are lost. */
export function inMinutes(
	stage: Stage,
	{ watch }: Watching,
	{ lost }: Books,
	[from, to]: readonly [number, number],
) {
	const isThen = ({ at }: Expected) => minuteOf(stage, at) >= from && minuteOf(stage, at) < to;
	return {
		written: stage.journal.expectedOf(watch).filter(isThen).length,
		lost: lost.filter(isThen).length,
	};
}

/** What a trigger said of itself while its list was empty for want of a permission. */
export function troublesOf({ listener }: Stage, { watch }: Watching): string[] {
	const items = listener.of(pathOf(watch)).flatMap((batch) => batch.items);
	return items.flatMap(([, , type, problem]) => (type === HEALTH && problem ? [problem] : []));
}

/** What n8n says of the polls that failed, the last of them first. */
async function failuresOf({ n8n }: Stage, { id: workflowId }: SavedWorkflow) {
	const results = await listedExecutions(n8n.rest, { workflowId, status: ['error'] });
	const [last] = results;
	const error = last && (await finished(n8n.rest, last.id)).error;
	return { count: results.length, error: error ?? '' };
}

export async function quotaTold(stage: Stage, all: readonly Watching[]): Promise<number> {
	let failed = 0;
	const told = 'with the quota used up, each trigger fails, and says when it resets';
	await stage.world.check(told, async () => {
		for (const each of all) {
			const { count, error } = await failuresOf(stage, each.workflow);
			isTrue(`${each.watch.name} failed`, count > 0);
			contains(error, 'quota');
			contains(error, 'resets at');
			failed += count;
		}
	});
	return failed;
}

export const PARTS_OF_THE_DAY = {
	hidden: [TIMES.hidden, TIMES.shown],
	usedUp: [TIMES.usedUp, TIMES.renewed],
} as const;
