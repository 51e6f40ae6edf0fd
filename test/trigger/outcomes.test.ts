/** Won, Lost, Closed and Reopened: each deal's entry into such a phase, once (S6); Completed, the same of actions. */
import type { IDataObject } from 'n8n-workflow';
import { many } from '../support/many';
import { dealAt, Host, HOUR, idsOf, listOf, MINUTE, START } from './support/host';

const TALKS = { id: 1, name: 'Talks', status: 1 };
const OFFER = { id: 2, name: 'Offer', status: 1 };
const WON = { id: 3, name: 'Won', status: 2 };
const LOST = { id: 4, name: 'Lost', status: 3 };
const NO_STATUS = { id: 9, name: 'Old' };

/** What each poll tells of deal 1, which has been like this when the trigger began; before each poll it is changed. */
async function told(host: Host, first: IDataObject | undefined, changes: IDataObject[]) {
	if (first) host.write(1, first, START - HOUR);
	await host.poll();
	const types: unknown[] = [];
	for (const change of changes) {
		host.write(1, change);
		types.push((await host.next()).map(({ _event }) => _event.type).join());
	}
	return types;
}

test.each<[string, string, IDataObject, Array<IDataObject | undefined>, string[]]>([
	[
		'that becomes it, once, and again where it had left it',
		'won',
		{},
		[TALKS, OFFER, WON, WON, LOST, WON],
		['', 'won', '', '', 'won'],
	],
	['that is it already', 'won', {}, [WON, WON], ['']],
	[
		'that goes on to another of the chosen phases',
		'won',
		{ wonPhases: [2, 3] },
		[TALKS, OFFER, WON],
		['won', ''],
	],
	[
		'that becomes it, once, and again where it had left it',
		'lost',
		{},
		[TALKS, OFFER, LOST, LOST, TALKS, LOST],
		['', 'lost', '', '', 'lost'],
	],
	['that is it already', 'lost', {}, [LOST, LOST], ['']],
	[
		'that is won or lost, by its type, also from one to the other',
		'closed',
		{},
		[TALKS, WON, LOST, OFFER],
		['won', 'lost', ''],
	],
	['that is created as lost', 'closed', {}, [undefined, LOST], ['lost']],
	[
		'won by Won Phases where they are chosen, and lost by the status',
		'closed',
		{ wonPhases: [2] },
		[TALKS, OFFER, LOST],
		['won', 'lost'],
	],
	[
		'that had ended, however it had',
		'reopened',
		{},
		[WON, LOST, TALKS, OFFER],
		['', 'reopened', ''],
	],
	['that is created open', 'reopened', {}, [undefined, TALKS], ['']],
])('a deal %s: %s', async (_what, event, options, [first, ...phases], types) => {
	const host = new Host({ event }, options);
	const changes = phases.map((phase): IDataObject => ({ phase }));
	expect(await told(host, first && { phase: first }, changes)).toEqual(types);
});

test.each(['customerAction', 'contactAction', 'dealAction'])(
	'a %s that is completed, or is created so, once',
	async (resource) => {
		const host = () => new Host({ resource, event: 'completed' });
		const [open, completed] = [{ active: true }, { active: false }];
		const changes = [open, completed, completed, open, completed];
		expect(await told(host(), open, changes)).toEqual(['', 'completed', '', '', 'completed']);
		expect(await told(host(), undefined, [completed])).toEqual(['completed']);
		expect(await told(host(), completed, [completed])).toEqual(['']);
	},
);

test.each(['true', 'false'])(
	'Completed takes no notice of the filter Status: %s',
	async (active) => {
		const parameters = { resource: 'customerAction', event: 'completed', filters: { active } };
		const host = new Host(parameters);
		expect(await told(host, { active: true }, [{ active: false }])).toEqual(['completed']);
		expect(JSON.stringify(host.asked)).not.toContain('active');
		// The list would have been asked for it otherwise.
		const other = new Host({ ...parameters, event: 'updated' });
		await other.poll();
		expect(JSON.stringify(other.asked)).toContain('active');
	},
);

describe('phases', () => {
	/** A trigger that knows deals 1 and 2, both in talks. */
	async function running(event: string, options: IDataObject = {}) {
		const host = new Host({ event }, options);
		for (const id of [1, 2])
			host.write(id, { phase: TALKS, phaseStayDays: [TALKS] }, START - MINUTE);
		await host.poll();
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

	test.each([
		['won', WON, LOST, 'Won Phases'],
		['lost', LOST, WON, 'Lost Phases'],
	])(
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
			expect(idsOf(await host.next())).toEqual([4]);
			expect(await host.next()).toEqual([]);
		},
	);

	test('may be names', async () => {
		const host = new Host({ event: 'created', filters: { users: ['Ann'] } });
		const users = [7, 8].map((id) => ({ id, name: id === 7 ? 'Ann' : 'Bob' }));
		host.answers = (request) =>
			request.path.endsWith('/users') ? listOf(users, request) : undefined;
		await host.poll();
		for (const user of users) host.write(user.id, { user });
		expect(idsOf(await host.next())).toEqual([7]);
	});
});

describe('a test by hand', () => {
	test('finds a won deal behind many that are open, and shows no other', async () => {
		const host = new Host({ event: 'won' });
		host.deals = many(1_100, (at) => dealAt(at + 2, START - HOUR + at, { phase: TALKS }));
		host.write(1, { phase: WON }, START - 2 * HOUR);
		const [deal, ...others] = await host.test();
		expect([deal?.id, others]).toEqual([1, []]);
		expect(deal!._event).not.toHaveProperty('sample');
	});

	test('shows a sample that is won where there is none', async () => {
		expect(await new Host({ event: 'won', output: 'raw' }).test()).toMatchObject([
			{ phase: { status: 2 }, _event: { type: 'won', sample: true } },
		]);
	});
});
