/** Names in the trigger's form: what they mean is looked up once and kept, whatever they come to mean. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ROUTES, type OperationId } from '../../../nodes/SalesManagement/api/routes';
import type { Client } from '../../../nodes/SalesManagement/api/types';
import { namesOf } from '../../../nodes/SalesManagement/trigger/names';
import { TriggerHost, type AskedOfService } from '../support/triggerHost';

/** What a look-up needs of a client besides sending. */
const clientParts = () => ({
	version: 'v2',
	kind: 'personalToken',
	baseUrl: 'https://service.example/v2',
	fingerprint: 'a client of the test of names',
	route: (operation: OperationId) => ROUTES.v2[operation],
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Phase {
	readonly id: number;
	readonly name: string;
}

let tests = 0;

/** A service with deals of two types, whose phases a test renames and whose deals it moves. */
class Service {
	readonly types = [
		{ id: 1, name: 'New business' },
		{ id: 2, name: 'Renewal' },
	];
	phases: Phase[][] = [
		[
			{ id: 11, name: 'Open' },
			{ id: 12, name: 'Won' },
		],
		[
			{ id: 21, name: 'Open' },
			{ id: 22, name: 'Won' },
		],
	];
	/** Which phase each of four deals is in, by its place; two of each type. */
	private readonly at = [0, 0, 0, 0];
	private readonly changedAt = [0, 0, 0, 0];
	fails = false;
	host!: TriggerHost;
	private began = 0;

	begin(host: TriggerHost): void {
		this.host = host;
		this.began = host.now - 9 * HOUR;
	}

	move(deal: number, phase: number): void {
		this.at[deal - 1] = phase;
		this.changedAt[deal - 1] = this.host.now;
	}

	answer = ({ path, query }: AskedOfService) => {
		const isNames =
			query.updatedAtFrom === undefined && query.sort === undefined && query.limit !== 1;
		if (this.fails && isNames) return { statusCode: 403, body: { error: 'no' } };
		if (path !== '/v2/deals') return { statusCode: 404, body: { error: path } };
		const deals = this.at.map((phase, index) => {
			const type = index < 2 ? 0 : 1;
			const changed = this.changedAt[index] || this.began;
			return {
				id: index + 1,
				name: `Deal ${index + 1}`,
				dealType: this.types[type],
				phase: this.phases[type]?.[phase],
				phaseStayDays: this.phases[type],
				createdAt: new Date(this.began - 400 * DAY).toISOString(),
				updatedAt: new Date(changed).toISOString(),
			};
		});
		const wanted = deals
			.filter(({ dealType }) => [undefined, dealType?.id].includes(query.dealTypeId as number))
			.filter(({ updatedAt }) => updatedAt >= ((query.updatedAtFrom as string | undefined) ?? ''))
			.sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1));
		return { body: { deals: wanted, hasMore: false, nextCursor: null, totalCount: wanted.length } };
	};
}

function started(parameters: IDataObject) {
	const service = new Service();
	const host = new TriggerHost(service.answer, parameters);
	// What one test has read of the service is not remembered in the next.
	host.now += ++tests * 40 * DAY;
	service.begin(host);
	const poll = async () => {
		host.now += MINUTE;
		const before = host.asked.length;
		const items = (await host.poll()) ?? [];
		return {
			told: items.map(({ json }) => [(json._event as IDataObject).type, json.id]),
			requests: host.asked.length - before,
		};
	};
	return { service, host, poll };
}

const won = (wonPhases: unknown, rest: IDataObject = {}) =>
	started({ event: 'won', options: { wonPhases }, ...rest });

test('a phase by its name means those of all deal types', async () => {
	const { service, host, poll } = won('won');
	await poll();
	host.now += MINUTE;
	service.move(1, 1);
	service.move(3, 1);
	host.now += MINUTE;
	expect((await poll()).told).toEqual([
		['won', 1],
		['won', 3],
	]);
});

test('… or of the deal type that is chosen, by its name as well', async () => {
	const { service, host, poll } = won(['Won'], { filters: { dealTypeId: 'renewal' } });
	await poll();
	host.now += MINUTE;
	service.move(1, 1);
	service.move(3, 1);
	host.now += MINUTE;
	expect((await poll()).told).toEqual([['won', 3]]);
	expect(host.asked.at(-1)?.query.dealTypeId).toBe(2);
});

