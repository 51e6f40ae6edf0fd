/**
 * What a restart repeats and forgets. Start From counts once, also with At Least Once, which repeats the first batch
 * after a restart: only if the trigger still watches the same.
 */
import type { IDataObject } from 'n8n-workflow';
import { DAY, dealAt, Host, HOUR, idsOf, listOf, MINUTE, START } from './support/host';

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** n8n's database: its in-memory engine saves a trigger's state only with items, the durable one always. */
class Engine {
	private saved: Pick<Host, 'state' | 'ofWorkflow'> = { state: {}, ofWorkflow: {} };

	constructor(
		private readonly kind: string,
		readonly host: Host,
	) {}

	async poll(milliseconds = MINUTE): Promise<unknown[]> {
		const items = await this.host.next(milliseconds);
		if (items.length > 0 || this.kind === 'durable') this.save();
		return idsOf(items);
	}

	private save(): void {
		const { state, ofWorkflow } = this.host;
		this.saved = copyOf({ state, ofWorkflow });
	}

	publish(): void {
		Object.assign(this.host, copyOf(this.saved));
	}

	restart(): void {
		this.publish();
		this.host.restart();
		this.save();
	}
}

/** A trigger of all deals that has emitted those that its filter shows. */
async function begun(kind: string, parameters: IDataObject = {}) {
	const host = new Host({ ...parameters }, { startFrom: 'all', delivery: 'atLeastOnce' });
	const old = { createdAt: new Date(START - 30 * DAY).toISOString() };
	host.deals = [1, 2, 3, 4].map((id) =>
		dealAt(id, START - id * DAY, { ...old, user: { id: id === 2 ? 1 : 2 } }),
	);
	const customers = [101, 102].map((id) => dealAt(id, START - DAY));
	host.answers = ({ path, query }) => {
		if (path.endsWith('/customers')) return listOf(customers, { path, query });
		return query.searchWord === undefined ? undefined : listOf([host.deals[1]!], { path, query });
	};
	const engine = new Engine(kind, host);
	const first = await engine.poll();
	expect(first).toEqual(parameters.filters ? [2] : [4, 3, 2, 1]);
	expect(await engine.poll(10 * MINUTE)).toEqual([]);
	host.said();
	return { host, engine, first, customers };
}

const narrow = { filters: { searchWord: 'narrow' } };
const ofOneUser = { filters: { users: [1] } };
const OTHER_QUESTION =
	/begins anew, since it watches other records.* (It starts now|What was deleted before is not emitted)\.$/;

function saysOnly(host: Host, what?: RegExp): void {
	const said = host.said();
	expect(said.length > 0).toBe(what !== undefined);
	for (const each of said) expect(each).toMatch(what!);
}

