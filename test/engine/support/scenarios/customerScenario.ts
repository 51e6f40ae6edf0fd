/** v2 §2.4, §4.4. */
import { byId } from '../nodeFixture';
import { customFieldScenarios } from './customFields';
import {
	associationField,
	valueField,
	referenceField,
	type ScenarioBuilder,
} from './recordScenario';
import { searchById, linkableCustomObjects } from './prerequisites';

export const customerScenario: ScenarioBuilder = async (fixture) => {
	const [parent = 0] = await fixture.write('customer', [{ name: 'Parent' }]);
	const roles = await fixture.write('role', [{ name: 'Owners' }, { name: 'Heirs' }]);
	const industries = await industriesOf(fixture);
	return {
		resource: 'customer',
		owner: {},
		idName: 'customerId',
		reference: 'ownerRoleId',
		readOptions: { includeRelatedObjects: true },
		fields: {
			name: valueField('name', 'Life & Sons', 'Life & Daughters'),
			address: valueField('address', '1 First Street', '2 Second Street'),
			telNo: valueField('telNo', '03-1111-2222', '03-3333-4444'),
			webUrl: valueField('webUrl', 'https://life.example', 'https://daughters.example'),
			// Not clearable; see the test of the exceptions.
			companyNum: {
				...valueField('companyNum', '1234567890123', '3210987654321'),
				changes: ['companyNum', 'company'],
			},
			employee: valueField('employee', 0, 12),
			capital: valueField('capital', 5_000_000, 0),
			closingMonth: valueField('closingMonth', 12, 3),
			establishYear: valueField('establishYear', 1999, 2001),
			industryId: referenceField('industry', industries[0], industries[1]),
			industry: {
				updated: { input: industries[2], expected: { industry: { id: industries[2]! } } },
				cleared: { industry: null },
				changes: ['industry'],
			},
			ownerRoleId: referenceField('ownerRole', roles[0], roles[1]),
			// Only in the create request; responses do not show it (v2 §2.4).
			parentId: { created: { input: byId(parent), expected: {} }, changes: [] },
			customObjects: associationField('customObjects', await linkableCustomObjects(fixture)),
		},
		customFields: await customFieldScenarios(
			fixture,
			'customerCustoms',
			await fixture.records('customerField.getMany', { authentication: 'v1ApiKey' }),
		),
		customFieldsProperty: ['customerCustoms'],
		findings: ({ id, name }) => [
			{ operation: 'customer.search', parameters: searchById(id as number) },
			{ operation: 'customer.getMany', parameters: { filters: { searchWord: name } } },
		],
	};
};

/** The industries in use: neither document lists them. */
export async function industriesOf(fixture: Parameters<ScenarioBuilder>[0]): Promise<number[]> {
	const customers = await fixture.records('customer.getMany', { parameters: { returnAll: true } });
	const ids = customers.flatMap(({ industry }) =>
		industry ? [(industry as { id: number }).id] : [],
	);
	return [...new Set(ids)].sort();
}