test('Entered Phases and Lost Phases take names, too', async () => {
	for (const [event, option] of [
		['lost', 'lostPhases'],
		['phaseChanged', 'enteredPhases'],
	] as const) {
		const { service, host, poll } = started({ event, options: { [option]: ['Won', 21] } });
		await poll();
		host.now += MINUTE;
		service.move(2, 1);
		host.now += MINUTE;
		expect((await poll()).told).toEqual([[event, 2]]);
	}
});

describe('what it costs', () => {
	test('a poll that finds nothing is one request; names are looked up once a day', async () => {
		const { host, poll } = won('Won', { filters: { dealTypeId: 'Renewal' } });
		await poll();
		for (const pass of [MINUTE, MINUTE, HOUR, 12 * HOUR, 10 * HOUR]) {
			host.now += pass;
			expect((await poll()).requests).toBe(1);
		}
		host.now += 2 * HOUR;
		expect((await poll()).requests).toBeGreaterThan(1);
		host.now += HOUR;
		expect((await poll()).requests).toBe(1);
	});

	test('after a restart nothing is looked up again that n8n has saved', async () => {
		const { host, poll } = won('Won');
		await poll();
		host.forget();
		expect((await poll()).requests).toBe(1);
	});

	test('without names nothing is looked up or kept', async () => {
		const { host, poll } = won([12]);
		await poll();
		expect(JSON.stringify(host.state)).not.toContain('names');
		host.now += 2 * DAY;
		expect((await poll()).requests).toBe(1);
	});

	test('a name that is removed is forgotten', async () => {
		const { host, poll } = won('Won');
		await poll();
		expect(host.state).toHaveProperty('names');
		host.parameters.options = { wonPhases: [12, 22] };
		await poll();
		expect(host.state).not.toHaveProperty('names');
	});

	test('look-ups wait no longer than the poll may', async () => {
		const waits = { maxWaitMs: 7_000, timeLeftMs: 9_000 };
		const sent: unknown[] = [];
		const send = async (_request: unknown, options: unknown) => {
			sent.push(options);
			return await Promise.resolve({ status: 200, body: { customers: [{ id: 5, name: 'Acme' }] } });
		};
		const client = { ...clientParts(), send } as unknown as Client;
		const parameters: IDataObject = {
			...{ resource: 'customerAction', event: 'created', authentication: 'personalToken' },
			filters: { customerId: { __rl: true, mode: 'name', value: 'Acme' } },
		};
		const context = {
			getNodeParameter: (name: string) => parameters[name],
			getTimezone: () => 'UTC',
			getMode: () => 'trigger',
			getWorkflowStaticData: () => ({}),
		} as unknown as IPollFunctions;
		await namesOf({ context, client, budget: { waits } });
		expect(sent.length).toBeGreaterThan(0);
		for (const options of sent) expect(options).toMatchObject(waits);
	});
});

/** A deal of phase 12 changes, and another enters it. */
async function goesOn({ service, host, poll }: ReturnType<typeof started>) {
	host.warnings.length = 0;
	host.now += MINUTE;
	service.move(2, 1);
	host.now += MINUTE;
	const { told } = await poll();
	return { told, said: [...host.warnings] };
}

async function withOneWon(wonPhases: unknown, rest?: IDataObject) {
	const trigger = won(wonPhases, rest);
	await trigger.poll();
	trigger.host.now += MINUTE;
	trigger.service.move(1, 1);
	trigger.host.now += MINUTE;
	expect((await trigger.poll()).told).toEqual([['won', 1]]);
	return trigger;
}

