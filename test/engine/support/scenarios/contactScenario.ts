/** v2 §2.7, §4.9. */
import { byId } from '../nodeFixture';
import { customFieldScenarios } from './customFields';
import {
	associationField,
	valueField,
	referenceField,
	type FieldScenario,
	type ScenarioBuilder,
} from './recordScenario';
import { searchById, linkableCustomObjects } from './prerequisites';

const customer = (first: number, second: number): FieldScenario => ({
	...referenceField('customer', first, second),
	created: { input: byId(first), expected: { customer: { id: first } } },
});

/** The documents show no request form: stages are entered as they are in a contact (v2 §2.7). */
const lifecycleStages = (first: number, second: number): FieldScenario => {
	const entry = (id: number) => {
		const stages = [{ lifecycleStageTypeId: 1, id }];
		return { input: JSON.stringify(stages), expected: { lifecycleStages: stages } };
	};
	return {
		created: entry(first),
		updated: entry(second),
		cleared: { lifecycleStages: [] },
		changes: ['lifecycleStages'],
	};
};

export const contactScenario: ScenarioBuilder = async (fixture) => {
	const [first = 0, second = 0] = await fixture.write('customer', [
		{ name: 'One' },
		{ name: 'Two' },
	]);
	return {
		resource: 'contact',
		owner: {},
		idName: 'contactId',
		reference: 'customer',
		readOptions: { includeRelatedObjects: true },
		fields: {
			name: valueField('name', 'Nathan Life', 'Nathan Lifetime'),
			email: valueField('email', 'nathan@life.example', 'nathan@lifetime.example'),
			tel: valueField('tel', '03-1111-0000', '03-2222-0000'),
			mobileTel: valueField('mobileTel', '090-1111-0000', '090-2222-0000'),
			address: valueField('address', '1 First Street', '2 Second Street'),
			dept: valueField('dept', 'Purchasing', 'Sales'),
			position: valueField('position', 'Clerk', 'Manager'),
			memo: valueField('memo', 'Line one\nline two', 'Other'),
			customer: customer(first, second),
			lifecycleStages: lifecycleStages(101, 102),
			customObjects: associationField('customObjects', await linkableCustomObjects(fixture)),
		},
		customFields: await customFieldScenarios(
			fixture,
			'contactCustoms',
			await fixture.records('contactField.getMany', { authentication: 'v1ApiKey' }),
		),
		customFieldsProperty: ['contactCustoms'],
		findings: ({ id, name }) => [
			{ operation: 'contact.search', parameters: searchById(id as number) },
			{ operation: 'contact.getMany', parameters: { filters: { searchWord: name } } },
		],
	};
};
