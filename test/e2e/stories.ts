/** The main operations of each resource, as rows of nodes that hand ids on to one another. */
import { life, type Step, type Story } from './life';
import { byId, from } from './workflows';

const V1 = { authentication: 'v1ApiKey' };
const TEAM = { authentication: 'teamToken' };
const inSettings = (path: string) => from('Settings', `dealTypes[0].${path}`);
const settings: Step = { name: 'Settings', operation: 'domainSetting.get', parameters: V1 };
const me: Step = { name: 'Me', operation: 'user.getCurrent' };
const buyer: Step = {
	name: 'Buyer',
	operation: 'customer.create',
	parameters: { name: 'A buyer' },
};

const actionTimes = {
	startDatetime: '2031-03-03T10:00:00Z',
	endDatetime: '2031-03-03T11:00:00Z',
	creator: byId(from('Me', 'id')),
};
const actionChange = {
	change: { updateFields: { result: 'They agreed' } },
	changed: { result: 'They agreed' },
};

const dealFields = {
	name: 'A deal',
	expectedContractDate: '2031-03-03',
	customer: byId(from('Buyer', 'id')),
	dealType: inSettings('id'),
	phase: inSettings('phases.find((phase) => phase.status === 1).id'),
	product: inSettings('products[0].id'),
	probability: inSettings('probabilities[0].id'),
	channel: inSettings('channels[0].id'),
	user: byId(from('Me', 'id')),
};

/** Custom fields as the form stores them. */
const mapped = (value: Readonly<Record<string, unknown>>) => ({
	customFields: { mappingMode: 'defineBelow', value },
});

const idEquals = (path: string) => ({
	searchMode: 'builder',
	match: 'all',
	conditions: { values: [{ field: 'id', operator: 'equals', value: path }] },
});

const customers: Story = {
	name: 'customers',
	steps: [
		buyer,
		{
			name: 'Search',
			operation: 'customer.search',
			parameters: idEquals(from('Buyer', 'id')),
			shows: { name: 'A buyer' },
		},
		{
			name: 'Upsert',
			operation: 'customer.createOrUpdate',
			parameters: {
				matchBy: 'telNo',
				name: 'By phone',
				additionalFields: { telNo: '03-0000-7001' },
			},
			shows: { action: 'created' },
		},
		{
			name: 'Create Many',
			operation: 'customer.createMany',
			parameters: { name: 'In bulk' },
		},
		{
			name: 'Found',
			operation: 'customer.getMany',
			parameters: { filters: { searchWord: 'In bulk' } },
			shows: { name: 'In bulk' },
		},
		...life({
			resource: 'customer',
			idName: 'customerId',
			created: { name: 'A customer' },
			change: { updateFields: { employee: 0 } },
			changed: { name: 'A customer', employee: 0 },
		}),
	],
};

const contacts: Story = {
	name: 'contacts',
	steps: [
		buyer,
		...life({
			resource: 'contact',
			idName: 'contactId',
			created: { name: 'A contact', additionalFields: { customer: byId(from('Buyer', 'id')) } },
			change: { updateFields: { email: 'a@contact.example' } },
			changed: { name: 'A contact', email: 'a@contact.example' },
		}),
	],
};

const deals: Story = {
	name: 'deals',
	steps: [
		settings,
		me,
		buyer,
		...life({
			resource: 'deal',
			idName: 'dealId',
			created: dealFields,
			change: { updateFields: { amount: 0 } },
			changed: { name: 'A deal', amount: 0 },
			list: { filters: { searchWord: 'A deal' } },
		}),
		{
			name: 'Create Many',
			operation: 'deal.createMany',
			parameters: { ...dealFields, name: 'In bulk' },
		},
		{
			name: 'Found',
			operation: 'deal.getMany',
			parameters: { filters: { searchWord: 'In bulk' } },
			shows: { name: 'In bulk' },
		},
	],
};

const actions: Story = {
	name: 'actions',
	steps: [
		settings,
		me,
		buyer,
		...life({
			resource: 'customerAction',
			idName: 'actionId',
			owner: { customerId: byId(from('Buyer', 'id')) },
			created: { ...actionTimes, pattern: inSettings('actionsPurposes[0].pattern') },
			...actionChange,
		}),
	],
};

const contactActions: Story = {
	name: 'contact actions',
	steps: [
		settings,
		me,
		{ name: 'Called', operation: 'contact.create', parameters: { name: 'Somebody called' } },
		...life({
			resource: 'contactAction',
			idName: 'actionId',
			owner: { contactId: byId(from('Called', 'id')) },
			created: { ...actionTimes, pattern: inSettings('actionsPurposes[0].pattern') },
			...actionChange,
		}),
	],
};

const dealActions: Story = {
	name: 'deal actions and the contacts of a deal',
	steps: [
		settings,
		me,
		buyer,
		{ name: 'Deal', operation: 'deal.create', parameters: dealFields },
		...life({
			resource: 'dealAction',
			idName: 'actionId',
			created: {
				...actionTimes,
				deal: byId(from('Deal', 'id')),
				purpose: inSettings('actionsPurposes[0].id'),
			},
			...actionChange,
			list: { filters: { dealId: byId(from('Deal', 'id')) } },
		}),
		{ name: 'Contact', operation: 'contact.create', parameters: { name: 'Of the deal' } },
		{
			name: 'Link',
			operation: 'dealContact.link',
			parameters: {
				dealId: byId(from('Deal', 'id')),
				contactId: byId(from('Contact', 'id')),
			},
		},
		{
			name: 'Linked',
			operation: 'dealContact.getMany',
			parameters: { dealId: byId(from('Deal', 'id')) },
			shows: { name: 'Of the deal' },
		},
	],
};

const customObjects: Story = {
	name: 'custom objects',
	steps: [
		buyer,
		...life({
			resource: 'customObject',
			idName: 'customObjectId',
			owner: { customObjectDefKey: 'ticket' },
			created: mapped({ subject: 'Broken', priority: 0 }),
			change: {
				...mapped({ subject: 'Repaired' }),
				updateFields: { customers: from('Buyer', 'id') },
			},
			changed: { subject: 'Repaired', priority: 0 },
		}),
	],
};

/** What is only read, by all three credentials. */
const lists: Story = {
	name: 'settings and members',
	steps: [
		{ name: 'Users', operation: 'user.getMany', parameters: TEAM },
		{ name: 'Groups', operation: 'userGroup.getMany', parameters: TEAM },
		{ name: 'Roles', operation: 'role.getMany' },
		{ name: 'Action Fields', operation: 'actionField.getMany', parameters: V1 },
		{ name: 'Customer Fields', operation: 'customerField.getMany', parameters: V1 },
		{ name: 'Contact Fields', operation: 'contactField.getMany', parameters: V1 },
		{ name: 'Deal Type', operation: 'dealType.get', parameters: { ...V1, dealTypeId: 1 } },
		{ name: 'Products', operation: 'productDetail.getMany', parameters: V1 },
		{ name: 'Customers of V1', operation: 'customer.getMany', parameters: { ...V1, limit: 5 } },
		{ name: 'Deals of a Team', operation: 'deal.getMany', parameters: { ...TEAM, limit: 5 } },
	],
};

export const STORIES: readonly Story[] = [
	customers,
	contacts,
	deals,
	actions,
	contactActions,
	dealActions,
	customObjects,
	lists,
];
