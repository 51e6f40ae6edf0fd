/** Every record that the trigger watches × each filter, and related objects. */
import type { IDataObject } from 'n8n-workflow';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node';
import { FormView } from '../support/formView';
import { records, startTriggerFixture, type TriggerFixture } from '../support/triggerFixture';
import { WATCHED } from './support/watchedRecords';

let fixture: TriggerFixture;
beforeAll(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
});
afterAll(async () => await fixture.close());

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
		expect(expected?.filters.map(({ filter }) => filter).sort()).toEqual(names.sort());
	});

	test.each(expected?.filters ?? [])(
		'filter $filter is sent',
		async ({ filter, given, ...sent }) => {
			await watch(id, { filters: { [filter]: given } }).activate();
			const { path, query } = await lastList();
			expect(path).toBe(sent.path ?? expectationOf(id).path);
			if (sent.query) expect(`&${query}&`).toContain(`&${sent.query}&`);
		},
	);

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

	const having = IDS.filter((id) => (WATCHED[id]?.related.length ?? 0) > 0);

	test.each(having)('%s has them where they are asked for, and only there', async (id) => {
		const { related } = expectationOf(id);
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
