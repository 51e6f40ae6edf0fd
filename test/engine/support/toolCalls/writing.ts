/** Calls that write to customers, deals and contacts. */
import type { IDataObject } from 'n8n-workflow';
import { ai, picked, type Reading, type ToolCall } from './call';

const customer = (id: number | undefined, holds: IDataObject): Reading => ({
	operation: 'customer.get',
	by: 'customerId',
	id,
	holds,
});
const deal = (id: number | undefined, holds: IDataObject): Reading => ({
	operation: 'deal.get',
	by: 'dealId',
	id,
	holds,
});
const contact = (id: number | undefined, holds: IDataObject): Reading => ({
	operation: 'contact.get',
	by: 'contactId',
	id,
	holds,
});
const named = (name: string) => expect.objectContaining({ name }) as unknown as IDataObject;

/** What a new deal needs, by names. */
const dealBy = (name: string, parts: IDataObject): IDataObject => ({
	name: ai(name),
	expectedContractDate: ai('2027-01-31'),
	customer: picked('Acme Works'),
	dealType: ai('new business'),
	phase: ai('proposal'),
	product: ai('Starter plan'),
	probability: ai('B (50%)'),
	channel: ai('website'),
	...parts,
});

const LEVEL = { id: 'deal_single_select', displayName: 'Level', type: 'options' };
const OPTIONS = ['Gold', 'Silver', 'Bronze'].map((name, at) => ({ name, value: at + 1 }));
const TOPICS = ['Price', 'Quality', 'Service'].map((name, at) => ({ name, value: at + 1 }));
/** The columns as the editor saves them in the node. */
const COLUMNS = [
	{ ...LEVEL, options: OPTIONS },
	{ id: 'deal_multi_select', displayName: 'Topics', type: 'string', options: TOPICS },
	{ id: 'deal_number', displayName: 'Score', type: 'number' },
	{ id: 'deal_text', displayName: 'Remark', type: 'string' },
].map((column) => ({ required: false, defaultMatch: false, display: true, ...column }));

