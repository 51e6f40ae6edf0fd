/** The part `day`: which polls came to the end of their list, and what the books make of it. */
import type { Batch } from '../../e2e/day/listener';
import { Journal } from '../../e2e/day/journal';
import { pollIn, type Request } from '../../e2e/day/requests';
import { booksOf } from '../../e2e/day/verdict';
import { WATCHES } from '../../e2e/day/watches';

const MINUTE = 60_000;

describe('the poll in a round', () => {
	const asked = (second: number, tokenNumber: number, status: number): Request => ({
		...{ number: second, time: new Date(second * 1_000).toISOString(), path: '/v2/deals' },
		...{ tokenNumber, status },
	});

	test('goes from its first request to its last, whatever others ask', () => {
		const round = [asked(1, 5, 200), asked(2, 4, 200), asked(4, 4, 200), asked(9, 5, 200)];
		expect(pollIn(round, 4)).toEqual({ began: 2_000, ended: 4_000, isWhole: true });
		expect(pollIn(round, 6)).toBeUndefined();
	});

	test.each([
		['a refusal after which it went on', [429, 200], true],
		['a refusal that ended it', [200, 429], false],
		['a failure that ended it', [200, 503], false],
	])('%s', (_title, statuses, isWhole) => {
		const round = statuses.map((status, at) => asked(at, 4, status));
		expect(pollIn(round, 4)?.isWhole).toBe(isWhole);
	});
});

describe('the books of a trigger', () => {
	const [watch] = WATCHES;
	if (!watch) throw new Error('There is no trigger');
	const journal = new Journal();
	const note = (name: string, minute: number, isFirst = false) =>
		journal.note(
			{ kind: 'deal', record: 1, name, at: minute * MINUTE, isFirst, isWin: false },
			minute * MINUTE,
		);
	note('deal 1', 1, true);
	note('deal 2', 13);
	note('deal 3', 25);
	const poll = (minute: number) => ({
		...{ began: minute * MINUTE, ended: minute * MINUTE + 2_000, isWhole: true },
		...{ from: minute * 1_000, to: (minute + 10) * 1_000 },
	});
	const polls = [poll(12), poll(24), poll(36)];
	const booksWhere = (...batches: Batch[]) =>
		booksOf({ journal, listener: { of: () => batches } }, { watch, polls });
	const batch = (second: number, ...names: string[]): Batch => ({
		at: second * 1_000,
		items: names.map((name) => [1, name, 'updated', null]),
	});

	test('miss a version that no poll handed out, though the next one was', () => {
		const { lost, invented } = booksWhere(batch(13, 'deal 1'), batch(37, 'deal 3'));
		expect([lost.map(({ name }) => name), invented]).toEqual([['deal 2'], []]);
	});

	test('count what came twice, and leave out what a trigger says of itself', () => {
		const health: Batch = { at: 13_000, items: [[null, null, 'health', 'It waits']] };
		const all = [batch(13, 'deal 1'), health, batch(25, 'deal 2', 'deal 2'), batch(37, 'deal 3')];
		const { arrived, lost, invented } = booksWhere(...all);
		expect(arrived).toMatchObject({ written: 3, handedOut: 3, doubled: 1 });
		expect([lost, invented]).toEqual([[], []]);
	});

	test('allow a poll that handed out very many to leave the rest to the next', () => {
		const crowd = batch(25, ...Array.from({ length: 500 }, (_, at) => `other ${at}`));
		const { lost } = booksWhere(batch(13, 'deal 1'), crowd, batch(37, 'deal 3'));
		expect(lost).toEqual([]);
	});
});
