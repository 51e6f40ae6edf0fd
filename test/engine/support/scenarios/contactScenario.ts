/** v2 §2.7, §4.9. */
import { byId } from '../nodeFixture';
import { customsOf } from './customFields';
import { linked, plain, refers, type Chapter, type LifeOf } from './recordScenario';
import { idIs, linkable } from './prerequisites';

const customer = (first: number, second: number): Chapter => ({
	...refers('customer', first, second),
	created: { enter: byId(first), shows: { customer: { id: first } } },
});

/** The documents show no request form: stages go in as they stand in a contact (v2 §2.7). */
const lifecycleStages = (first: number, second: number): Chapter => {
	const entry = (id: number) => {
		const stages = [{ lifecycleStageTypeId: 1, id }];
		return { enter: JSON.stringify(stages), shows: { lifecycleStages: stages } };
	};
	return { created: entry(first), updated: entry(second), changes: ['lifecycleStages'] };
};

export const contactLife: LifeOf = async (kit) => {
	const [first = 0, second = 0] = await kit.write('customer', [{ name: 'One' }, { name: 'Two' }]);
	return {
		resource: 'contact',
		owner: {},
		idName: 'contactId',
		reference: 'customer',
		readOptions: { includeRelatedObjects: true },
		story: {
			name: plain('name', 'Nathan Life', 'Nathan Lifetime'),
			email: plain('email', 'nathan@life.example', 'nathan@lifetime.example'),
			tel: plain('tel', '03-1111-0000', '03-2222-0000'),
			mobileTel: plain('mobileTel', '090-1111-0000', '090-2222-0000'),
			address: plain('address', '1 First Street', '2 Second Street'),
			dept: plain('dept', 'Purchasing', 'Sales'),
			position: plain('position', 'Clerk', 'Manager'),
			memo: plain('memo', 'Line one\nline two', 'Other'),
			customer: customer(first, second),
			lifecycleStages: lifecycleStages(101, 102),
			customObjects: linked('customObjects', await linkable(kit)),
		},
		customs: await customsOf(
			kit,
			'contactCustoms',
			await kit.records('contactField.getMany', { authentication: 'v1ApiKey' }),
		),
		customsIn: ['contactCustoms'],
		found: ({ id, name }) => [
			{ operation: 'contact.search', parameters: idIs(id as number) },
			{ operation: 'contact.getMany', parameters: { filters: { searchWord: name } } },
		],
	};
};
