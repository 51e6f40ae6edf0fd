/**
 * What a restart repeats and forgets. Start From counts once, also with At Least Once, which repeats the first batch
 * after a restart: only if the trigger still watches the same.
 */
import type { IDataObject } from 'n8n-workflow';
import tables from './delivery.json';
import { table } from '../support/table';
import { DAY, dealAt, Host, HOUR, idsOf, iso, listOf, MINUTE, START } from './support/host';

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** n8n's database. Its in-memory engine saves a trigger's state with items and at an activation, the durable one always. */
class Engine {
	private saved: Pick<Host, 'state' | 'ofWorkflow'> = { state: {}, ofWorkflow: {} };
	private isActivating = true;

	constructor(
		private readonly kind: string,
		readonly host: Host,
	) {}

	async poll(milliseconds = MINUTE): Promise<unknown[]> {
		const items = await this.host.next(milliseconds);
		if (items.length > 0 || this.isActivating || this.kind === 'durable') this.save();
		this.isActivating = false;
		return idsOf(items);
	}

	async tellsOnly(ids: unknown[], milliseconds?: number): Promise<void> {
		expect(await this.poll(milliseconds)).toEqual(ids);
	}

	private save(): void {
		const { state, ofWorkflow } = this.host;
		this.saved = copyOf({ state, ofWorkflow });
	}

	publish(): void {
		Object.assign(this.host, copyOf(this.saved));
		this.isActivating = true;
	}

	restart(): void {
		this.publish();
		this.host.restart();
		this.save();
	}
}

/** A trigger of all deals that has emitted those there are. */
async function begun(kind: string) {
	const host = new Host({}, { startFrom: 'all', delivery: 'atLeastOnce' });
	const createdAt = iso(START - 30 * DAY);
	host.deals = [1, 2, 3, 4].map((id) => dealAt(id, START - id * DAY, { createdAt }));
	const customers = [101, 102].map((id) => dealAt(id, START - DAY));
	host.answers = (request) =>
		request.path.endsWith('/customers') ? listOf(customers, request) : undefined;
	const engine = new Engine(kind, host);
	await engine.tellsOnly([4, 3, 2, 1]);
	await engine.tellsOnly([], 10 * MINUTE);
	host.saysOnly();
	return { host, engine, customers };
}

const OTHER_QUESTION =
	/begins anew, since it watches other records.* (It starts now|What was deleted before is not emitted)\.$/;

describe.each(['in-memory', 'durable'])('At Least Once on the %s engine', (kind) => {
	test('repeats the first batch after each restart', async () => {
		const { engine, host } = await begun(kind);
		for (let times = 0; times < 3; times++) {
			engine.restart();
			await engine.tellsOnly([4, 3, 2, 1]);
			await engine.tellsOnly([]);
		}
		host.saysOnly();
	});

	test('repeats deletions, too', async () => {
		const host = new Host({ event: 'deleted' }, { delivery: 'atLeastOnce' });
		host.write(1);
		const engine = new Engine(kind, host);
		await engine.poll();
		host.remove(1);
		await engine.tellsOnly([1], DAY);
		engine.restart();
		await engine.tellsOnly([1]);
		// Once holds from its publication on.
		host.options.delivery = 'once';
		engine.publish();
		await engine.tellsOnly([]);
		engine.restart();
		await engine.tellsOnly([]);
	});

	test('no longer once a batch follows it, nor with Once', async () => {
		const { engine, host } = await begun(kind);
		host.options.delivery = 'once';
		engine.restart();
		await engine.tellsOnly([]);
		host.options.delivery = 'atLeastOnce';
		host.parameters.event = 'updated';
		engine.restart();
		host.write(1);
		await engine.tellsOnly([1]);
		engine.restart();
		await engine.tellsOnly([1]);
	});

	test.each(table<[string, IDataObject[], string, boolean]>(tables.nothingOld))(
		'emits nothing old after %s',
		async (_what, changes, service, isOther) => {
			for (const isPublished of [true, false]) {
				const { engine, host, customers } = await begun(kind);
				if (service !== '') host.service = `${kind}${isPublished}.example`;
				for (const change of changes) {
					Object.assign(host.parameters, change);
					if (isPublished) engine.publish();
					else engine.restart();
					for (const wait of [MINUTE, HOUR]) await engine.tellsOnly([], wait);
				}
				engine.restart();
				await engine.tellsOnly([]);
				const said = host.said();
				expect(said.length > 0).toBe(isOther);
				for (const each of said) expect(each).toMatch(OTHER_QUESTION);
				for (const all of [host.deals, customers]) all.push(dealAt(9, host.now));
				await engine.tellsOnly([9]);
			}
		},
	);

	test.each(table<[string, Partial<Host>, Partial<Host>]>(tables.wider))(
		'emits after wider %s nothing that was handled with its last batch, and what changed since',
		async (_what, before, after) => {
			const host = new Host(before.parameters, { delivery: 'atLeastOnce', ...before.options });
			const edit = (phase: number) => {
				for (const id of [1, 2])
					host.write(id, { phase: { id: phase === id ? 1 : 2 }, user: { id } });
			};
			host.answers = (request) =>
				request.query.searchWord === undefined ? undefined : listOf([host.deals[0]!], request);
			edit(3);
			const engine = new Engine(kind, host);
			await engine.tellsOnly([], HOUR);
			edit(1);
			// What changed within the lookback, a wider filter lets in; conditions don't.
			await engine.tellsOnly([1], 10 * MINUTE);
			host.pass(30 * MINUTE);
			await engine.poll();
			Object.assign(host, after);
			host.options.delivery = 'atLeastOnce';
			engine.restart();
			await engine.tellsOnly([]);
			edit(2);
			await engine.tellsOnly([1, 2]);
		},
	);
});

test('what was emitted before an event that compares values is nothing to be repeated: the next change is told', async () => {
	const host = new Host({ event: 'updated' }, { delivery: 'atLeastOnce' });
	host.write(1, { phase: { id: 1 } }, START - MINUTE);
	await host.poll();
	host.write(1, { name: 'Renamed' });
	await host.tellsOnly([1]);
	host.parameters.event = 'phaseChanged';
	await host.tellsOnly([], 0);
	host.restart();
	host.write(1, { phase: { id: 2 } });
	await host.tellsOnly([1]);
});

test.each(['in-memory', 'durable'])(
	'on the %s engine, a restart before the first deletion forgets nothing that was there at the publication',
	async (kind) => {
		const host = new Host({ event: 'deleted' });
		host.write(1);
		const engine = new Engine(kind, host);
		await engine.tellsOnly([]);
		engine.restart();
		host.remove(1);
		await engine.tellsOnly([1], DAY);
	},
);

test.each([
	['forgets', false, []],
	['with health items keeps', true, [2]],
])('a restart %s what a sweep has learned since the last event', async (_what, health, ids) => {
	const host = new Host({ event: 'deleted' }, { deletionSweepHours: 1, health });
	const engine = new Engine('in-memory', host);
	const deleted = async (milliseconds: number) =>
		(await engine.poll(milliseconds)).filter((id) => id !== undefined);
	host.write(1);
	await engine.poll();
	host.remove(1);
	expect(await deleted(HOUR)).toEqual([1]);
	host.write(2);
	for (let minute = 0; minute <= 61; minute++) expect(await deleted(MINUTE)).toEqual([]);
	host.remove(2);
	engine.restart();
	expect(await deleted(HOUR)).toEqual(ids);
});