export const WRITING: readonly ToolCall[] = [
	[
		'thousands in groups, an industry by its name, what is not known left empty',
		'customer.create',
		() => ({
			parameters: {
				name: ai('Cedar Trading'),
				additionalFields: {
					employee: ai('1,200'),
					closingMonth: ai('3'),
					industryId: ai('software'),
					webUrl: ai(''),
					address: ai(null),
					capital: ai(''),
					parentId: picked(''),
				},
			},
			answer: [{ name: 'Cedar Trading', employee: 1200, industry: 'Software' }],
			then: customer(undefined, { employee: 1200, closingMonth: 3, industry: named('Software') }),
		}),
	],
	[
		'some of the fields of an update left empty: they keep what they hold',
		'customer.update',
		({ birch }) => ({
			parameters: {
				customerId: ai('birch & sons'),
				updateFields: {
					capital: ai('5,000,000.00'),
					telNo: ai(''),
					closingMonth: ai(''),
					address: ai(null),
				},
			},
			answer: [{ id: birch }],
			then: customer(birch, {
				capital: 5_000_000,
				telNo: '03-1234-5678',
				closingMonth: 3,
				address: '1 Birch Lane',
			}),
		}),
	],
	[
		'fields to clear by their labels, as JSON text',
		'customer.update',
		({ acme }) => ({
			parameters: { customerId: picked(acme), fieldsToClear: ai('["Website","employee"]') },
			then: customer(acme, { webUrl: null, employee: null, name: 'Acme Works' }),
		}),
	],
	[
		'the record to delete, as JSON text of an earlier answer',
		'customer.delete',
		({ oldMill }) => ({
			parameters: { customerId: ai(JSON.stringify({ id: oldMill, name: 'Old Mill' })) },
			check: (answer) => expect(answer).toEqual([{ id: oldMill, deleted: true }]),
			gone: customer(oldMill, {}),
		}),
	],
	[
		'the field to match by its label',
		'customer.createOrUpdate',
		({ birch }) => ({
			parameters: {
				matchBy: ai('Name'),
				name: ai('Birch & Sons'),
				additionalFields: { employee: ai('75') },
			},
			answer: [{ id: birch, action: 'updated' }],
			then: customer(birch, { employee: 75 }),
		}),
	],
	[
		'a dry run in words',
		'customer.createOrUpdate',
		({ birch }) => ({
			parameters: {
				matchBy: ai('name'),
				name: ai('Birch & Sons'),
				additionalFields: { capital: ai(1) },
				options: { dryRun: ai('Yes') },
			},
			answer: [{ dryRun: true, action: 'update' }],
			then: customer(birch, { name: 'Birch & Sons', closingMonth: 3, capital: 5_000_000 }),
		}),
	],
	[
		'everything by names, a date in words, a customer as JSON text',
		'deal.create',
		({ users, acme }) => ({
			parameters: dealBy('Acme expansion', {
				customer: picked(`{"id": ${acme}}`),
				expectedContractDate: ai('November 30, 2026'),
				user: picked(users[1]?.email),
				additionalFields: { amount: ai('1,500,000'), memo: ai('Asked by phone') },
				options: { skipNotice: ai('True') },
			}),
			answer: [{ name: 'Acme expansion', phase: 'Proposal', customer: 'Acme Works' }],
			then: deal(undefined, {
				amount: 1_500_000,
				expectedContractDate: '2026-11-30',
				dealType: named('New business'),
				product: named('Starter plan'),
				user: expect.objectContaining({ id: users[1]?.id }),
			}),
		}),
	],
	[
		'a product row as one object in JSON text, its numbers as text',
		'deal.create',
		({ users }) => ({
			parameters: dealBy('Acme licences', {
				user: picked({ id: users[0]?.id, name: users[0]?.name }),
				additionalFields: {
					dealProductDetails: ai(
						'{"dealProductDetailTypeId": "Licence", "quantity": "2", "price": "1,200.50"}',
					),
				},
			}),
			then: deal(undefined, {
				dealProductDetails: [
					expect.objectContaining({ name: 'Licence', quantity: '2', price: '1200.5' }),
				],
			}),
		}),
	],
	[
		'product rows with columns by their labels',
		'deal.update',
		({ deal: id }) => ({
			parameters: {
				dealId: picked(id),
				updateFields: {
					dealProductDetails: ai([{ Product: 'Training', Quantity: '3', unit_cost: 400 }]),
				},
			},
			then: deal(id, {
				dealProductDetails: [expect.objectContaining({ name: 'Training', quantity: '3' })],
			}),
		}),
	],
	[
		'a single reason for a list of them, and a phase in another case',
		'deal.update',
		({ oldDeal }) => ({
			parameters: {
				dealId: picked('Old deal', 'name'),
				updateFields: { phase: ai('WON'), endPhaseReasonIds: ai('best offer') },
			},
			answer: [{ id: oldDeal, phase: 'Won' }],
			then: deal(oldDeal, { endPhaseReasons: [named('Best offer')] }),
		}),
	],
	[
		'choices of custom fields by their labels in another case, one left empty',
		'deal.update',
		({ deal: id }) => ({
			parameters: {
				...{ dealId: picked(String(id)), fieldsFrom: 'custom' },
				customFields: {
					mappingMode: 'defineBelow',
					schema: COLUMNS,
					value: {
						deal_single_select: ai('silver'),
						deal_multi_select: ai('["Price","service"]'),
						deal_number: ai('1,000'),
						deal_text: ai(''),
					},
				},
			},
			answer: [{ id, Level: 'Silver', Score: 1000, Remark: 'Keep me' }],
			check: ([first]) => expect(first?.Topics).toEqual(['Price', 'Service']),
		}),
	],
	[
		'a custom value as one object in JSON text',
		'deal.update',
		({ deal: id }) => ({
			parameters: {
				dealId: ai(id),
				updateFields: { dealCustoms: ai('{"itemKey": "deal_url", "value": "https://a.example"}') },
			},
			answer: [{ id, Link: 'https://a.example' }],
		}),
	],
	[
		'a new deal in bulk, the amount with decimals',
		'deal.createMany',
		({ users }) => ({
			parameters: dealBy('Acme in bulk', {
				user: ai(users[0]?.name),
				additionalFields: { amount: ai('250000.00') },
			}),
			answer: [{ name: 'Acme in bulk' }],
			then: deal(undefined, { amount: 250_000, dealType: named('New business') }),
		}),
	],
	[
		'a change in bulk, the ID and the amount as text',
		'deal.updateMany',
		({ deal: id }) => ({
			parameters: {
				dealType: ai('New Business'),
				dealId: picked(String(id)),
				updateFields: { amount: ai('42000'), memo: ai('') },
			},
			then: deal(id, { amount: 42_000, memo: 'Long-standing' }),
		}),
	],
	[
		'names at both ends of a link',
		'dealContact.link',
		({ bigDeal, contact: id }) => ({
			parameters: { dealId: picked('Giant deal'), contactId: picked({ name: 'Ada Acme' }) },
			then: {
				operation: 'dealContact.getMany',
				by: 'dealId',
				id: bigDeal,
				holds: { id, name: 'Ada Acme' },
			},
		}),
	],
	[
		'one object for a list of stages, nothing for a number',
		'contact.create',
		({ acme }) => ({
			parameters: {
				name: ai('Bob Birch'),
				additionalFields: {
					email: ai('bob@birch.example'),
					customer: picked('acme works'),
					mobileTel: ai(9_012_345_678),
					lifecycleStages: ai('{"lifecycleStageTypeId": 1, "id": 101}'),
					tel: ai(''),
				},
			},
			answer: [{ name: 'Bob Birch', customerId: acme, mobileTel: '9012345678' }],
			then: contact(undefined, {
				lifecycleStages: [expect.objectContaining({ id: 101 })],
			}),
		}),
	],
	[
		'a match by the label of a field',
		'contact.createOrUpdate',
		({ contact: id }) => ({
			parameters: {
				matchBy: ai('Email'),
				name: ai('Ada Acme'),
				additionalFields: { email: ai('ada@acme.example'), position: ai('Head of IT') },
			},
			answer: [{ id, action: 'updated' }],
			then: contact(id, { position: 'Head of IT', mobileTel: '090-1111-2222' }),
		}),
	],
];
