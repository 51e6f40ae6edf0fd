/** v2 §2.4, §4.4. */
import { byId } from '../nodeFixture';
import { customsOf } from './customFields';
import { linked, plain, refers, type LifeOf } from './recordScenario';
import { idIs, linkable } from './prerequisites';

export const customerLife: LifeOf = async (kit) => {
	const [parent = 0] = await kit.write('customer', [{ name: 'Parent' }]);
	const roles = await kit.write('role', [{ name: 'Owners' }, { name: 'Heirs' }]);
	const industries = await industriesOf(kit);
	return {
		resource: 'customer',
		owner: {},
		idName: 'customerId',
		reference: 'ownerRoleId',
		readOptions: { includeRelatedObjects: true },
		story: {
			name: plain('name', 'Life & Sons', 'Life & Daughters'),
			address: plain('address', '1 First Street', '2 Second Street'),
			telNo: plain('telNo', '03-1111-2222', '03-3333-4444'),
			webUrl: plain('webUrl', 'https://life.example', 'https://daughters.example'),
			// Not clearable; see the test of the exceptions.
			companyNum: {
				...plain('companyNum', '1234567890123', '3210987654321'),
				changes: ['companyNum', 'company'],
			},
			employee: plain('employee', 0, 12),
			capital: plain('capital', 5_000_000, 0),
			closingMonth: plain('closingMonth', 12, 3),
			establishYear: plain('establishYear', 1999, 2001),
			industryId: refers('industry', industries[0], industries[1]),
			industry: {
				updated: { enter: industries[2], shows: { industry: { id: industries[2]! } } },
				changes: ['industry'],
			},
			ownerRoleId: refers('ownerRole', roles[0], roles[1]),
			// Only in the create request; responses do not show it (v2 §2.4).
			parentId: { created: { enter: byId(parent), shows: {} }, changes: [] },
			customObjects: linked('customObjects', await linkable(kit)),
		},
		customs: await customsOf(
			kit,
			'customerCustoms',
			await kit.records('customerField.getMany', { authentication: 'v1ApiKey' }),
		),
		customsIn: ['customerCustoms'],
		found: ({ id, name }) => [
			{ operation: 'customer.search', parameters: idIs(id as number) },
			{ operation: 'customer.getMany', parameters: { filters: { searchWord: name } } },
		],
	};
};

/** The industries in use: neither document lists them. */
export async function industriesOf(kit: Parameters<LifeOf>[0]): Promise<number[]> {
	const customers = await kit.records('customer.getMany', { parameters: { returnAll: true } });
	const ids = customers.flatMap(({ industry }) =>
		industry ? [(industry as { id: number }).id] : [],
	);
	return [...new Set(ids)].sort();
}
