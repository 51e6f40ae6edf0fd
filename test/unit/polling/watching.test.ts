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
