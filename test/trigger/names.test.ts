/** Names in the trigger's form: what they mean is looked up once and kept, whatever they come to mean. */
import type { IDataObject } from 'n8n-workflow';
import tables from './names.json';
import { table } from '../support/table';
import {
	DAY,
	dealAt,
	eventsOf,
	HOUR,
	Host,
	iso,
	listOf,
	MINUTE,
	START,
	type Asked,
} from './support/host';

/** Of each of the two deal types. */
const phasesCalled = (...names: [string, string]) =>
	[10, 20].map((type) => names.map((name, at) => ({ id: type + at + 1, name })));
const TYPES = ['New business', 'Renewal'].map((name, at) => ({ id: at + 1, name }));

/** Four deals, two of each of two types, whose phases a test renames and which it moves. */
class Service {
	phases = phasesCalled('Open', 'Won');
	private readonly deals = [0, 0, 1, 1].map((type) => ({ type, phase: 0, at: START - 9 * HOUR }));
	fails = false;
	readonly host: Host;

	constructor(parameters: IDataObject, options: IDataObject = {}) {
		this.host = new Host(parameters, options);
		this.host.answers = (request) => this.answer(request);
	}

	/** What is told once this deal is in its type's second phase. */
	async won(id: number) {
		this.host.pass(MINUTE);
		Object.assign(this.deals[id - 1]!, { phase: 1, at: this.host.now });
		return eventsOf(await this.host.next());
	}

	private answer(request: Asked) {
		const { query } = request;
		const isNames = query.updatedAtFrom === undefined && !query.sort && query.limit !== 1;
		if (this.fails && isNames) return { statusCode: 403, body: { error: 'no' } };
		const createdAt = iso(START - 400 * DAY);
		const deals = this.deals.map(({ type, phase, at }, place) => {
			const phases = this.phases[type]!;
			const rest = { dealType: TYPES[type]!, phase: phases[phase]!, phaseStayDays: phases };
			return dealAt(place + 1, at, { createdAt, ...rest });
		});
		const isOf = ({ dealType }: IDataObject) =>
			[undefined, (dealType as IDataObject).id].includes(query.dealTypeId);
		return listOf(deals.filter(isOf), request);
	}
}

const watching = (wonPhases: unknown, dealTypeId?: unknown) => {
	const filters = dealTypeId === undefined ? {} : { dealTypeId };
	return new Service({ event: 'won', filters }, { wonPhases } as IDataObject);
};

test.each(table<[string, IDataObject, IDataObject, unknown[]]>(tables.mean))(
	'%s',
	async (_what, parameters, options, ids) => {
		const service = new Service(parameters, options);
		await service.host.poll();
		const told = [...(await service.won(1)), ...(await service.won(3))];
		expect(told).toEqual(ids.map((id) => [parameters.event, id]));
	},
);

test('an idle poll stays one request: a name is looked up once, and not again after a restart', async () => {
	const { host } = watching('Won', 'Renewal');
	await host.poll();
	for (const pass of [MINUTE, 2 * DAY]) {
		expect(await host.requestsOf(host.next(pass))).toBe(1);
		host.restart();
	}
	host.options.wonPhases = 'Open';
	expect(await host.requestsOf(host.next())).toBeGreaterThan(1);
});

describe('a trigger goes on, whatever becomes of a name', () => {
	/** Deal 1 was won; deal 2 is told, and nothing said, once it is won as well. */
	async function goesOn(service: Service, change: () => void, pass = 2 * DAY) {
		await service.host.poll();
		expect(await service.won(1)).toEqual([['won', 1]]);
		change();
		service.host.pass(pass);
		expect(await service.won(2)).toEqual([['won', 2]]);
		service.host.saysOnly();
	}

	test.each<[string, Partial<Service>]>([
		['a rename', { phases: phasesCalled('Open', 'Closed') }],
		['another meaning', { phases: phasesCalled('Won', 'Closed') }],
		['a list that can’t be read', { fails: true }],
	])('%s: with what it meant', async (_what, change) => {
		const service = watching('Won');
		await goesOn(service, () => Object.assign(service, change));
	});

	test.each(table<[unknown, unknown]>(tables.become))(
		'%j that becomes %j',
		async (before, after) => {
			const service = watching(before);
			await goesOn(service, () => Object.assign(service.host.options, { wonPhases: after }), 0);
		},
	);

	test('a deal type by its name that becomes its ID', async () => {
		const service = watching('Won', 'New business');
		await goesOn(service, () => (service.host.parameters.filters = { dealTypeId: 1 }), 0);
	});

	test('a rename, and then another filter than the deal type', async () => {
		const service = watching('Won', 1);
		await goesOn(service, () => {
			service.phases = phasesCalled('Won', 'Closed');
			service.host.parameters.filters = { dealTypeId: 1, searchWord: 'deal' };
		});
	});

	test('a damaged meaning: it is looked up again', async () => {
		const service = watching('Won');
		await goesOn(service, () => {
			const [name = ''] = Object.keys(service.host.state.names as IDataObject);
			service.host.state.names = { [name]: ['x'] };
		});
	});
});

test('a name that was never found fails the poll with what there is, until it is right', async () => {
	const { host } = watching('Wonn');
	await expect(host.poll()).rejects.toThrow(
		/^Won Phases is "Wonn", which is no name in its list: it knows .*Won/,
	);
	host.options.wonPhases = 'Won';
	await host.tellsOnly([], 0);
});

test('a test resolves names', async () => {
	const { host } = watching('Won', 'Renewal');
	expect(await host.test()).toHaveLength(1);
	expect(host.asked.some(({ query }) => query.dealTypeId === 2)).toBe(true);
});
