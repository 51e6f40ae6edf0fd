/** The form of a summary, as n8n shows it. */
import '../../../support/patientRegex';
import { NodeHelpers, type INodeProperties } from 'n8n-workflow';
import { summaryControls } from '../../../../nodes/SalesManagement/operations/summary/form';
import { summaryFields } from '../../../../nodes/SalesManagement/operations/summary/choose';
import { deal } from '../../../../nodes/SalesManagement/records/deal';
import { RECORDS } from '../../../../nodes/SalesManagement/records';

const unit = (summaryControls.fields.groupBy.form.options as Array<{ values?: INodeProperties[] }>)
	.flatMap(({ values = [] }) => values)
	.find(({ name }) => name === 'unit')!;
const isShown = (field: string): boolean =>
	NodeHelpers.displayParameter({ field }, unit, null, null);

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
	expect(isShown(field)).toBe(shown);
});

test('a custom field of text may be a date, since nobody tells the types of custom objects', () => {
	expect(isShown('custom:weight:text')).toBe(true);
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
