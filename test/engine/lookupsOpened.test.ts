/** What opening a form costs: the editor loads its lists side by side. */
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node.ts';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node.ts';
import { actionType, callMethod, triggerType } from '../support/harness';
import { askedOnOpening, shows } from './support/editorOpening';
import { startLookupFixture, type LookupFixture } from './support/lookupFixture';
import { byId } from './support/nodeFixture';

let fixture: LookupFixture;
beforeAll(async () => {
	fixture = await startLookupFixture();
	// More than one page of everything that custom fields and names are read from.
	const many = (row: (at: number) => IDataObject) =>
		Array.from({ length: 1_100 }, (_, at) => row(at));
	await fixture.write(
		'customer',
		many((at) => ({ name: `Customer ${at}` })),
	);
	await fixture.write(
		'contact',
		many((at) => ({ name: `Contact ${at}` })),
	);
	const deals = Object.values(await fixture.read('v2', '/deals?limit=1')).find(Array.isArray);
	const [sample] = deals as IDataObject[];
	await fixture.write(
		'deal',
		many((at) => ({ ...MINIMAL(sample!), name: `Deal ${at}` })),
	);
});
afterAll(async () => await fixture.close());

const MINIMAL = ({
	customer,
	dealType,
	phase,
	product,
	probability,
	channel,
	user,
}: IDataObject) => ({
	...{ customer, dealType, phase, product, probability, channel, user },
	expectedContractDate: '2026-12-24',
});

const NODES = {
	[actionType]: new SalesManagement(),
	[triggerType]: new SalesManagementTrigger(),
};
type NodeName = keyof typeof NODES;

const INTERFACES = {
	'a token alone': {
		authentication: 'personalToken',
		credentials: async () => await fixture.fresh(),
	},
	'a token and a v1 key': {
		authentication: 'personalToken',
		credentials: async () => await fixture.fresh({ v1: true }),
	},
	'a v1 key': { authentication: 'v1ApiKey', credentials: async () => await fixture.freshKey() },
} as const;
type Interface = keyof typeof INTERFACES;

/** The entries of a dropdown of the form at its top, as far as it shows them. */
const entriesOf = (
	properties: readonly INodeProperties[],
	name: string,
	entered: INodeParameters,
) =>
	properties
		.filter((each) => each.name === name)
		.filter(({ displayOptions: { show = {} } = {} }) =>
			Object.entries(show).every(([key, values]) =>
				(values as unknown[]).includes(entered[key.replace('/', '')]),
			),
		)
		.flatMap(({ options = [] }) => options)
		.flatMap((each) => ('value' in each ? [each] : []))
		.filter(({ displayOptions: { show = {} } = {} }) =>
			Object.entries(show).every(([key, values]) =>
				(values as unknown[]).includes(entered[key.replace('/', '')]),
			),
		)
		.map(({ value }) => String(value));

/** Every form of a node with an interface: what is chosen to see it. */
function formsOf(
	node: NodeName,
	authentication: string,
): Array<{ node: NodeName; chosen: INodeParameters }> {
	const { properties } = NODES[node].description;
	const what = node === triggerType ? 'event' : 'operation';
	return entriesOf(properties, 'resource', { authentication }).flatMap((resource) => {
		const chosen = { authentication, resource };
		return entriesOf(properties, what, chosen).map((each) => ({
			node,
			chosen: { ...chosen, [what]: each },
		}));
	});
}

/** What a person fills in that decides what else there is, in the order of the form. */
const FILLED: INodeParameters = {
	customObjectDefKey: 'ticket',
	dealType: byId(1),
	dealTypeId: byId(1),
	fieldsFrom: 'input',
	conditions: {
		values: [
			{ field: 'phaseId', operator: 'equals', value: '' },
			{ field: 'dealTypeId', operator: 'equals', value: '' },
			{ field: 'custom:deal_single_select:single_select', operator: 'equals', value: '' },
		],
	},
};
const WAYS: Readonly<Record<string, ReadonlyArray<keyof typeof FILLED>>> = {
	'with its defaults': [],
	'with a definition and a deal type': ['customObjectDefKey', 'dealType', 'dealTypeId'],
	'with a deal type named': ['customObjectDefKey', 'dealType', 'dealTypeId'],
	'from the input': ['customObjectDefKey', 'dealType', 'dealTypeId', 'fieldsFrom'],
	'with conditions': ['conditions'],
};
const BY_NAME = { __rl: true, mode: 'name', value: 'renewal' };

