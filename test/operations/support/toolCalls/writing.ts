/** Calls that write. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../../../nodes/SalesManagement/values';
import { named, picked, whole, withId, type Then, type ToolCall } from './call';

const ofKind =
	(kind: string) =>
	(id: number | undefined, holds: Then[3]): Then => [`${kind}.get`, `${kind}Id`, id, holds];
const [customer, deal, contact] = [ofKind('customer'), ofKind('deal'), ofKind('contact')];
const ticket = (id: number | undefined, holds: IDataObject): Then => [
	'customObject.get',
	'customObjectId',
	id,
	holds,
	{ customObjectDefKey: 'ticket', options: { includeRelatedObjects: true } },
];

/** What a new deal needs, by names. */
const dealBy = (name: string, parts: IDataObject): IDataObject => ({
	...{ name, expectedContractDate: '2027-01-31', customer: picked('Acme Works') },
	...{ dealType: 'new business', phase: 'proposal', product: 'Starter plan' },
	...{ probability: 'B (50%)', channel: 'website', ...parts },
});

/** The mapper as the editor saves it in the node: columns of these types, some with choices. */
const columns = (
	types: Readonly<
		Record<string, string | readonly [label: string, type: string, ...choices: string[]]>
	>,
	value: IDataObject,
): IDataObject => ({
	mappingMode: 'defineBelow',
	value,
	schema: Object.entries(types).map(([id, of]) => {
		const [displayName, type, ...choices] = typeof of === 'string' ? [id, of] : of;
		return {
			...{ id, displayName, type, required: false, defaultMatch: false, display: true },
			...(choices.length > 0 && {
				options: choices.map((name, at) => ({ name, value: at + 1 })),
			}),
		};
	}),
});

const when = (from: string, to: string) => ({ startDatetime: from, endDatetime: to });

