/** The books of `npm run chaos` notice what went wrong: else its zeros would mean nothing. */
import type { INodeExecutionData } from 'n8n-workflow';
import { Books, type Found } from '../../bench/chaos/books';
import { FAULTS } from '../../bench/chaos/faults';
import type { Told, Verdict } from '../../bench/chaos/told';

const AT = '2026-11-22T09:00:00.000Z';
const record = (id: number, name: string, note = ''): Found => ({ id, name, note, updatedAt: AT });

/** What the node says of each item of a run, and the ids that it names. */
const told = (verdicts: readonly Verdict[], ids: readonly number[] = []): Told => ({
	ids: new Set(ids),
	verdict: (index) => verdicts[index] ?? 'notDone',
});

const event = ({ id, updatedAt }: Found, name = `v${id}`): INodeExecutionData => ({
	json: { id, updatedAt, _event: { id: name } },
});

interface Story {
	readonly tell: (books: Books) => void;
	/** What is to be noticed; nothing else may be. */
	readonly noticed: Partial<Books['counts']>;
}

/** Customers are not watched by a trigger, contacts are. */
const STORIES: Readonly<Record<string, Story>> = {
	'an honest run': {
		tell: (books) => {
			books.open('customer', [1]);
			books.created('customer', [{ name: 'a' }, { name: 'b' }, { name: 'c' }], {
				...told(['done', 'notDone', 'inDoubt'], [2]),
			});
			books.changed('customer', [{ id: 2, note: 'n' }], told(['done']));
			books.close('customer', [record(1, 'foreign'), record(2, 'a', 'n'), record(3, 'c')]);
		},
		noticed: {},
	},
	'a record that was made twice for one item': {
		tell: (books) => {
			books.open('customer', []);
			books.created('customer', [{ name: 'a' }], told(['done'], [2, 3]));
			books.close('customer', [record(2, 'a'), record(3, 'a')]);
		},
		noticed: { doubled: 1 },
	},
	'a double of which the node named one alone': {
		tell: (books) => {
			books.open('customer', []);
			books.created('customer', [{ name: 'a' }], told(['done'], [2]));
			books.close('customer', [record(2, 'a'), record(3, 'a')]);
		},
		noticed: { doubled: 1, lost: 1 },
	},
	'a record that was told as failed and exists': {
		tell: (books) => {
			books.open('customer', []);
			books.created('customer', [{ name: 'a' }], told(['notDone']));
			books.close('customer', [record(2, 'a')]);
		},
		noticed: { lost: 1 },
	},
	'a record that was told as made and is not there': {
		tell: (books) => {
			books.open('customer', []);
			books.created('customer', [{ name: 'a' }], told(['done'], [2]));
			books.close('customer', []);
		},
		noticed: { invented: 1 },
	},
	'a change that was told as done and is not': {
		tell: (books) => {
			books.open('customer', []);
			books.created('customer', [{ name: 'a' }], told(['done'], [2]));
			books.changed('customer', [{ id: 2, note: 'new' }], told(['done']));
			books.close('customer', [record(2, 'a', '')]);
		},
		noticed: { untrue: 1 },
	},
	'a change that was told as failed and is done': {
		tell: (books) => {
			books.open('customer', []);
			books.created('customer', [{ name: 'a' }], told(['done'], [2]));
			books.changed('customer', [{ id: 2, note: 'new' }], told(['notDone']));
			books.close('customer', [record(2, 'a', 'new')]);
		},
		noticed: { untrue: 1 },
	},
	'a record that was told as removed and is still there': {
		tell: (books) => {
			books.open('customer', []);
			books.created('customer', [{ name: 'a' }], told(['done'], [2]));
			books.removed('customer', [2], told(['done']));
			books.close('customer', [record(2, 'a')]);
		},
		noticed: { untrue: 1 },
	},
	'versions that the trigger never emitted, or twice': {
		tell: (books) => {
			books.open('contact', []);
			books.created('contact', [{ name: 'a' }, { name: 'b' }], told(['done', 'done'], [2, 3]));
			const [a, b] = [record(2, 'a'), record(3, 'b')];
			books.emitted('contact', [event(a), event(a)]);
			books.close('contact', [a, b]);
		},
		noticed: { eventsLost: 1, eventsDoubled: 1 },
	},
};

const NOTHING: Books['counts'] = { ...new Books().counts };
const names = Object.keys(STORIES);

const countsOf = (books: Books, name: string) => {
	STORIES[name]?.tell(books);
	return books.counts;
};

test.each(names)('%s is noticed as that', (name) => {
	expect(countsOf(new Books(), name)).toEqual({ ...NOTHING, ...STORIES[name]?.noticed });
});

/** Books that notice nothing, as a mistake in them could have it. */
class Blind extends Books {
	override close = () => undefined;
	override emitted = () => undefined;
}

test('these tests would notice books that notice nothing', () => {
	const wrong = names.filter((name) => Object.keys(STORIES[name]?.noticed ?? {}).length > 0);
	expect(wrong.length).toBe(names.length - 1);
	for (const name of wrong) {
		expect(countsOf(new Blind(), name)).not.toEqual({ ...NOTHING, ...STORIES[name]?.noticed });
	}
});

test('every count of the books has a case, so none is zero for want of one', () => {
	const cases = new Set(Object.values(STORIES).flatMap(({ noticed }) => Object.keys(noticed)));
	expect([...cases].sort()).toEqual(Object.keys(NOTHING).sort());
});

interface Injected {
	readonly status?: number;
	readonly after?: boolean;
	readonly body?: unknown;
}

describe('among the faults, both before and after the service acted', () => {
	const has = (status: number, after: boolean, says: RegExp) =>
		(FAULTS as readonly Injected[]).some(
			(fault) =>
				fault.status === status &&
				(fault.after ?? false) === after &&
				says.test(JSON.stringify(fault.body ?? null)),
		);

	test.each([502, 503, 504])(
		'a %i looks like an answer about the input, or about a size',
		(status) => {
			for (const after of [false, true]) {
				expect(has(status, after, /"messages":\["/)).toBe(true);
				expect(has(status, after, /exceeds the limit/)).toBe(true);
			}
		},
	);
});
