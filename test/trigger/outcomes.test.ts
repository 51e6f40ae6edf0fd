/** Won, Lost, Closed and Reopened: each deal's entry into such a phase, once (S6); Completed, the same of actions. */
import type { IDataObject } from 'n8n-workflow';
import tables from './outcomes.json';
import { many } from '../support/many';
import { table } from '../support/table';
import { begun, dealAt, Host, HOUR, idsOf, listOf, MINUTE, START } from './support/host';

const { talks: TALKS, won: WON } = tables.phases;
const NO_STATUS = { id: 9, name: 'Old' };

/** What each poll tells of record 1, which is like the first when the trigger begins, and before each poll like the next. */
async function told(
	parameters: IDataObject,
	options: IDataObject,
	records: Array<IDataObject | undefined>,
) {
	const host = new Host(parameters, options);
	const [first, ...changes] = records;
	if (first) host.write(1, first, START - HOUR);
	await host.poll();
	const types: unknown[] = [];
	for (const change of changes) {
		host.write(1, change);
		types.push((await host.next()).map(({ _event }) => _event.type).join());
	}
	return { host, types };
}

test.each(
	table<[string, string, IDataObject, Array<IDataObject | undefined>, string[]]>(
		tables.told,
		tables.phases,
	),
)('%s', async (_what, event, options, phases, types) => {
	const deals = phases.map((phase) => phase && { phase });
	expect((await told({ event }, options, deals)).types).toEqual(types);
});

test.each(['customerAction', 'contactAction', 'dealAction'])(
	'a %s that is completed, or is created so, once',
	async (resource) => {
		const tell = async (...actions: Array<boolean | undefined>) => {
			const records = actions.map((active) => (active === undefined ? active : { active }));
			return (await told({ resource, event: 'completed' }, {}, records)).types;
		};
		const completed = ['', 'completed', '', '', 'completed'];
		expect(await tell(true, true, false, false, true, false)).toEqual(completed);
		expect(await tell(undefined, false)).toEqual(['completed']);
		expect(await tell(false, false)).toEqual(['']);
	},
);

test.each(['true', 'false'])(
	'Completed takes no notice of the filter Status: %s',
	async (active) => {
		const parameters = { resource: 'customerAction', event: 'completed', filters: { active } };
		const { host, types } = await told(parameters, {}, [{ active: true }, { active: false }]);
		expect(types).toEqual(['completed']);
		expect(JSON.stringify(host.asked)).not.toContain('active');
	},
);

describe('phases', () => {
	/** A trigger that knows deals 1 and 2, both in talks. */
	async function running(event: string, options: IDataObject = {}) {
		const known = { phase: TALKS, phaseStayDays: [TALKS] };
		const deals = [1, 2].map((id) => dealAt(id, START - MINUTE, known));
		const host = await begun({ event }, options, deals);
		return async (phases: IDataObject) => {
			for (const [id, phase] of Object.entries(phases)) host.write(Number(id), { phase });
			return (await host.next()).map(({ id, _event }) => [id, _event]);
		};
	}

	test('a deal that has none any more has changed to none, and back', async () => {
		const moved = await running('phaseChanged');
		expect(await moved({ 1: null })).toMatchObject([[1, { from: { id: 1 }, to: null }]]);
		expect(await moved({ 1: { id: null }, 2: WON })).toMatchObject([
			[2, { from: { id: 1, name: 'Talks' }, to: { id: 3, name: 'Won' } }],
		]);
		expect(await moved({ 1: TALKS })).toMatchObject([[1, { from: null, to: { id: 1 } }]]);
	});

	test.each(table<[string, IDataObject, IDataObject, string]>(tables.withoutStatus, tables.phases))(
		'one without a status is set aside for %s with what to do, unless phases are chosen',
		async (event, into, other, option) => {
			const moved = await running(event);
			const reason = expect.stringMatching(new RegExp(`no status.*${event}.*${option}`));
			expect(await moved({ 1: NO_STATUS, 2: into })).toMatchObject([
				[2, { type: event }],
				[1, { type: 'unreadable', reason }],
			]);
			for (const phase of [NO_STATUS, other, null])
				expect(await moved({ 2: phase })).toHaveLength(phase === NO_STATUS ? 1 : 0);
			expect(await moved({ 1: into })).toMatchObject([[1, { type: event }]]);
			const named = await running(event, { [`${event}Phases`]: [NO_STATUS.id] });
			expect(await named({ 1: NO_STATUS, 2: into })).toMatchObject([[1, { type: event }]]);
		},
	);
});

describe('Users', () => {
	test.each(['created', 'updated', 'won'])(
		'%s: only deals that these people are in charge of come, and take a place in a batch',
		async (event) => {
			const host = new Host({ event, filters: { users: [7] } }, { batchLimit: 1 });
			const write = (phase: IDataObject) => {
				for (const id of [1, 2, 3, 4]) host.write(id, { phase, user: { id: id === 4 ? 7 : 8 } });
			};
			if (event !== 'created') write(TALKS);
			await host.poll();
			host.pass(HOUR);
			write(WON);
			await host.tellsOnly([4]);
			await host.tellsOnly([]);
		},
	);

	test('may be names', async () => {
		const host = new Host({ event: 'created', filters: { users: ['Ann'] } });
		const users = ['Ann', 'Bob'].map((name, at) => ({ id: 7 + at, name }));
		host.answers = (request) =>
			request.path.endsWith('/users') ? listOf(users, request) : undefined;
		await host.poll();
		for (const user of users) host.write(user.id, { user });
		await host.tellsOnly([7]);
	});
});

describe('a test by hand', () => {
	test('finds a won deal behind many that are open, and shows no other', async () => {
		const host = new Host({ event: 'won' });
		host.deals = many(1_100, (at) => dealAt(at + 2, START - HOUR + at, { phase: TALKS }));
		host.write(1, { phase: WON }, START - 2 * HOUR);
		const shown = await host.test();
		expect(idsOf(shown)).toEqual([1]);
		expect(shown[0]!._event).not.toHaveProperty('sample');
	});

	test('shows a sample that is won where there is none', async () => {
		expect(await new Host({ event: 'won', output: 'raw' }).test()).toMatchObject([
			{ phase: { status: 2 }, _event: { type: 'won', sample: true } },
		]);
	});
});
