/** The books of the part `day` notice what went wrong: else their zeros would mean nothing. */
import { compared, type Books, type Expected, type Poll } from '../../e2e/day/books';
import { Journal, type Version } from '../../e2e/day/journal';

const MINUTE = 60_000;
const at = (name: string, from: number, to?: number): Expected => ({
	...{ name, at: from * MINUTE },
	...(to === undefined ? {} : { until: to * MINUTE }),
});
const poll = (minute: number, isWhole = true): Poll => ({
	...{ began: minute * MINUTE, ended: minute * MINUTE + 2_000, isWhole },
});
const once = (...names: string[]) => new Map(names.map((name) => [name, 1]));

/** One record with four versions, of which the second soon took the first one's place; and one with one. */
const expected = [at('a1', 1, 2), at('a2', 2, 14), at('a3', 14, 26), at('a4', 26), at('b1', 5)];
const polls = [poll(12), poll(24), poll(36)];

interface Story {
	readonly told: ReadonlyMap<string, number>;
	readonly polls?: readonly Poll[];
	readonly lost?: readonly string[];
	readonly invented?: readonly string[];
	readonly arrived: Partial<Books['arrived']>;
}

const STORIES: Readonly<Record<string, Story>> = {
	'all came, but what was replaced before a poll': {
		told: once('a2', 'a3', 'a4', 'b1'),
		arrived: { written: 5, handedOut: 4, lost: 0, doubled: 0, replacedBeforeAPoll: 1 },
	},
	'the last version of a record is missing': {
		told: once('a2', 'a3', 'b1'),
		lost: ['a4'],
		arrived: { lost: 1, replacedBeforeAPoll: 1 },
	},
	'so is one that stood while a poll went by, though later ones came': {
		told: once('a2', 'a4', 'b1'),
		lost: ['a3'],
		arrived: { lost: 1 },
	},
	'the poll failed, was shown nothing or left some to the next: a later version has it': {
		told: once('a2', 'a4', 'b1'),
		polls: [poll(12), poll(24, false), poll(36)],
		arrived: { lost: 0, replacedBeforeAPoll: 2 },
	},
	'what is there in the end is due, however the polls went': {
		told: once('a2', 'a3', 'b1'),
		polls: [],
		lost: ['a4'],
		arrived: { lost: 1 },
	},
	'a poll holds the last seconds back': {
		told: once('a1', 'a3', 'a4', 'b1'),
		polls: [poll(2.02), poll(24), poll(36)],
		arrived: { lost: 0, replacedBeforeAPoll: 1 },
	},
	'and one that is replaced within it may come with either': {
		told: once('a3', 'a4', 'b1'),
		polls: [poll(13.99), poll(24), poll(36)],
		arrived: { lost: 0, replacedBeforeAPoll: 2 },
	},
	'something came twice': {
		told: new Map([...once('a2', 'a3', 'a4'), ['b1', 3]]),
		arrived: { lost: 0, doubled: 2 },
	},
	'something came that was never written': {
		told: once('a2', 'a3', 'a4', 'b1', 'c1'),
		invented: ['c1'],
		arrived: { lost: 0, handedOut: 4 },
	},
};

test.each(Object.entries(STORIES))('%s', (_title, story) => {
	const { told, lost = [], invented = [], arrived } = story;
	const possible = new Set(expected.map(({ name }) => name));
	const books = compared({ expected, polls: story.polls ?? polls, told, possible });
	expect(books.lost.map(({ name }) => name)).toEqual(lost);
	expect(books.invented).toEqual(invented);
	expect(books.arrived).toMatchObject(arrived);
});

describe('the journal', () => {
	const version = (record: number, name: string, minute: number): Omit<Version, 'until'> => ({
		...{ kind: 'contact', record, name, at: minute * MINUTE },
		...{ isFirst: name.endsWith('1'), isWin: name.endsWith('2 won') },
	});
	const journal = new Journal();
	journal.note(version(1, 'a1', 1), MINUTE);
	journal.note(version(1, 'a2', 3), 2.9 * MINUTE);
	journal.note(version(2, 'VIP b2', 4), 4 * MINUTE);
	journal.note({ ...version(3, 'c1', 5), kind: 'deal' }, 5 * MINUTE);
	journal.note({ ...version(3, 'c2 won', 6), kind: 'deal' }, 5.9 * MINUTE);
	const namesOf = (...[asked]: Parameters<Journal['expectedOf']>) =>
		journal.expectedOf(asked).map(({ name }) => name);

	test('has of each trigger what it is to hand out', () => {
		expect(namesOf({ kind: 'contact', tells: 'versions' })).toEqual(['a1', 'a2', 'VIP b2']);
		expect(namesOf({ kind: 'contact', tells: 'updates' })).toEqual(['a2', 'VIP b2']);
		expect(namesOf({ kind: 'contact', tells: 'creations' })).toEqual(['1']);
		expect(namesOf({ kind: 'deal', tells: 'wins' })).toEqual(['c2 won']);
		const only = (name: string) => name.startsWith('VIP');
		expect(namesOf({ kind: 'contact', tells: 'versions', only })).toEqual(['VIP b2']);
	});

	test('knows until when a version stood, and that a record stays created', () => {
		const [first, second] = journal.expectedOf({ kind: 'contact', tells: 'versions' });
		expect([first?.until, second?.until]).toEqual([2.9 * MINUTE, undefined]);
		expect(journal.expectedOf({ kind: 'contact', tells: 'creations' })[0]?.until).toBeUndefined();
		expect(journal.lastOf('contact').map(({ name }) => name)).toEqual(['a2', 'VIP b2']);
	});
});
