/** Names in the trigger's form: what they mean is looked up once and kept, whatever they come to mean. */
import type { IDataObject } from 'n8n-workflow';
import { DAY, eventsOf, HOUR, Host, iso, MINUTE, START, type Asked } from './support/host';

/** Of each of the two deal types. */
const phasesCalled = (first: string, second: string) =>
	[10, 20].map((type) => [[type + 1, first] as const, [type + 2, second] as const]);

/** Four deals, two of each of two types, whose phases a test renames and which it moves. */
class Service {
	phases = phasesCalled('Open', 'Won');
	private readonly deals = [0, 0, 1, 1].map((type) => ({ type, phase: 0, at: START - 9 * HOUR }));
	fails = false;
	readonly host: Host;

	constructor(parameters: IDataObject, options: IDataObject = {}) {
		this.host = new Host(parameters, options);
		this.host.answers = this.answer;
	}

	/** What is told once this deal is in its type's second phase, or in the one given. */
	async moved(id: number, phase = 1) {
		this.host.pass(MINUTE);
		Object.assign(this.deals[id - 1]!, { phase, at: this.host.now });
		return eventsOf(await this.host.next());
	}

	private answer = ({ query }: Asked) => {
		const isNames = query.updatedAtFrom === undefined && !query.sort && query.limit !== 1;
		if (this.fails && isNames) return { statusCode: 403, body: { error: 'no' } };
		const deals = this.deals
			.map(({ type, phase, at }, place) => {
				const phases = this.phases[type]!.map(([id, name]) => ({ id, name }));
				return {
					...{
						id: place + 1,
						name: 'A deal',
						createdAt: iso(START - 400 * DAY),
						updatedAt: iso(at),
					},
					dealType: [
						{ id: 1, name: 'New business' },
						{ id: 2, name: 'Renewal' },
					][type]!,
					...{ phase: phases[phase], phaseStayDays: phases },
				};
			})
			.filter(({ dealType }) => [undefined, dealType.id].includes(query.dealTypeId as number))
			.filter(({ updatedAt }) => updatedAt >= ((query.updatedAtFrom as string | undefined) ?? ''))
			.sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1));
		return { body: { deals, hasMore: false, nextCursor: null, totalCount: deals.length } };
	};
}

const won = (wonPhases: unknown, dealTypeId?: unknown) =>
	new Service({ event: 'won', ...(dealTypeId !== undefined && { filters: { dealTypeId } }) }, {
		wonPhases,
	} as IDataObject);

test.each<[string, IDataObject, IDataObject, unknown[]]>([
	['Won Phases, of all deal types', { event: 'won' }, { wonPhases: 'won' }, [1, 3]],
	[
		'Won Phases, of a type by its name',
		{ event: 'won', filters: { dealTypeId: 'renewal' } },
		{ wonPhases: ['Won'] },
		[3],
	],
	[
		'Won Phases beside another option',
		{ event: 'won' },
		{ wonPhases: 'won', batchLimit: 9 },
		[1, 3],
	],
	['Lost Phases', { event: 'lost' }, { lostPhases: ['Won', 21] }, [1]],
	['Entered Phases', { event: 'phaseChanged' }, { enteredPhases: ['Won', 21] }, [1, 3]],
])('%s', async (_what, parameters, options, ids) => {
	const service = new Service(parameters, options);
	await service.host.poll();
	const told = [...(await service.moved(1)), ...(await service.moved(3))];
	expect(told).toEqual(ids.map((id) => [parameters.event, id]));
});

test('an idle poll stays one request: a name is looked up once, and not again after a restart', async () => {
	const { host } = won('Won', 'Renewal');
	await host.poll();
	for (const pass of [MINUTE, 2 * DAY]) {
		expect(await host.requestsOf(host.next(pass))).toBe(1);
		host.restart();
	}
	host.options.wonPhases = 'Open';
	expect(await host.requestsOf(host.next())).toBeGreaterThan(1);
});

describe('nothing moves a trigger', () => {
	/** Deal 1 was won; what is told, and said, once deal 2 is won as well. */
	async function afterwards(service: Service, change: (service: Service) => void, pass = 2 * DAY) {
		await service.host.poll();
		expect(await service.moved(1)).toEqual([['won', 1]]);
		change(service);
		service.host.pass(pass);
		service.host.said();
		return [await service.moved(2), service.host.said()];
	}
	const goesOn = [['won', 2]];
	test.each<[string, (service: Service) => void]>([
		['a rename', (service) => (service.phases = phasesCalled('Open', 'Closed'))],
		['another meaning', (service) => (service.phases = phasesCalled('Won', 'Closed'))],
		['a list that can’t be read', (service) => (service.fails = true)],
	])('%s: it goes on with what the name meant', async (_what, change) => {
		const service = won('Won');
		expect(await afterwards(service, change)).toEqual([goesOn, []]);
	});

	test.each<[unknown, unknown]>([
		['Won', [12, 22]],
		[[22, 12], 'Won'],
		['Won', 'WON'],
		[['Won'], '12, Won'],
	])('%j that becomes %j', async (before, after) => {
		const change = ({ host }: Service) => (host.options.wonPhases = after as IDataObject);
		expect(await afterwards(won(before), change, 0)).toEqual([goesOn, []]);
	});

	test('a rename, and then another filter than the deal type', async () => {
		const change = ({ host, ...service }: Service) => {
			Object.assign(service.phases, phasesCalled('Won', 'Closed'));
			host.parameters.filters = { dealTypeId: 1, searchWord: 'deal' };
		};
		expect(await afterwards(won('Won', 1), change)).toEqual([goesOn, []]);
	});

	test('a damaged meaning: it is looked up again', async () => {
		const change = ({ host }: Service) => {
			const names = host.state.names as IDataObject;
			host.state.names = Object.fromEntries(Object.keys(names).map((name) => [name, ['x']]));
		};
		expect(await afterwards(won('Won'), change)).toEqual([goesOn, []]);
	});

	test('a deal type by its name that becomes its ID', async () => {
		const service = won('Won', 'New business');
		const become = (dealTypeId: unknown) => () =>
			void (service.host.parameters.filters = { dealTypeId } as IDataObject);
		expect(await afterwards(service, become(1), 0)).toEqual([goesOn, []]);
	});
});

test('a name that was never found fails the poll with what there is, until it is right', async () => {
	const { host } = won('Wonn');
	await expect(host.poll()).rejects.toThrow(
		/^Won Phases is "Wonn", which is no name in its list: it knows .*Won/,
	);
	host.options.wonPhases = 'Won';
	expect(await host.poll()).toEqual([]);
});

test('a test resolves names', async () => {
	const { host } = won('Won', 'Renewal');
	expect(await host.test()).toHaveLength(1);
	expect(host.asked.some(({ query }) => query.dealTypeId === 2)).toBe(true);
});
