/** "Created" comes once, as a record's first event, and what is known for that stays small. */
import { begun, DAY, HOUR, List, MINUTE, NOW, range, rowAt } from './support/list';

test('a record that waits, since its stamps are ahead of the service’s clock, is created when it comes', async () => {
	const AHEAD = 90_000;
	const list = new List([]);
	const trigger = await begun(list);
	list.now += 15 * MINUTE;
	const createdAt = NOW + 5 * MINUTE + AHEAD;
	// It was edited right before the poll.
	list.add(rowAt(1, list.now + AHEAD - 1_000, { createdAt }));
	expect(await trigger.next(0)).toEqual([]);
	await trigger.next(15 * MINUTE);
	expect(trigger.told).toEqual([['created', 1]]);
});

test('where polls end early again and again, what is known of new records outgrows its room by what came since', async () => {
	const createdRoom = 1_000;
	const perHour = 6;
	const list = new List([]);
	const usual = { lookbackMs: DAY, createdRoom };
	const trigger = await begun(list, usual);
	const most = createdRoom + 3 * perHour * 'abcd.'.length;
	for (let hour = 0; hour < 10 * 24; hour++) {
		const ids = range(perHour).map((n) => (hour * perHour + n) * 1_000);
		list.add(...ids.map((id, n) => rowAt(id, list.now + n * 9 * MINUTE)));
		// Twice a day.
		trigger.set = hour % 12 === 0 ? { ...usual, batchLimit: 5 } : usual;
		await trigger.next(HOUR);
		expect(trigger.state?.backlog?.seen.length ?? 0).toBeLessThan(most);
	}
	trigger.set = usual;
	await trigger.drain();
	const created = trigger.told.filter(([type]) => type === 'created').map(([, id]) => id);
	expect(created).toEqual(range(10 * 24 * perHour).map((n) => n * 1_000));
});