export const WRITING: readonly ToolCall[] = [
	[
		'thousands in groups, a name, what is not known left empty',
		'customer.create',
		() => [
			{
				name: 'Cedar Trading',
				additionalFields: {
					...{ employee: '1,200', closingMonth: '3', industryId: 'software', webUrl: '' },
					...{ address: null, capital: '', parentId: picked('') },
				},
			},
			[{ name: 'Cedar Trading', employee: 1200, industry: 'Software' }],
			customer(undefined, { employee: 1200, closingMonth: 3, industry: named('Software') }),
		],
	],
	[
		'fields left empty, which keep what they hold',
		'customer.update',
		({ birch }) => [
			{
				customerId: 'birch & sons',
				updateFields: { capital: '5,000,000.00', telNo: '', closingMonth: '', address: null },
			},
			[{ id: birch }],
			customer(birch, {
				...{ capital: 5_000_000, telNo: '03-1234-5678', closingMonth: 3 },
				address: '1 Birch Lane',
			}),
		],
	],
	[
		'fields to clear by their labels, as JSON text',
		'customer.update',
		({ acme }) => [
			{ customerId: picked(acme), fieldsToClear: '["Website","employee"]' },
			undefined,
			customer(acme, { webUrl: null, employee: null, name: 'Acme Works' }),
		],
	],
	[
		'the record, as JSON text of an earlier answer',
		'customer.delete',
		({ oldMill: id }) => [
			{ customerId: JSON.stringify({ id, name: 'Old Mill' }) },
			[{ id, deleted: true }],
			customer(id, 'gone'),
		],
	],
	[
		'a dry run in words',
		'customer.createOrUpdate',
		({ birch }) => [
			{
				...{ matchBy: 'Name', name: 'Birch & Sons', additionalFields: { capital: 1 } },
				options: { dryRun: 'Yes' },
			},
			[{ dryRun: true, action: 'update' }],
			customer(birch, { name: 'Birch & Sons', closingMonth: 3, capital: 5_000_000 }),
		],
	],
	[
		'all by names, a date in words, a customer as JSON text',
		'deal.create',
		({ users, acme }) => [
			dealBy('Acme expansion', {
				...{ customer: picked(`{"id": ${acme}}`), expectedContractDate: 'November 30, 2026' },
				...{ user: picked(users[1]?.email), options: { skipNotice: 'True' } },
				additionalFields: { amount: '1,500,000', memo: 'Asked by phone' },
			}),
			[{ name: 'Acme expansion', phase: 'Proposal', customer: 'Acme Works' }],
			deal(undefined, {
				...{ amount: 1_500_000, expectedContractDate: '2026-11-30' },
				...{ dealType: named('New business'), product: named('Starter plan') },
				user: withId(users[1]?.id),
			}),
		],
	],
	[
		'a product row as JSON text, its numbers as text',
		'deal.create',
		({ users }) => {
			const row = { dealProductDetailTypeId: 'Licence', quantity: '2', price: '1,200.50' };
			const sent = { name: 'Licence', quantity: '2', price: '1200.5' };
			return [
				dealBy('Acme licences', {
					user: picked(whole({ id: users[0]?.id, name: users[0]?.name })),
					additionalFields: { dealProductDetails: JSON.stringify(row) },
				}),
				undefined,
				deal(undefined, { dealProductDetails: [sent] }),
			];
		},
	],
	[
		'product rows with columns by their labels',
		'deal.update',
		({ deal: id }) => {
			const rows = whole([{ Product: 'Training', Quantity: '3', unit_cost: 400 }]);
			return [
				{ dealId: picked(id), updateFields: { dealProductDetails: rows } },
				undefined,
				deal(id, { dealProductDetails: [{ name: 'Training', quantity: '3' }] }),
			];
		},
	],
	[
		'a single reason for a list, a phase in another case',
		'deal.update',
		({ oldDeal: id }) => [
			{
				dealId: picked('Old deal', 'name'),
				updateFields: { phase: 'WON', endPhaseReasonIds: 'best offer' },
			},
			[{ id, phase: 'Won' }],
			deal(id, { endPhaseReasons: [named('Best offer')] }),
		],
	],
	[
		'choices by their labels in another case, one value left empty',
		'deal.update',
		({ deal: id }) => [
			{
				...{ dealId: picked(String(id)), fieldsFrom: 'custom' },
				customFields: columns(
					{
						deal_single_select: ['Level', 'options', 'Gold', 'Silver', 'Bronze'],
						deal_multi_select: ['Topics', 'string', 'Price', 'Quality', 'Service'],
						deal_number: ['Score', 'number'],
						deal_text: ['Remark', 'string'],
					},
					{
						...{ deal_single_select: 'silver', deal_multi_select: '["Price","service"]' },
						...{ deal_number: '1,000', deal_text: '' },
					},
				),
			},
			[{ id, Level: 'Silver', Score: 1000, Remark: 'Keep me', Topics: ['Price', 'Service'] }],
		],
	],
	[
		'a custom value as one object in JSON text',
		'deal.update',
		({ deal: id }) => [
			{
				dealId: id,
				updateFields: { dealCustoms: '{"itemKey": "deal_url", "value": "https://a.example"}' },
			},
			[{ id, Link: 'https://a.example' }],
		],
	],
	[
		'a change in bulk, the ID and the amount as text',
		'deal.updateMany',
		({ deal: id }) => [
			{
				...{ dealType: 'New Business', dealId: picked(String(id)) },
				updateFields: { amount: '42000', memo: '' },
			},
			undefined,
			deal(id, { amount: 42_000, memo: 'Long-standing' }),
		],
	],
	[
		'names at both ends of a link',
		'dealContact.link',
		({ bigDeal, contact: id }) => [
			{ dealId: picked('Giant deal'), contactId: picked(whole({ name: 'Ada Acme' })) },
			undefined,
			['dealContact.getMany', 'dealId', bigDeal, { id, name: 'Ada Acme' }],
		],
	],
	[
		'one object for a list of stages, nothing for a number',
		'contact.create',
		({ acme }) => [
			{
				name: 'Bob Birch',
				additionalFields: {
					...{ email: 'bob@birch.example', customer: picked('acme works'), tel: '' },
					...{
						mobileTel: 9_012_345_678,
						lifecycleStages: '{"lifecycleStageTypeId": 1, "id": 101}',
					},
				},
			},
			[{ name: 'Bob Birch', customerId: acme, mobileTel: '9012345678' }],
			contact(undefined, { lifecycleStages: [withId(101)] }),
		],
	],
	[
		'times in words, people by email addresses',
		'customerAction.create',
		({ users }) => [
			{
				...{ customerId: picked('Acme Works', 'name'), pattern: 'call' },
				...when('30 Nov 2026 2 pm', 'November 30, 2026 at 3:30 PM'),
				creator: picked(users[0]?.email),
				additionalFields: { active: 'yes', invitees: users[1]?.email, result: '' },
			},
			undefined,
			[
				'customerAction.get',
				'actionId',
				undefined,
				{
					...when('2026-11-30T14:00:00.000Z', '2026-11-30T15:30:00.000Z'),
					...{ pattern: named('Call'), active: true, invitees: [withId(users[1]?.id)] },
				},
				{ customerId: picked('Acme Works', 'name') },
			],
		],
	],
	[
		'purpose and deal by names, the creator as a record',
		'dealAction.create',
		({ users, deal: id }) => [
			{
				...{ deal: picked('Acme renewal'), purpose: 'Visit about New business' },
				...when('2026-12-01 09:00', '2026-12-01T10:00:00.000Z'),
				creator: whole({ id: textOf(users[0]?.id), email: users[0]?.email }),
				additionalFields: { preNote: 'Bring the offer', invitees: '[]' },
			},
			undefined,
			[
				'dealAction.get',
				'actionId',
				undefined,
				{ deal: withId(id), purpose: named('Visit about New business') },
			],
		],
	],
	[
		'done: a result, and a flag as Python writes it',
		'dealAction.update',
		({ dealAction: id }) => [
			{
				...{ actionId: String(id), options: { skipNotice: 'yes' } },
				updateFields: { active: 'False', result: 'They agreed', contacts: '' },
			},
			undefined,
			['dealAction.get', 'actionId', id, { active: false, result: 'They agreed' }],
		],
	],
	[
		'links as a comma list, a number and a date as text',
		'customObject.create',
		({ deal: id, bigDeal, acme }) => [
			{
				customObjectDefKey: 'ticket',
				customFields: columns(
					{ subject: 'string', priority: 'number', due_date: 'dateTime' },
					{ subject: 'Delivery is late', priority: '2', due_date: 'Dec 24, 2026' },
				),
				additionalFields: { deals: `${id}, ${bigDeal}`, customers: whole([String(acme)]) },
			},
			undefined,
			ticket(undefined, {
				...{ subject: 'Delivery is late', priority: 2, due_date: '2026-12-24T00:00:00.000Z' },
				...{ deals: [withId(id), withId(bigDeal)], customers: [withId(acme)] },
			}),
		],
	],
	[
		'a link to remove, as one object in JSON text',
		'customObject.update',
		({ ticket: id, deal: one }) => [
			{
				...{ customObjectDefKey: 'ticket', customObjectId: picked(id) },
				updateFields: { deals: `{"id": ${one}, "delete": "true"}` },
			},
			undefined,
			ticket(id, { deals: [], subject: 'Printer on fire' }),
		],
	],
	[
		'a group and a user by their names',
		'userGroup.addMember',
		({ users, lonelyUser }) => {
			const userId = picked(users.find(({ id }) => id === lonelyUser)?.email);
			return [
				{ userGroupId: 'field SALES', userId },
				[{ name: 'Field sales', users: expect.arrayContaining(['Lonely Newcomer']) as string[] }],
			];
		},
	],
	[
		'choices as JSON text, the type by its label',
		'actionField.create',
		() => [
			{
				...{ name: 'Mood', itemType: 'Single Choice' },
				actionCustomItemOptions:
					'[{"value": "1", "label": "Good"}, {"value": "2", "label": "Bad"}]',
			},
			[{ name: 'Mood', itemType: 'single_select' }],
		],
	],
];
