/** Every record that the trigger watches × each filter, related objects, watched fields. */
import type { IDataObject } from 'n8n-workflow';
import { filtersOf, WATCHED_RECORDS } from '../../nodes/SalesManagement/trigger/watched';
import {
	events,
	records,
	startTriggerFixture,
	type TriggerFixture,
} from './support/triggerFixture';
import { WATCHED } from './support/watchedRecords';

let fixture: TriggerFixture;
beforeAll(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
});
afterAll(async () => await fixture.close());

const IDS = WATCHED_RECORDS.map(({ id }) => id);
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
		const record = WATCHED_RECORDS.find((each) => each.id === id)!;
		const names = filtersOf(record).map(({ name }) => name);
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

/** The forms in which the list of fields may come: typed, as JSON text, from an expression. */
const listForms: ReadonlyArray<[string, (fields: string[]) => unknown]> = [
	['text with spaces', (fields) => ` ${fields.join(' , ')} `],
	['JSON text', (fields) => JSON.stringify(fields)],
	['an array', (fields) => fields],
];

describe.each(IDS)('only when fields of %s change', (id) => {
	const { standard, custom, other, row } = expectationOf(id);
	const change = async (changes: IDataObject, of: number) => {
		await fixture.write(id, [{ ...row, ...changes, id: of }]);
		await fixture.settle();
	};

	test.each(listForms)('given as %s', async (_form, given) => {
		const all = { ...row, ...standard.write(1), ...custom.write(1) };
		const [first] = await fixture.write(id, [all]);
		const watched = first!;
		await fixture.settle();
		const record = records(await watch(id).manualTest()).find((each) => each.id === watched)!;
		const [standardPath, customPath] = [standard, custom].map(({ pathIn }) => pathIn(record));
		const trigger = (fields: string[]) =>
			watch(id, { event: 'updated', options: { fieldsToWatch: given(fields) as string } });
		const [ofStandard, ofCustom, ofBoth] = [
			trigger([standardPath!]),
			trigger([customPath!]),
			trigger(['no_such_field', customPath!, standardPath!]),
		];
		const polls = async () => [
			events(await ofStandard.poll()),
			events(await ofCustom.poll()),
			events(await ofBoth.poll()),
		];
		for (const each of [ofStandard, ofCustom, ofBoth]) expect(await each.activate()).toBeNull();
		const told = [['updated', watched]];

		await change(other, watched);
		expect(await polls()).toEqual([[], [], []]);
		await change(standard.write(2), watched);
		expect(await polls()).toEqual([told, [], told]);
		await change(custom.write(2), watched);
		expect(await polls()).toEqual([[], told, told]);
	});
});
