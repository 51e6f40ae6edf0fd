/** Create or Update by this service's own ID, and by a second field: the way back of what was exported. */
import type { IDataObject } from 'n8n-workflow';
import stories from './matchById.json';
import { textOf } from '../../nodes/SalesManagement/shared';
import { useNodeFixture } from '../support/nodeFixture';
import { fromCsv, toCsv } from '../support/csv';
import { imported, NONE, one, writes } from './support/importing';
import { tell } from './support/stories';

const fixture = useNodeFixture({ seed: 'empty' });
tell(stories, fixture);

const BY_ID = { parameters: { matchBy: 'id' } };
const CUSTOMS = { text: 'kept', date: '2026-02-28', single_select: 3, user: [1, 2] };

async function writeDeals(names: readonly string[], more: IDataObject) {
	const [id] = await fixture.write('customer', [{ name: 'Exporting Works' }]);
	return await fixture.write(
		'deal',
		names.map((name, at) => ({
			...{ name, amount: 1250 + at, customer: { id }, ...more },
			dealCustoms: Object.entries(CUSTOMS).map(([type, value]) => ({
				...{ itemKey: `deal_${type}`, value },
			})),
		})),
	);
}

/** Deals as the node exports them, with cells as somebody edits the table. */
async function exported(edits: Readonly<Record<number, IDataObject>>, ids: number[]) {
	const { items } = await fixture.run('deal.getMany', { parameters: { output: 'file' } });
	const text = Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64').toString();
	const rows = fromCsv(text)
		.filter(({ id }) => ids.includes(Number(id)))
		.sort((a, b) => Number(a.id) - Number(b.id))
		.map((row, at) => ({ ...row, ...edits[at] }));
	const cells = rows.map((row) => Object.values(row).map(textOf));
	return toCsv(Object.keys(rows[0]!), cells);
}

test('a Simplified export, edited in a spreadsheet: exactly those rows and fields are written, and again none', async () => {
	const open = { phase: { id: 1 }, user: { id: 1 } };
	const ids = await writeDeals(
		Array.from({ length: 61 }, (_, at) => `Exported ${at}`),
		open,
	);
	const [otherId] = await fixture.write('deal', [{ phase: { id: 2 }, user: { id: 2 } }]);
	const { phase, user } = (await one(fixture, 'deal', otherId)) as Record<string, IDataObject>;
	const edits: Record<number, [cells: IDataObject, changed: IDataObject]> = {
		3: [{ amount: '25,000' }, { amount: 25_000 }],
		7: [{ phase: phase!.name }, { phase: phase! }],
		20: [{ user: user!.name }, { user: user! }],
		41: [{ expectedContractDate: '2027/1/5' }, { expectedContractDate: '2027-01-05' }],
		60: [{ Level: 'Gold' }, { deal_single_select: expect.anything() }],
	};
	const held = async () => await Promise.all(ids.map(async (id) => await one(fixture, 'deal', id)));
	const before = await held();
	const edited = Object.entries(edits).map(([at, [cells]]) => [at, cells]);
	const text = await exported(Object.fromEntries(edited) as Record<number, IDataObject>, ids);
	const first = await imported(fixture, 'deal.createOrUpdate', text, BY_ID);
	expect([first.said, first.summary]).toEqual([
		undefined,
		{ rows: 61, ...NONE, updated: 5, unchanged: 56 },
	]);
	const told = first.rows.filter(({ outcome }) => outcome === 'updated').map(({ id }) => id);
	expect(told).toEqual(Object.keys(edits).map((at) => textOf(ids[Number(at)])));
	const COMPUTED = ['updatedAt', 'phaseStayDays', 'totalProfit', 'deal_calculation'];
	/** The record's own values, each custom one by its key. */
	const valuesOf = ({ dealCustoms, ...record }: IDataObject): IDataObject => {
		const all = Object.entries({ ...record, ...(dealCustoms as IDataObject) });
		return Object.fromEntries(all.filter(([name]) => !COMPUTED.includes(name)));
	};
	for (const [at, record] of (await held()).entries()) {
		const [, changed] = edits[at] ?? [];
		expect(valuesOf(record)).toEqual({ ...valuesOf(before[at]!), ...changed });
		if (!changed) expect(record.updatedAt).toBe(before[at]!.updatedAt);
	}
	await fixture.requests();
	const again = await imported(fixture, 'deal.createOrUpdate', text, BY_ID);
	expect([again.said, again.summary]).toEqual([undefined, { rows: 61, ...NONE, unchanged: 61 }]);
	expect(await writes(fixture)).toEqual([]);
	expect(again.hints.join()).toContain('In 2 rows a name and the ID beside it differ');
});
