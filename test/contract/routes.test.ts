/** The route tables of sandbox and connector are written apart; here they meet, with S1 between. */
import { ROUTES } from '../../nodes/SalesManagement/api/routes';
import { operations as v1 } from '../../sandbox/v1/operations';
import { operations as v2 } from '../../sandbox/v2/operations';
import { OPERATION_COUNTS } from '../support/counts';

/**
 * The decision's table, as it is written: operation ids, the route of v2, the route of v1. `–` = the
 * version lacks it, `same` = the same route in both.
 */
const s1 = `
user.getCurrent | GET /users/me | –
user.getMany | GET /users | same
userGroup.getMany | GET /user_groups | same
userGroup.update | PATCH /user_groups/{id} | same
userGroup.addMember | POST /user_groups/{userGroupId}/users | same
userGroup.removeMember | DELETE /user_groups/{userGroupId}/users/{userId} | same
userGroup.replaceMembers | PUT /user_groups/{userGroupId}/users | same
role.getMany | GET /roles | same
customer.getMany | GET /customers | same
customer.create | POST /customers | same
customer.search | POST /customers/search | same
customer.get | GET /customers/{id} | same
customer.update | PATCH /customers/{id} | same
customer.delete | DELETE /customers/{id} | –
customer.createMany | POST /customers/bulk | same
customerAction.getMany | GET /customers/{customer_id}/actions | GET /customers/{customerId}/actions
customerAction.create | POST /customers/{customer_id}/actions | POST /customers/{customerId}/actions
customerAction.get | GET /customers/{customer_id}/actions/{id} | GET /customers/{customerId}/actions/{id}
customerAction.update | PATCH /customers/{customer_id}/actions/{id} | PATCH /customers/{customerId}/actions/{id}
customerAction.delete | DELETE /customers/{customer_id}/actions/{id} | DELETE /customers/{customerId}/actions/{id}
customerAction.createMany | POST /customers/actions/bulk | same
deal.getMany | GET /deals | same
deal.create | POST /deals | same
deal.search | POST /deals/search | same
deal.get | GET /deals/{id} | same
deal.update | PATCH /deals/{id} | same
deal.delete | DELETE /deals/{id} | –
deal.createMany | POST /deal_types/{dealTypeId}/deals/bulk | POST /deal_types/{deal_type_id}/deals/bulk
deal.updateMany | PATCH /deal_types/{dealTypeId}/deals/bulk | PATCH /deal_types/{deal_type_id}/deals/bulk
dealContact.getMany | GET /deals/{deal_id}/contacts | GET /deals/{dealId}/contacts
dealContact.link | POST /deals/{deal_id}/contacts/{contact_id} | POST /deals/{dealId}/contacts/{id}
dealContact.unlink | DELETE /deals/{deal_id}/contacts/{contact_id} | DELETE /deals/{dealId}/contacts/{id}
dealAction.getMany | GET /actions | same
dealAction.create | POST /actions | same
dealAction.get | GET /actions/{id} | same
dealAction.update | PATCH /actions/{id} | same
dealAction.delete | DELETE /actions/{id} | –
dealAction.createMany | POST /actions/bulk | same
contact.getMany | GET /contacts | same
contact.create | POST /contacts | –
contact.search | POST /contacts/search | –
contact.get | GET /contacts/{id} | –
contact.update | PATCH /contacts/{id} | –
contact.delete | DELETE /contacts/{id} | –
contactAction.getMany | GET /contacts/{contact_id}/actions | –
contactAction.create | POST /contacts/{contact_id}/actions | –
contactAction.get | GET /contacts/{contact_id}/actions/{id} | –
contactAction.update | PATCH /contacts/{contact_id}/actions/{id} | –
contactAction.delete | DELETE /contacts/{contact_id}/actions/{id} | –
contactAction.createMany | POST /contacts/actions/bulk | –
customObject.getMany | GET /custom_object_defs/{custom_object_def_key}/custom_objects | –
customObject.create | POST /custom_object_defs/{custom_object_def_key}/custom_objects | –
customObject.get | GET /custom_object_defs/{custom_object_def_key}/custom_objects/{id} | –
customObject.update | PATCH /custom_object_defs/{custom_object_def_key}/custom_objects/{id} | –
customObject.delete | DELETE /custom_object_defs/{custom_object_def_key}/custom_objects/{id} | –
customObject.createMany | POST /custom_object_defs/{custom_object_def_key}/custom_objects/bulk | –
customObject.updateMany | PATCH /custom_object_defs/{custom_object_def_key}/custom_objects/bulk | –
domainSetting.get | – | GET /domains/settings
actionField.getMany | – | GET /action_custom_items
actionField.create | – | POST /action_custom_items
actionField.update | – | PATCH /action_custom_items/{item_key}
actionField.getLabels | – | GET /action_custom_items/{actionCustomItemKey}/labels
customerField.getMany | – | GET /customer_custom_items
contactField.getMany | – | GET /contact_custom_items
dealType.get | – | GET /deal_setting/deal_types/{id}
productDetail.getMany | – | GET /deal_product_detail_types
productDetail.getFields | – | GET /deal_product_detail_type_custom_items
productDetail.createMany | – | POST /deal_product_detail_types/bulk
productDetail.updateMany | – | PATCH /deal_product_detail_types/bulk
`;

type Routes = Record<string, string>;

/** S1's routes of both versions, by operation id. */
function decided(): { v2: Routes; v1: Routes } {
	const routes: { v2: Routes; v1: Routes } = { v2: {}, v1: {} };
	for (const line of s1.trim().split('\n')) {
		const [id = '', inV2 = '', inV1 = ''] = line.split(' | ');
		if (inV2 !== '–') routes.v2[id] = inV2;
		if (inV1 !== '–') routes.v1[id] = inV1 === 'same' ? inV2 : inV1;
	}
	return routes;
}

interface Route {
	method: string;
	path: string;
}
const written = ({ method, path }: Route) => `${method} ${path}`;

const ofSandbox = (operations: Array<Route & { id: string }>): Routes =>
	Object.fromEntries(operations.map((operation) => [operation.id, written(operation)]));

const ofConnector = (routes: Readonly<Record<string, Route>>): Routes =>
	Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, written(route)]));

describe.each([
	{ version: 'v2' as const, operations: v2 },
	{ version: 'v1' as const, operations: v1 },
])('the routes of $version', ({ version, operations }) => {
	const count = OPERATION_COUNTS[version];
	test(`S1 decides on ${count}, and the sandbox serves each of them once`, () => {
		expect(Object.keys(decided()[version])).toHaveLength(count);
		expect(operations).toHaveLength(count);
		expect(new Set(operations.map(written)).size).toBe(count);
	});

	test('the sandbox serves those that S1 decides on', () => {
		expect(ofSandbox(operations)).toEqual(decided()[version]);
	});

	test('the connector asks for those that the sandbox serves', () => {
		expect(ofConnector(ROUTES[version])).toEqual(ofSandbox(operations));
	});
});
