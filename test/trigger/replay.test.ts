/** Replay From: a running trigger begins again from a time, once for each time that is entered. */
import type { IDataObject } from 'n8n-workflow';
import tables from './replay.json';
import { table } from '../support/table';
import { begun, dealAt, HOUR, iso, MINUTE, START } from './support/host';

/** When deals 1 to 3 were made, an hour apart. */
const TIMES = [0, 1, 2].map((hours) => iso(START + hours * HOUR));

/** A trigger that has emitted these. */
async function running(options: IDataObject = {}, parameters: IDataObject = {}) {
	const host = await begun({ ...parameters });
	const emitted: string[] = [];
	for (const id of [1, 2, 3]) {
		host.write(id);
		emitted.push(...(await host.next(HOUR)).map(({ _event }) => _event.id));
	}
	expect(emitted).toHaveLength(3);
	Object.assign(host.options, options);
	return { host, emitted };
}

test('emits every version since then again, with the same ids, and goes on', async () => {
	const { host, emitted } = await running({ replayFrom: TIMES[1] });
	const again = await host.poll();
	expect(again.map(({ _event }) => _event.id)).toEqual(emitted.slice(1));
	expect(again.map(({ _event }) => _event.type)).toEqual(['created', 'created']);
	await host.tellsOnly([], 0);
	host.write(4);
	await host.tellsOnly([4]);
	host.saysOnly(/begins again from 2026-.*Replay From/);
});

test('emits nothing again that is older than the time, even within the lookback', async () => {
	const { host } = await running({ lookbackMinutes: 180, replayFrom: TIMES[1] });
	await host.tellsOnly([2, 3]);
	host.options.replayFrom = iso(host.now - 1);
	host.write(4);
	await host.tellsOnly([4]);
	host.options.replayFrom = TIMES[2];
	await host.tellsOnly([3, 4]);
});

describe('happens once', () => {
	test('for a time: also after a restart, and after the option was cleared', async () => {
		const { host } = await running({ replayFrom: TIMES[0] });
		await host.tellsOnly([1, 2, 3]);
		host.restart();
		for (const replayFrom of [TIMES[0], undefined, TIMES[0]]) {
			if (replayFrom === undefined) delete host.options.replayFrom;
			else host.options.replayFrom = replayFrom;
			await host.tellsOnly([], 0);
		}
		host.options.replayFrom = TIMES[2];
		await host.tellsOnly([3]);
		host.parameters.filters = { searchWord: 'acme' };
		await host.tellsOnly([], 0);
	});

	test.each(tables.repeated)('$how', async ({ options, repeated }) => {
		const { host } = await running({ replayFrom: TIMES[0], batchLimit: 1, ...options });
		await host.tellsOnly([1]);
		delete host.options.replayFrom;
		host.restart();
		expect(await host.idsOfPolls(4)).toEqual([...repeated, 2, 3]);
	});
});

test.each([
	['a running trigger', false],
	['a start', true],
])(
	'comes before Skip to Now (%s), and leaves out nothing that was not emitted yet',
	async (_when, restarts) => {
		const { host } = await running({ afterDowntime: 'skip' });
		if (restarts) host.restart();
		host.deals.push(dealAt(5, host.now + MINUTE), dealAt(6, host.now + 50 * MINUTE));
		host.pass(HOUR);
		host.options.replayFrom = iso(host.now - 20 * MINUTE);
		await host.tellsOnly([5, 6], 0);
		host.restart();
		host.write(7);
		await host.tellsOnly([], HOUR);
	},
);

test('leaves out no creation that was not emitted yet, of a record made before the time, and edited while a backlog was worked off', async () => {
	const { host } = await running({ batchLimit: 2 }, { event: 'created' });
	for (let id = 4; id <= 9; id++) host.deals.push(dealAt(id, host.now + id * MINUTE));
	await host.tellsOnly([4, 5], HOUR);
	host.write(6, {}, host.now - 10 * MINUTE);
	await host.tellsOnly([7, 8], 0);
	host.options.replayFrom = iso(host.now - 30 * MINUTE);
	expect((await host.idsOfPolls(5)).slice(-2)).toEqual([9, 6]);
});

test.each(table<[string, string, RegExp]>(tables.refused))(
	'is refused for %s from %s, and the state stays',
	async (event, replayFrom, message) => {
		const { host } = await running({ replayFrom });
		host.parameters.event = event;
		const before = JSON.stringify(host.state);
		await expect(host.poll()).rejects.toThrow(message);
		expect(JSON.stringify(host.state)).toBe(before);
		host.parameters.event = 'createdOrUpdated';
		delete host.options.replayFrom;
		host.write(4);
		await host.tellsOnly([4]);
	},
);
