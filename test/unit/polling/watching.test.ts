/** What a state is given to begin with when other fields are to be watched. */
import { poll, watchingAnew } from '../../../nodes/SalesManagement/polling';
import { WatchedValues } from '../../../nodes/SalesManagement/polling/watchedValues';
import { NOW, QuietService, policyWith, rowAt } from '../support/quietService';

const policy = policyWith({ watches: 'fields amount' });

/** A state that has dealt with records 1 and 2. */
async function dealtWith() {
	const rows = [1, 2].map((id) => rowAt(id, NOW - 30_000, { watched: 'new', digest: `new${id}` }));
	const source = new QuietService(true, rows);
	const { state } = await poll(undefined, source, policyWith());
	return { state, source };
}

test('only versions that were dealt with are learned: none that is older or newer', async () => {
	const { state, source } = await dealtWith();
	source.rows[0] = rowAt(1, NOW - 60_000, { watched: 'stale' });
	source.rows.push(rowAt(3, NOW - 20_000, { watched: 'unseen' }));
	const { watched } = await watchingAnew(state, source, policy);
	const known = new WatchedValues('', watched);
	expect([1, 2, 3].map((id) => known.of(id))).toEqual([undefined, 'new', undefined]);
	expect(watched).toMatchObject({ name: 'fields amount', learning: { to: state.watermark } });
});

test('where nothing else is watched, the state stays as it is, and nothing is asked', async () => {
	const { state, source } = await dealtWith();
	const watching = await watchingAnew(state, source, policy);
	source.requests = 0;
	expect(await watchingAnew(watching, source, policy)).toBe(watching);
	expect(await watchingAnew(state, source, policyWith())).toBe(state);
	const changed = policyWith({ tells: 'changed', watches: 'phase' });
	expect(await watchingAnew(state, source, changed)).toBe(state);
	expect(source.requests).toBe(0);
});

describe('learning what the ledger knows costs the poll after it next to nothing', () => {
	test('what came later is not read, however much it is', async () => {
		const { state, source } = await dealtWith();
		for (let id = 10; id < 20_010; id++) source.rows.push(rowAt(id, NOW - 10_000 + id));
		source.requests = 0;
		const { watched } = await watchingAnew(state, source, policy);
		expect(new WatchedValues('', watched).of(2)).toBe('new');
		expect(source.requests).toBeLessThanOrEqual(5);
	});

	test('a failure leaves unknown what it kept from being read, and is none of the poll', async () => {
		const { state, source } = await dealtWith();
		source.read = async () => await Promise.reject(new Error('403'));
		const { watched } = await watchingAnew(state, source, policy);
		expect(new WatchedValues('', watched).of(1)).toBeUndefined();
		expect(watched).toMatchObject({ name: 'fields amount' });
	});
});

test('what was dealt with of a bulk change at the watermark’s own time is learned', async () => {
	const FINAL = NOW - 3_600_000;
	const rows = Array.from({ length: 300 }, (_, at) => rowAt(at + 1, FINAL, { watched: 'bulk' }));
	const source = new QuietService(true, rows, { pageSize: 100 });
	const begun = policyWith({ startFrom: FINAL - 1_000, batchLimit: 100 });
	const { state, events } = await poll(undefined, source, begun);
	const told = events.map(({ row }) => row.id);
	expect(told).toHaveLength(100);
	const { watched } = await watchingAnew(
		state,
		source,
		policyWith({ watches: 'fields amount', batchLimit: 100 }),
	);
	const known = new WatchedValues('', watched);
	const learned = rows.map(({ id }) => id).filter((id) => known.of(id) === 'bulk');
	expect(learned).toEqual(told);
});
