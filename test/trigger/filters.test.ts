/** Every record that the trigger watches × each filter, and related objects. */
import type { IDataObject } from 'n8n-workflow';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node';
import { FormView } from '../support/formView';
import { records, useTriggerFixture } from '../support/triggerFixture';

/** A filter, and what of the request holds it: a part of the query, decoded, or the path. */
type FilterRow = readonly [
	filter: string,
	given: IDataObject[string],
	sent: { readonly query: string } | { readonly path: string },
];

/** What is known of a watched record, stated apart from its description. */
interface Expected {
	/** Parameters without which there is no list. */
	readonly parameters?: IDataObject;
	/** The list's address in version 2 (S1). */
	readonly path: string;
	readonly filters: readonly FilterRow[];
	/** Filters that are not sent, since the list doesn't take them (v2 §4.6): each record is looked at. */
	readonly conditions?: readonly string[];
	/** Properties that hold related objects (v2 §2.4, §2.6, §2.7, §2.8). */
	readonly related?: readonly string[];
}

const word: FilterRow = ['searchWord', 'acme', { query: 'searchWord=acme' }];
const ofActions: readonly FilterRow[] = [
	['users', [1, 2], { query: 'users[][id]=1&users[][id]=2' }],
	['active', 'false', { query: 'active=false' }],
];
const pattern: FilterRow = ['pattern', 2, { query: 'pattern=2' }];

const WATCHED: Readonly<Record<string, Expected>> = {
	customer: { path: '/v2/customers', filters: [word], related: ['customObjects'] },
	deal: {
		path: '/v2/deals',
		filters: [word, ['dealTypeId', 2, { query: 'dealTypeId=2' }]],
		conditions: ['users'],
		related: ['customObjects'],
	},
	contact: {
		path: '/v2/contacts',
		filters: [word, ['phoneNumber', '03-1234', { query: 'phoneNumber=03-1234' }]],
		related: ['customObjects'],
	},
	customObject: {
		parameters: { customObjectDefKey: 'ticket' },
		path: '/v2/custom_object_defs/ticket/custom_objects',
		filters: [
			['equals', { values: [{ itemKey: 'priority', value: '7' }] }, { query: 'priority=7' }],
		],
		related: ['deals', 'customers', 'contacts'],
	},
	customerAction: {
		path: '/v2/customers/all/actions',
		filters: [...ofActions, pattern, ['customerId', '3', { path: '/v2/customers/3/actions' }]],
	},
	contactAction: {
		path: '/v2/contacts/all/actions',
		filters: [
			...[...ofActions, pattern],
			['dataType', 1, { query: 'dataType=1' }],
			['contactId', '3', { path: '/v2/contacts/3/actions' }],
		],
	},
	dealAction: {
		path: '/v2/actions',
		filters: [
			...ofActions,
			['dealId', '3', { query: 'dealId=3' }],
			['purpose', 1, { query: 'purpose=1' }],
		],
	},
};

const fixture = useTriggerFixture({ seed: 'small' });

const form = new FormView(new SalesManagementTrigger().description);
const shownFor = (name: string, resource: string) =>
	form.entries(name, { resource, authentication: 'personalToken', event: 'updated' });
const IDS = shownFor('resource', 'deal').map(({ value }) => String(value));
const expectationOf = (id: string) => WATCHED[id]!;

const watch = (resource: string, parameters: IDataObject = {}) =>
	fixture.watch({
		parameters: { resource, ...expectationOf(resource).parameters, ...parameters },
	});

/** The last list that was requested: its path, and its query as a person writes it. */
async function lastList() {
	const { path, query } = (await fixture.requests())
		.filter(({ method }) => method === 'GET')
		.at(-1)!;
	return { path, query: decodeURIComponent(query.replaceAll('+', ' ')).replace(/^\?/, '') };
}

test('every watched record has its row, and every row its record', () => {
	expect(Object.keys(WATCHED).sort()).toEqual([...IDS].sort());
});

describe.each(IDS)('%s', (id) => {
	const expected = WATCHED[id];

	test('each filter has its row', () => {
		const names = shownFor('filters', id).map(({ name }) => name);
		const { filters = [], conditions = [] } = expected ?? {};
		const known = [...filters.map(([filter]) => filter), ...conditions];
		expect(known.sort()).toEqual(names.sort());
	});

	test.each(expected?.filters ?? [])('filter %s is sent', async (filter, given, sent) => {
		await watch(id, { filters: { [filter]: given } }).activate();
		const { path, query } = await lastList();
		const wanted = { path: expectationOf(id).path, query: '', ...sent };
		expect(path).toBe(wanted.path);
		expect(`&${query}&`).toContain(wanted.query);
	});

	test('without filters the whole list is read, and no filter is sent', async () => {
		await watch(id).activate();
		const { path, query } = await lastList();
		expect(path).toBe(expectationOf(id).path);
		const keys = query.split('&').map((each) => each.split('=')[0]);
		expect(['sort', 'limit', 'updatedAtFrom']).toEqual(expect.arrayContaining(keys));
	});
});

describe('related objects', () => {
	const linked: Record<string, number> = {};
	beforeAll(async () => {
		for (const kind of ['deal', 'customer', 'contact']) {
			linked[kind] = (await fixture.write(kind, [{ name: 'linked' }]))[0]!;
		}
		const { deal, customer, contact } = linked;
		const links = {
			deals: [{ id: deal }],
			customers: [{ id: customer }],
			contacts: [{ id: contact }],
		};
		const row = { customObjectDefKey: 'ticket', subject: 'linked', ...links };
		linked.customObject = (await fixture.write('customObject', [row]))[0]!;
		await fixture.settle();
	});

	const having = IDS.filter((id) => WATCHED[id]?.related);

	test.each(having)('%s has them where they are asked for, and only there', async (id) => {
		const { related = [] } = expectationOf(id);
		const find = async (options: IDataObject, output: IDataObject = {}) => {
			const shown = records(await watch(id, { options, ...output }).manualTest());
			return shown.find((each) => each.id === linked[id])!;
		};
		const without = await find({});
		const whole = await find({ relatedObjects: true });
		for (const property of related) {
			expect(without).not.toHaveProperty(property);
			const other = property === 'customObjects' ? 'customObject' : property.slice(0, -1);
			expect(whole[property]).toEqual([expect.objectContaining({ id: linked[other] })]);
		}
		const simplified = await find({ relatedObjects: true }, { output: 'simplified' });
		for (const property of related) expect(simplified[property]).toEqual(whole[property]);
	});
});
