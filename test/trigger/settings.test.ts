/** What the trigger's form means, what is refused of it, and what a changed form does to a running trigger. */
import type { IDataObject } from 'n8n-workflow';
import tables from './settings.json';
import { table } from '../support/table';
import { begun, DAY, dealAt, Host, HOUR, iso, listOf, MINUTE, START } from './support/host';

test.each(table<[IDataObject, IDataObject, RegExp]>(tables.refused))(
	'%j %j is refused',
	async (parameters, options, message) => {
		await expect(new Host(parameters, options).poll()).rejects.toThrow(message);
	},
);

test('a date without an offset is read in the workflow’s time zone', async () => {
	const host = new Host({}, { startFrom: 'date', startDate: '2026-11-21T17:00:00' });
	host.deals = [dealAt(1, START - HOUR), dealAt(2, START + MINUTE)];
	await host.tellsOnly([2], HOUR);
});

test.each(table<[string, IDataObject]>(tables.startDateChanged))(
	'a Start Date in the future is where it begins, also if it is meanwhile %s',
	async (_how, to) => {
		const host = await begun({}, { startFrom: 'date', startDate: iso(START + 3 * HOUR) });
		Object.assign(host.options, to);
		host.write(1);
		await host.tellsOnly([], 2 * HOUR);
		host.write(2);
		await host.tellsOnly([]);
		host.pass(HOUR);
		host.write(3);
		await host.tellsOnly([3]);
		host.saysOnly();
	},
);

test.each([1, 5, 30, 1_440])(
	'a lookback of %i minutes is how late a change may come to light',
	async (lookbackMinutes) => {
		const host = await begun({}, { lookbackMinutes });
		await host.next(48 * HOUR);
		const oldest = host.now - lookbackMinutes * MINUTE;
		host.deals = [dealAt(1, oldest + 45_000), dealAt(2, oldest - MINUTE)];
		await host.tellsOnly([1], MINUTE / 2);
	},
);

describe('a running trigger', () => {
	/** It has emitted deal 1; deal 2 is next. */
	async function running() {
		const host = await begun();
		host.write(1);
		await host.next(HOUR);
		host.pass(MINUTE);
		host.write(2);
		host.pass(MINUTE);
		return host;
	}

	test.each(table<[string, IDataObject, IDataObject]>(tables.goesOn))(
		'goes on with %s: what is not emitted yet comes',
		async (_what, parameters, options) => {
			const host = await running();
			Object.assign(host.parameters, parameters);
			Object.assign(host.options, options);
			await host.tellsOnly([2], 0);
			await host.tellsOnly([], 0);
			host.saysOnly();
		},
	);

	test.each(table<[string, IDataObject, Partial<Host>]>(tables.learnsFirst))(
		'goes on with %s: it learns what was before first',
		async (_what, before, after) => {
			const ended = { phase: { id: 5, status: 2 } };
			const host = await begun(
				before,
				{},
				[1, 2].map((id) => dealAt(id, START - HOUR)),
			);
			Object.assign(host, after);
			host.write(1, ended);
			await host.tellsOnly([]);
			host.write(2, ended);
			await host.tellsOnly([2]);
			host.saysOnly();
		},
	);
});

test.each(table<[string, IDataObject, Partial<Host>]>(tables.hidden))(
	'a list that is empty for a while loses nothing that changes meanwhile, with %s',
	async (_what, parameters, after) => {
		const phase = (id: number) => ({ phase: { id, status: id } });
		const host = await begun(
			parameters,
			{},
			[1, 2, 3, 4, 5].map((id) => dealAt(id, START - DAY, phase(1))),
		);
		host.write(1, phase(2));
		await host.next();
		const { credentialId } = host;
		Object.assign(host, after);
		host.answers = (request) => listOf([], request);
		await host.next();
		for (const id of [2, 3, 4]) {
			host.write(id, phase(2));
			await host.tellsOnly([], 4 * MINUTE);
		}
		host.credentialId = credentialId;
		host.answers = () => undefined;
		await host.tellsOnly([2, 3, 4]);
		host.write(5, phase(2));
		await host.tellsOnly([5]);
		await host.tellsOnly([]);
	},
);

test('a state that is lost with the node’s name begins now, also where it started with all records', async () => {
	const host = new Host({}, { startFrom: 'all' });
	host.write(9, {}, START - DAY);
	await host.tellsOnly([9], 0);
	host.state = {};
	host.restart();
	await host.tellsOnly([]);
	host.write(1);
	await host.tellsOnly([1]);
	host.saysOnly(/is lost, damaged.*It starts now/);
});

test('a database that stores properties in another order changes nothing', async () => {
	const turned = (value: unknown): unknown =>
		Array.isArray(value) || typeof value !== 'object' || value === null
			? value
			: Object.fromEntries(
					Object.entries(value)
						.map(([name, each]) => [name, turned(each)])
						.reverse(),
				);
	const host = await begun({ event: 'phaseChanged' }, { startFrom: 'all' }, [
		dealAt(9, START - DAY),
	]);
	host.write(1);
	await host.next(HOUR);
	host.write(1, { phase: { id: 5, status: 2 } });
	host.state = turned(host.state) as IDataObject;
	host.restart();
	await host.tellsOnly([1]);
	host.saysOnly();
});

/** What is saved is changed, and n8n starts again. */
function damage(host: Host, changed: IDataObject): void {
	host.state.polling = { ...(host.state.polling as IDataObject), ...changed };
	host.restart();
}

test.each(table<[string, IDataObject, IDataObject, RegExp, unknown[]]>(tables.unusable))(
	'a state that can’t be used is told once, and it goes on %s',
	async (_what, parameters, changed, said, ids) => {
		const host = new Host(parameters, { startFrom: 'all' });
		host.write(9, {}, START - DAY);
		await host.poll();
		host.write(1);
		await host.next(HOUR);
		host.write(2);
		host.pass(10 * MINUTE);
		damage(host, changed);
		await host.tellsOnly(ids, 0);
		host.saysOnly(said);
		host.write(3);
		await host.tellsOnly(parameters.event ? [] : [3]);
		host.saysOnly();
	},
);

test.each(table<[string, IDataObject, unknown[]]>(tables.backlogDamaged))(
	'Created while a backlog drains, and the state is %s: who is new is known if that part is sound',
	async (_what, changed, left) => {
		const host = await begun({ event: 'created' }, { batchLimit: 2 });
		host.pass(HOUR);
		for (let id = 1; id <= 6; id++) host.write(id, {}, host.now + id * MINUTE);
		await host.tellsOnly([1, 2], 30 * MINUTE);
		host.write(3, { name: 'edited' });
		await host.tellsOnly([4, 5]);
		host.write(4, { name: 'edited' });
		damage(host, changed);
		expect((await host.idsOfPolls(4, 5 * MINUTE)).sort()).toEqual(left);
	},
);
