/** The books of the parts `restarts` and `durable` notice what went wrong: else their zeros would mean nothing. */
import { balance, type Books } from '../../e2e/restarts/books';

type Names = readonly string[];
/** An execution begins at a minute. */
const ended = (minute: number, names: Names, status = 'success') => ({
	...{ status, names },
	startedAt: minute * 60_000,
});
const toldOnce = (...names: string[]) => new Map(names.map((name) => [name, 1]));

const written = (name: string, from: number, to?: number) => ({
	...{ name, at: from * 60_000 },
	...(to === undefined ? {} : { until: to * 60_000 }),
});

/** One deal with three versions, the first of which was soon replaced, and one with a single version. */
const versions = [written('a1', 0, 1), written('a2', 1, 8), written('b1', 5), written('a3', 8)];
const all = toldOnce('a2', 'a3', 'b1');

interface Story {
	readonly executions: ReadonlyArray<ReturnType<typeof ended>>;
	readonly told?: ReadonlyMap<string, number>;
	readonly noticed: Partial<Record<'lost' | 'invented' | 'unexplained', Names>>;
	readonly atTrigger?: Partial<Books['atTrigger']>;
	readonly behind?: Partial<Books['behind']>;
}

const STORIES: Readonly<Record<string, Story>> = {
	'all came through, but what was replaced before a poll': {
		executions: [ended(6, ['a2', 'b1']), ended(9, ['a3'])],
		noticed: {},
		atTrigger: { written: 4, handedOut: 3, lost: 0, doubled: 0, replacedBeforeAPoll: 1 },
		behind: { written: 3, handedOut: 3, lost: 0, doubled: 0, inCrashedExecutions: 0 },
	},
	'the last version of a deal is missing': {
		executions: [ended(9, ['a2', 'a3'])],
		told: toldOnce('a2', 'a3'),
		noticed: { lost: ['b1'] },
		atTrigger: { lost: 1 },
	},
	'so is one that the trigger passed by while it stood, though a later one came': {
		executions: [ended(6, ['b1']), ended(9, ['a3'])],
		told: toldOnce('b1', 'a3'),
		noticed: { lost: ['a2'] },
		atTrigger: { lost: 1 },
	},
	'one that was replaced before the trigger came so far is in the later one': {
		executions: [ended(9, ['b1', 'a3'])],
		told: toldOnce('b1', 'a3'),
		noticed: {},
		atTrigger: { lost: 0, replacedBeforeAPoll: 2 },
	},
	'a batch came again, and Remove Duplicates let it through once': {
		executions: [ended(6, ['a2', 'b1'], 'crashed'), ended(7, ['a2', 'b1']), ended(9, ['a3'])],
		noticed: {},
		atTrigger: { handedOut: 3, doubled: 2 },
		behind: { doubled: 0 },
	},
	'somebody was told twice': {
		executions: [ended(9, ['a2', 'b1', 'a3'])],
		told: new Map([...all, ['b1', 3]]),
		noticed: {},
		behind: { doubled: 2 },
	},
	'what was not told is in an execution that crashed': {
		executions: [ended(6, ['a2', 'b1']), ended(9, ['a3'], 'crashed')],
		told: toldOnce('a2', 'b1'),
		noticed: {},
		behind: { lost: 1, inCrashedExecutions: 1 },
	},
	'or it is not': {
		executions: [ended(6, ['a2', 'b1']), ended(9, ['a3'])],
		told: toldOnce('a2', 'b1'),
		noticed: { unexplained: ['a3'] },
		behind: { lost: 1, inCrashedExecutions: 0 },
	},
	'what came was never written': {
		executions: [ended(9, ['a2', 'b1', 'a3', 'c1'])],
		told: toldOnce('a2', 'b1', 'a3', 'c1'),
		noticed: { invented: ['c1'] },
	},
};

test.each(Object.entries(STORIES))('%s', (_title, story) => {
	const { executions, told = all, noticed, atTrigger = {}, behind = {} } = story;
	const books = balance({ executions, versions, told });
	const { lost, invented, unexplained } = books;
	expect({ lost, invented, unexplained }).toEqual({
		...{ lost: [], invented: [], unexplained: [] },
		...noticed,
	});
	expect(books.atTrigger).toMatchObject(atTrigger);
	expect(books.behind).toMatchObject(behind);
});