function filled(node: NodeName, chosen: INodeParameters, way: string): INodeParameters {
	let entered = chosen;
	for (const name of WAYS[way] ?? []) {
		if (!shows(NODES[node], entered, String(name))) continue;
		const isType = way === 'with a deal type named' && String(name).startsWith('dealType');
		entered = { ...entered, [name]: isType ? BY_NAME : FILLED[name] };
	}
	return entered;
}

/** The requests that the editor causes, each list asked for at once and with nothing remembered. */
async function opening(node: NodeName, parameters: INodeParameters, by: Interface) {
	const credentials = await INTERFACES[by].credentials();
	const asked = askedOnOpening(NODES[node], parameters);
	const paths = await fixture.requestsOf(async () => {
		const call = { type: node, parameters, credentials };
		await Promise.allSettled(asked.map(async (each) => await callMethod({ ...call, ...each })));
	});
	return { asked: asked.map(({ method }) => method), paths };
}

describe.each(Object.keys(INTERFACES) as Interface[])(
	'opening a form costs at most two requests, with %s',
	(by) => {
		const { authentication } = INTERFACES[by];
		const forms = (Object.keys(NODES) as NodeName[]).flatMap((node) =>
			formsOf(node, authentication),
		);

		test.each(Object.keys(WAYS))('every form %s', async (way) => {
			const dear: string[] = [];
			let loaded = 0;
			for (const { node, chosen } of forms) {
				const parameters = filled(node, chosen, way);
				if (way !== 'with its defaults' && parameters === chosen) continue;
				const { asked, paths } = await opening(node, parameters, by);
				loaded += asked.length;
				if (paths.length <= 2) continue;
				dear.push(`${JSON.stringify(chosen)}: ${paths.join(', ')}`);
			}
			expect(dear).toEqual([]);
			expect(loaded).toBeGreaterThan(0);
		});
	},
);

test.each(Object.keys(INTERFACES) as Interface[])(
	'a deal that is chosen for an update is asked for its type, and users are not listed then, with %s',
	async (by) => {
		const { authentication } = INTERFACES[by];
		const parameters = { authentication, resource: 'deal', operation: 'update', dealId: byId(1) };
		const { paths: none } = await opening(actionType, parameters, by);
		expect(none).toEqual([]);
		const { paths } = await opening(actionType, { ...parameters, fieldsFrom: 'custom' }, by);
		expect(paths).toHaveLength(2);
		expect(paths.filter((path) => path.endsWith('/deals/1'))).toHaveLength(1);
	},
);

test('the walk reaches every operation and event, and the lists in their forms', () => {
	const count = (node: NodeName) => formsOf(node, 'personalToken').length;
	expect(count(actionType)).toBeGreaterThan(60);
	expect(count(triggerType)).toBeGreaterThan(25);
	const methods = (chosen: INodeParameters) =>
		askedOnOpening(NODES[actionType], { authentication: 'personalToken', ...chosen }).map(
			({ method }) => method,
		);
	expect(
		methods({ resource: 'dealAction', operation: 'createMany', fieldsFrom: 'custom' }),
	).toEqual(['getActionFields']);
	expect(
		methods({ resource: 'deal', operation: 'search', conditions: FILLED.conditions ?? {} }),
	).toEqual(Array(3).fill(['getSearchFields', 'getSearchValues']).flat());
	expect(
		methods({ resource: 'dealAction', operation: 'create', additionalFields: { invitees: [] } }),
	).toEqual(['getUsers']);
});