describe('what never moves a trigger', () => {
	const renamed = (name: string): Phase[][] => [
		[
			{ id: 11, name: 'Open' },
			{ id: 12, name },
		],
		[
			{ id: 21, name: 'Open' },
			{ id: 22, name },
		],
	];

	test('a rename in the service: the last known meaning is kept, and the log says so', async () => {
		const trigger = await withOneWon('Won');
		trigger.service.phases = renamed('Closed');
		trigger.host.now += 2 * DAY;
		trigger.service.move(1, 1);
		const { told, said } = await goesOn(trigger);
		expect(told).toEqual([['won', 2]]);
		expect(said.filter((each) => each.includes('Won'))).toEqual([
			expect.stringMatching(/keeps what "Won" in Won Phases meant before \(12, 22\).*Closed/),
		]);
		trigger.host.forget();
		expect((await goesOn(trigger)).said).toEqual([]);
	});

	test('a name that comes to mean something else', async () => {
		const trigger = await withOneWon('Won');
		trigger.service.phases = [
			[
				{ id: 11, name: 'Won' },
				{ id: 12, name: 'Closed' },
			],
			[
				{ id: 21, name: 'Open' },
				{ id: 22, name: 'Won' },
			],
		];
		trigger.host.now += 2 * DAY;
		const { told, said } = await goesOn(trigger);
		expect(told).toEqual([['won', 2]]);
		expect(said).toEqual([expect.stringMatching(/keeps what "Won".*\(12, 22\).*now means 11, 22/)]);
	});

	test('a list that can’t be read', async () => {
		const trigger = await withOneWon('Won');
		trigger.service.fails = true;
		trigger.host.now += 2 * DAY;
		const { told, said } = await goesOn(trigger);
		expect(told).toEqual([['won', 2]]);
		expect(said).toEqual([expect.stringMatching(/keeps what "Won".*HTTP 403/)]);
	});

	test.each<[unknown, unknown]>([
		['Won', [12, 22]],
		[[22, 12], 'Won'],
		['Won', 'WON'],
		[['Won'], '12, Won'],
	])('from %j to %j', async (before, after) => {
		const trigger = await withOneWon(before);
		trigger.host.parameters.options = { wonPhases: after };
		expect(await goesOn(trigger)).toEqual({ told: [['won', 2]], said: [] });
	});

	test('a deal type by its name, then by its ID', async () => {
		const trigger = await withOneWon('Won', { filters: { dealTypeId: 'New business' } });
		trigger.host.parameters.filters = { dealTypeId: 1 };
		expect(await goesOn(trigger)).toEqual({ told: [['won', 2]], said: [] });
	});

	test('another ID begins anew, as ever', async () => {
		const trigger = await withOneWon('Won', { filters: { dealTypeId: 'New business' } });
		trigger.host.parameters.filters = { dealTypeId: 'Renewal' };
		expect((await goesOn(trigger)).said).toEqual([expect.stringContaining('the filters')]);
	});
});

describe('a name that was never found', () => {
	test('fails the poll with what there is', async () => {
		const { poll } = won('Wonn');
		await expect(poll()).rejects.toThrow(
			/^Won Phases is "Wonn", which is no name in its list: it knows .*Won/,
		);
	});

	test('is found once it is right', async () => {
		const { host, poll } = won('Wonn');
		await expect(poll()).rejects.toThrow('Wonn');
		host.parameters.options = { wonPhases: 'Won' };
		expect((await poll()).told).toEqual([]);
	});
});

test('a manual test resolves names, and saves nothing', async () => {
	const { host } = won('Won', { filters: { dealTypeId: 'Renewal' } });
	host.mode = 'manual';
	const items = await host.poll();
	expect(items).not.toBeNull();
	expect(host.state).toEqual({});
	expect(host.asked.some(({ query }) => query.dealTypeId === 2)).toBe(true);
});

test('more names than can be remembered are refused', async () => {
	const { service, host, poll } = started({});
	service.phases = [
		Array.from({ length: 150 }, (_, at) => ({ id: 100 + at, name: `P ${at}x` })),
		[],
	];
	const all = service.phases[0]?.map(({ name }) => name) ?? [];
	Object.assign(host.parameters, { event: 'won', options: { wonPhases: all } });
	await expect(poll()).rejects.toThrow(/names.*give IDs/);
	host.parameters.options = { wonPhases: all.slice(0, 30) };
	await poll();
	expect(JSON.stringify(host.state.names).length).toBeLessThanOrEqual(2_000);
});

test.each([{ names: 7 }, { names: { x: ['?'] } }, { names: [] }])(
	'a damaged memory is none: %j',
	async (state) => {
		const { host, poll } = won('Won');
		Object.assign(host.state, state);
		expect((await poll()).told).toEqual([]);
	},
);
