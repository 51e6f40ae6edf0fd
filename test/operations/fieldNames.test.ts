/** A field goes by the same names wherever one is given: one table, for every place that takes a name. */
import type { IDataObject } from 'n8n-workflow';
import { byId, startNodeFixture, type NodeFixture } from '../support/nodeFixture';
import { FROM_INPUT } from './support/names';

let fixture: NodeFixture;
let deals: IDataObject[];
beforeAll(async () => {
	fixture = await startNodeFixture();
	deals = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
});
afterAll(async () => await fixture.close());

/** What a field of deals may be called. */
const STANDARD: Readonly<Record<string, readonly string[]>> = {
	phase: ['phase', 'Phase', 'PHASE', 'phaseId', 'Phase ID', 'phase_id'],
	dealType: ['dealType', 'Deal Type', 'deal_type', 'deal type', 'dealTypeId', 'Deal-Type'],
	expectedContractDate: [
		'expectedContractDate',
		'Expected Contract Date',
		'expected_contract_date',
	],
	endPhaseReasons: ['endPhaseReasons', 'endPhaseReasonIds', 'End Reasons', 'end_reasons'],
};
const CUSTOM = [
	...['Key date', 'key date', 'keyDate', 'KEY_DATE', 'deal_date', 'deal-date'],
	...['dealCustoms.deal_date', 'custom:deal_date'],
];
const spellings = (...fields: string[]) =>
	fields.flatMap((field) => (STANDARD[field] ?? []).map((name): [string, string] => [name, field]));
const customs = CUSTOM.map((name): [string, string] => [name, 'custom:deal_date:date']);

const succeed = async (operation: string, parameters: IDataObject, input?: IDataObject[]) => {
	const { items, error } = await fixture.run(operation, { parameters, ...(input && { input }) });
	if (error) throw error;
	return items.map(({ json }) => json);
};

describe('a search', () => {
	const found = async (field: string) =>
		(
			await succeed('deal.search', {
				conditions: { values: [{ field, operator: 'isNotEmpty' }] },
				returnAll: true,
			})
		).map(({ id }) => id);

	test.each([...spellings('phase', 'dealType', 'expectedContractDate'), ...customs])(
		'%s is %s',
		async (name, field) => {
			const value = field === 'phase' || field === 'dealType' ? `${field}Id` : field;
			expect(await found(name)).toEqual(await found(value));
		},
	);
});

describe('Match By', () => {
	const matched = async (matchBy: string) =>
		(
			await succeed('customer.createOrUpdate', { ...FROM_INPUT, matchBy }, [
				{ name: 'Matched', telNo: '03-1234-5678', Remark: 'unheard of' },
			])
		).map(({ action }) => action);
	beforeAll(async () => {
		expect(await matched('telNo')).toEqual(['created']);
	});

	test.each([
		...['telNo', 'Phone Number', 'phone_number', 'tel_no'],
		...['Remark', 'customer_text', 'customerCustoms.customer_text', 'custom:customer_text'],
	])('%s', async (name) => {
		expect(await matched(name)).toEqual(['unchanged']);
	});
});

describe('a summary', () => {
	const groups = async (field: string) =>
		await succeed('deal.getMany', {
			...{ output: 'summary', returnAll: true },
			groupBy: { values: [{ field, unit: 'year' }] },
		});

	test.each([
		...spellings('phase', 'dealType', 'expectedContractDate', 'endPhaseReasons'),
		...customs,
	])('%s is %s', async (name, field) => {
		expect(await groups(name)).toEqual(await groups(field));
	});
});

describe('Output Fields', () => {
	const shown = async (name: string) =>
		(
			await succeed('deal.getMany', {
				...{ output: 'selectedFields', returnAll: true },
				outputFields: JSON.stringify([name]),
			})
		).map((item) => item[name] ?? null);
	const isId = (name: string) => /ids?$/i.test(name);

	test.each(spellings('phase', 'dealType', 'expectedContractDate', 'endPhaseReasons'))(
		'%s is %s',
		async (name, field) => {
			const idsIn = (value: unknown): unknown =>
				Array.isArray(value) ? value.map(idsIn).sort() : (value as IDataObject).id;
			const values = deals.map((deal) => (isId(name) ? idsIn(deal[field]) : deal[field]) ?? null);
			expect(await shown(name)).toEqual(values);
		},
	);
	test.each(customs)('%s', async (name) => {
		const values = await shown(name);
		expect(values.some((each) => each !== null)).toBe(true);
		expect(values).toEqual(await shown('Key date'));
	});
});

describe('a column', () => {
	const updated = async (column: string, value: string) =>
		(await succeed('deal.update', FROM_INPUT, [{ dealId: 1, [column]: value }]))[0]!;

	test.each([...spellings('phase', 'expectedContractDate')])('%s is %s', async (name, field) => {
		const value = field === 'phase' ? (deals[0]!.phase as IDataObject).id : '2026-12-24';
		const target = deals[0]!.id;
		const [deal] = await succeed('deal.update', FROM_INPUT, [{ dealId: target, [name]: value }]);
		expect(field === 'phase' ? (deal?.phase as IDataObject).id : deal?.[field]).toBe(value);
	});
	test.each(customs)('%s', async (name) => {
		expect(JSON.stringify(await updated(name, '2026-11-30T00:00:00Z'))).toContain('2026-11-30T');
	});
});

test.each([...(STANDARD.endPhaseReasons ?? []), 'END REASONS'])(
	'Fields to Clear takes %s',
	async (name) => {
		const { error } = await fixture.run('deal.update', {
			parameters: { dealId: byId(1), fieldsToClear: `={{ ["${name}"] }}` },
		});
		expect(error).toBeUndefined();
	},
);

test.each(['industry', 'Industry', 'industryId', 'Industry ID', 'Industry (Overriding)'])(
	'Fields to Clear of a customer takes %s',
	async (name) => {
		const { error } = await fixture.run('customer.update', {
			parameters: { customerId: byId(1), fieldsToClear: `={{ ["${name}"] }}` },
		});
		expect(error).toBeUndefined();
	},
);
