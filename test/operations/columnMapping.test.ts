/** Column Mapping and Column Options: what people set where the names of columns are not enough. */
import type { IDataObject } from 'n8n-workflow';
import stories from './columnMapping.json';
import { textOf } from '../../nodes/SalesManagement/shared';
import { useNodeFixture } from '../support/nodeFixture';
import { withFile } from './support/withFile';
import formats from './support/formats.json';
import { imported, ofTest } from './support/importing';
import { tell } from './support/stories';

tell(stories);

const map = (field: string, columns: string[], value = '') => ({ field, columns, value });

describe('files of deals', () => {
	const fixture = useNodeFixture();
	beforeAll(async () => {
		await fixture.write('customer', [{ name: 'Acme Deals' }]);
	});

	const CELLS: IDataObject = {
		...{ customer: 'Acme Deals', amount: '1200', expectedContractDate: '2026-12-24' },
	};
	const deals = formats.filter(({ kind }) => kind === 'deal');

	test.each(deals)(
		'$format: one look tells all, a mapping mends all',
		async ({ format, separator, header, expect: expected }) => {
			const fieldOf = (column: string) =>
				Object.entries(expected as IDataObject).find(([, name]) => name === column)?.[0];
			const rowOf = (row: number) =>
				header.map((column) => {
					const field = fieldOf(column);
					if (field === undefined)
						return /^(Deal Type|PROBABILITY|Probability)$/.test(column) ? `${column} ${row}` : '';
					if (field === 'name') return `${format} ${row}`;
					if (field === 'phase') return 'closedwon';
					if (field === 'user') return 'Sales Rep';
					return CELLS[field];
				});
			const file = withFile(
				[header, rowOf(1), rowOf(2)].map((cells) => cells.map(textOf).join(separator)).join('\n'),
			);
			const parameters = { matchBy: 'name', options: { dryRun: true } };
			const dry = await imported(fixture, 'deal.createOrUpdate', [file], { parameters });
			const { columns } = dry.summary as { columns: Record<string, IDataObject> };
			const lacking = ['Deal Type', 'Product', 'Channel'].filter((each) => !header.includes(each));
			expect(columns.missing).toEqual(expect.arrayContaining(lacking));
			expect(columns.filledBy).toMatchObject({ Name: [(expected as IDataObject).name] });
			const words = { Phase: ['closedwon'], ...('user' in expected && { User: ['Sales Rep'] }) };
			expect(columns.unknownNames).toMatchObject(words);
			expect((await imported(fixture, 'deal.createMany', [file])).said).toContain('closedwon');
		},
	);

	test('a reason for all rows goes only to deals whose phase is closed', async () => {
		const user = (await fixture.records('user.getMany', { parameters: { limit: 1 } }))[0]!.email;
		const rows = ['Qualified', 'Proposal', 'Lost', 'Won'].map(
			(phase) => `Reason ${phase},${phase},2026-12-24`,
		);
		const file = withFile(['Name,Phase,Close Date', ...rows].join('\n'));
		const values: IDataObject = {
			customer: 'Acme Deals',
			dealType: '1',
			product: '1',
			probability: '1',
			channel: '1',
		};
		const mapped = Object.entries({ ...values, user, reason: 'Imported' });
		const columnMapping = { values: mapped.map(([field, value]) => map(field, [], textOf(value))) };
		await imported(fixture, 'deal.createMany', [file], { parameters: { columnMapping } });
		const deals = await ofTest(fixture, 'deal', 'Reason ');
		expect(Object.fromEntries(deals.map(({ name, reason }) => [name, reason ?? null]))).toEqual({
			'Reason Qualified': null,
			'Reason Proposal': null,
			'Reason Lost': 'Imported',
			'Reason Won': 'Imported',
		});
	});
});