describe.each(['in-memory', 'durable'])('At Least Once on the %s engine', (kind) => {
	test('repeats the first batch after each restart', async () => {
		const { engine, host, first } = await begun(kind, narrow);
		for (let times = 0; times < 3; times++) {
			engine.restart();
			expect(await engine.poll()).toEqual(first);
			expect(await engine.poll()).toEqual([]);
		}
		expect(host.said()).toEqual([]);
	});

	test('repeats deletions, too', async () => {
		const host = new Host({ event: 'deleted' }, { delivery: 'atLeastOnce' });
		host.write(1);
		const engine = new Engine(kind, host);
		await engine.poll();
		host.remove(1);
		expect(await engine.poll(DAY)).toEqual([1]);
		engine.restart();
		expect(await engine.poll()).toEqual([1]);
	});

	test('repeats a first replay, too', async () => {
		const host = new Host({}, { delivery: 'atLeastOnce' });
		host.options.replayFrom = new Date(START - 2.5 * DAY).toISOString();
		host.deals = [1, 2, 3].map((id) => dealAt(id, START - id * DAY));
		const engine = new Engine(kind, host);
		expect(await engine.poll()).toEqual([2, 1]);
		engine.restart();
		expect(await engine.poll()).toEqual([2, 1]);
		expect(await engine.poll()).toEqual([]);
	});

	test.each<[string, IDataObject, IDataObject, unknown[]]>([
		['repeats it', {}, {}, [4, 3, 2, 1]],
		['does not with Once', {}, { delivery: 'once' }, []],
		['does not with other filters', { filters: { users: [1, 2] } }, {}, []],
	])('%s, where the state is of another version', async (_what, parameters, options, again) => {
		const { engine, host } = await begun(kind);
		engine.restart();
		Object.assign(host.parameters, parameters);
		Object.assign(host.options, options);
		Object.assign(host.state.polling as IDataObject, { version: 1 });
		host.write(9, { user: { id: 2 } });
		expect(await engine.poll()).toEqual([...again, 9]);
		expect(host.said()).toEqual([expect.stringMatching(/goes on with the changes since/)]);
	});

	test('no longer once a batch follows it, nor with Once', async () => {
		const { engine, host } = await begun(kind);
		host.options.delivery = 'once';
		engine.restart();
		expect(await engine.poll()).toEqual([]);
		host.options.delivery = 'atLeastOnce';
		host.parameters.event = 'updated';
		engine.restart();
		host.write(1);
		expect(await engine.poll()).toEqual([1]);
		engine.restart();
		expect(await engine.poll()).toEqual([1]);
	});

	test.each<[string, IDataObject, IDataObject, RegExp | undefined]>([
		['a filter taken away', narrow, { filters: {} }, undefined],
		['another user', ofOneUser, { filters: { users: [1, 2] } }, undefined],
		['another event', {}, { event: 'updated' }, undefined],
		['another resource', {}, { resource: 'customer' }, OTHER_QUESTION],
		['another Base URL', {}, { service: 'other.example' }, OTHER_QUESTION],
	])('emits nothing old after %s', async (_what, before, { service, ...after }, said) => {
		for (const isPublished of [true, false]) {
			const { engine, host, customers } = await begun(kind, before);
			Object.assign(host.parameters, after);
			if (service !== undefined) Object.assign(host, { service: `${kind}${isPublished}.example` });
			if (isPublished) {
				engine.publish();
				expect(await engine.poll()).toEqual([]);
				expect(await engine.poll(HOUR)).toEqual([]);
			}
			engine.restart();
			expect(await engine.poll()).toEqual([]);
			saysOnly(host, said);
			if (after.event !== undefined) continue;
			host.write(9, { user: { id: 2 } });
			customers.push(dealAt(9, host.now));
			expect(await engine.poll()).toEqual([9]);
		}
	});

	test.each<[string, IDataObject, IDataObject, IDataObject, IDataObject]>([
		['filters', narrow, { filters: {} }, {}, {}],
		['Users', ofOneUser, { filters: { users: [1, 2] } }, {}, {}],
		[
			'Entered Phases',
			{ event: 'phaseChanged' },
			{},
			{ enteredPhases: [1] },
			{ enteredPhases: [1, 2] },
		],
	])(
		'emits after wider %s nothing that was handled with its last batch, and what changed since',
		async (_what, before, after, chosen, then) => {
			const host = new Host({ ...before }, { delivery: 'atLeastOnce', ...chosen });
			const edit = (phase: number) => {
				for (const id of [1, 2])
					host.write(id, { phase: { id: phase === id ? 1 : 2 }, user: { id } });
			};
			host.answers = ({ path, query }) =>
				query.searchWord === undefined ? undefined : listOf([host.deals[0]!], { path, query });
			edit(3);
			const engine = new Engine(kind, host);
			expect(await engine.poll(HOUR)).toEqual([]);
			edit(1);
			// What changed within the lookback, a wider filter lets in; conditions don't.
			expect(await engine.poll(before === narrow ? 10 * MINUTE : MINUTE)).toEqual([1]);
			host.pass(30 * MINUTE);
			await engine.poll();
			Object.assign(host.parameters, after);
			Object.assign(host.options, then);
			engine.restart();
			expect(await engine.poll()).toEqual([]);
			edit(2);
			expect(await engine.poll()).toEqual([1, 2]);
		},
	);

	test('emits nothing old after Deleted and another event', async () => {
		for (const isPublished of [true, false]) {
			const { engine, host } = await begun(kind);
			host.parameters.event = 'deleted';
			if (isPublished) engine.publish();
			else engine.restart();
			expect(await engine.poll()).toEqual([]);
			host.parameters.event = 'created';
			engine.restart();
			expect(await engine.poll()).toEqual([]);
			saysOnly(host, OTHER_QUESTION);
		}
	});
});

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
