/** The form of a summary, as n8n shows it. */
import '../../../support/patientRegex';
import { NodeHelpers, type INodeProperties } from 'n8n-workflow';
import { summaryControls } from '../../../../nodes/SalesManagement/operations/summary';
import { summaryFields } from '../../../../nodes/SalesManagement/operations/summary/choose';
import { customer } from '../../../../nodes/SalesManagement/records/customer';
import { customObject } from '../../../../nodes/SalesManagement/records/customObject';
import { deal } from '../../../../nodes/SalesManagement/records/deal';
import { RECORDS } from '../../../../nodes/SalesManagement/records';
import type { RecordDescription } from '../../../../nodes/SalesManagement/records/record';

const unitOf = (record: RecordDescription): INodeProperties => {
	const [{ values = [] } = {}] = summaryControls(record).fields.groupBy.form.options as Array<{
		values?: INodeProperties[];
	}>;
	return values.find(({ name }) => name === 'unit')!;
};
const isShown = (record: RecordDescription, field: string): boolean =>
	NodeHelpers.displayParameter({ field }, unitOf(record), null, null);

test.each([
	['createdAt', true],
	['expectedContractDate', true],
	['custom:deal_date:date', true],
	['phase', false],
	['name', false],
	['custom:deal_single_select:single_select', false],
	// A label, a key and an expression may mean a date.
	['Key date', true],
	['={{ $json.field }}', true],
])('beside %s the unit is shown: %s', (field, shown) => {
	expect(isShown(deal, field)).toBe(shown);
});

test('what looks like text in custom objects may be anything, since nobody tells their types', () => {
	expect(isShown(customObject, 'custom:weight:text')).toBe(true);
	expect(isShown(customer, 'custom:remark:text')).toBe(false);
});

test.each(RECORDS.map((each) => [each.id, each] as const))(
	'%s: each field is called by one name',
	(_, record) => {
		for (const version of ['v1', 'v2'] as const) {
			const names = summaryFields(record, version).map(({ name }) => name);
			expect(new Set(names).size).toBe(names.length);
		}
	},
);

test('the fields of a deal', () => {
	const kinds = summaryFields(deal, 'v2').map(({ name, kind }) => [name, kind]);
	expect(Object.fromEntries(kinds)).toMatchObject({
		...{ id: 'number', name: 'text', amount: 'number', totalCost: 'decimal', fromEmail: 'flag' },
		...{ expectedContractDate: 'day', createdAt: 'moment', phase: 'reference' },
		endPhaseReasons: 'several',
	});
	const names = kinds.map(([name]) => name);
	for (const none of ['dealProductDetails', 'phaseStayDays', 'customObjects', 'dealCustoms']) {
		expect(names).not.toContain(none);
	}
});
