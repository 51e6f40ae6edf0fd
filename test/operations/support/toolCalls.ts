/** Calls of the node by a language model, with its usual slips, and what must come of each. */
import type { IDataObject } from 'n8n-workflow';

/** The records that the calls are about; ids, where nothing else is said. */
export type World = Readonly<
	Record<'acme' | 'birch' | 'deal' | 'bigDeal' | 'contact' | 'ticket' | 'lonelyUser', number>
> & { readonly users: readonly IDataObject[] };

/** A list or object that the model gives as one argument. */
class Whole {
	constructor(readonly value: unknown) {}
}
const whole = (value: unknown) => new Whole(value) as unknown as IDataObject;
/** A locator, with a value that the model gives. */
const picked = (value: unknown, mode = 'id'): IDataObject =>
	({ __rl: true, mode, value }) as IDataObject;

/** What the builder of a workflow sets up. */
const FIXED = ['__rl', 'mode', 'mappingMode', 'schema', 'fieldsFrom'];

/** Parameters as a workflow stores them: each of their values an argument that the model gives. */
export function filledIn(parameters: IDataObject) {
	const args: IDataObject = {};
	const filled = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(filled);
		if (typeof value !== 'object' || value === null || value instanceof Whole) {
			const name = `argument_${Object.keys(args).length}`;
			args[name] = (value instanceof Whole ? value.value : value) as IDataObject;
			return `={{ $fromAI('${name}') }}`;
		}
		const entries = Object.entries(value);
		return Object.fromEntries(
			entries.map(([key, each]) => [key, FIXED.includes(key) ? each : filled(each)]),
		);
	};
	return { parameters: filled(parameters) as IDataObject, args };
}

/** A record that is read afterwards, by the id given or that of the answer, and a part of it. */
type Then = readonly [
	operation: string,
	by: string,
	id: number | undefined,
	holds: IDataObject,
	more?: IDataObject,
];
/** Parts of the records of the answer, all of them and in order. */
type Asked = readonly [parameters: IDataObject, answer?: IDataObject[], then?: Then];
type ToolCall = readonly [says: string, operation: string, ask: (world: World) => Asked];

const part = (record: IDataObject) => expect.objectContaining(record) as unknown as IDataObject;
const named = (name: string) => part({ name });
const withId = (id: unknown) => part({ id: id as number });

const ofKind =
	(kind: string) =>
	(id: number | undefined, holds: IDataObject): Then => [`${kind}.get`, `${kind}Id`, id, holds];
const [customer, deal] = [ofKind('customer'), ofKind('deal')];

/** What a new deal needs, by names. */
const dealBy = (name: string, parts: IDataObject): IDataObject => ({
	name,
	expectedContractDate: '2027-01-31',
	customer: picked('Acme Works'),
	dealType: 'new business',
	phase: 'proposal',
	product: 'Starter plan',
	probability: 'B (50%)',
	channel: 'website',
	...parts,
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
			id,
			displayName,
			type,
			required: false,
			defaultMatch: false,
			display: true,
			...(choices.length > 0 && {
				options: choices.map((name, at) => ({ name, value: at + 1 })),
			}),
		};
	}),
});

const condition = (field: string, operator: string, value: unknown) => ({
	conditions: { values: [{ field, operator, value: value as string }] },
});

/** What nobody but a model may do: leave empty what it does not know. All else is read as from anybody. */
export const CALLS: readonly ToolCall[] = [
	[
		'filters left empty, a limit as text, and an order by its label',
		'customer.getMany',
		({ acme }) => [
			{
				limit: '10',
				sort: { order: 'Newest First' },
				filters: { searchWord: 'acme', updatedAtFrom: '', updatedAtTo: null },
			},
			[{ id: acme }],
		],
	],
	[
		'an operator as a sign, an amount with decimals',
		'deal.search',
		({ bigDeal }) => [condition('Amount', '>=', '90,000,000.00'), [{ id: bigDeal }]],
	],
	[
		'a date in words, an operator without its brackets',
		'deal.search',
		({ bigDeal }) => [
			condition('Expected Contract Date', 'after', 'November 30, 2031'),
			[{ id: bigDeal }],
		],
	],
	[
		'values of fields as numbers in text',
		'customObject.getMany',
		({ ticket: id }) => [
			{
				customObjectDefKey: ' ticket ',
				filters: {
					equals: {
						values: [
							{ itemKey: 'subject', value: 'Printer on fire' },
							{ itemKey: 'priority', value: '7' },
						],
					},
				},
			},
			[{ id }],
		],
	],
	[
		'thousands in groups, a name, what is not known left empty',
		'customer.create',
		() => [
			{
				name: 'Cedar Trading',
				additionalFields: {
					employee: '1,200',
					closingMonth: '3',
					industryId: 'software',
					webUrl: '',
					address: null,
					capital: '',
					parentId: picked(''),
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
				updateFields: {
					...{ capital: '5,000,000.00', telNo: '', closingMonth: '\u200b', address: null },
				},
			},
			[{ id: birch }],
			customer(birch, {
				capital: 5_000_000,
				telNo: '03-1234-5678',
				closingMonth: 3,
				address: '1 Birch Lane',
			}),
		],
	],
	[
		'all by names, a date in words, a customer as JSON text',
		'deal.create',
		({ users, acme }) => [
			dealBy('Acme expansion', {
				customer: picked(`{"id": ${acme}}`),
				expectedContractDate: 'November 30, 2026',
				user: picked(users[1]?.email),
				options: { skipNotice: 'True' },
				additionalFields: { amount: '1,500,000', memo: 'Asked by phone' },
			}),
			[{ name: 'Acme expansion', phase: 'Proposal', customer: 'Acme Works' }],
			deal(undefined, {
				amount: 1_500_000,
				expectedContractDate: '2026-11-30',
				dealType: named('New business'),
				product: named('Starter plan'),
				user: withId(users[1]?.id),
			}),
		],
	],
	[
		'a product row as JSON text, its numbers as text',
		'deal.create',
		({ users }) => {
			const row = { dealProductDetailTypeId: 'Licence', quantity: '2', price: '1,200.50' };
			const sent = { name: 'Licence', quantity: '2', price: '1200.50' };
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
		'choices by their labels in another case, one value left empty',
		'deal.update',
		({ deal: id }) => [
			{
				dealId: picked(String(id)),
				customFields: columns(
					{
						deal_single_select: ['Level', 'options', 'Gold', 'Silver', 'Bronze'],
						deal_multi_select: ['Topics', 'string', 'Price', 'Quality', 'Service'],
						deal_number: ['Score', 'number'],
						deal_text: ['Remark', 'string'],
					},
					{
						deal_single_select: 'silver',
						deal_multi_select: '["Price","service"]',
						deal_number: '1,000',
						deal_text: '',
					},
				),
			},
			[{ id, Level: 'Silver', Score: 1000, Remark: 'Keep me', Topics: ['Price', 'Service'] }],
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
		'times in words, people by email addresses',
		'customerAction.create',
		({ users }) => [
			{
				customerId: picked('Acme Works', 'name'),
				pattern: 'call',
				startDatetime: '30 Nov 2026 14:00',
				endDatetime: 'November 30, 2026, 15:30',
				creator: picked(users[0]?.email),
				additionalFields: { active: 'yes', invitees: users[1]?.email, result: '' },
			},
			undefined,
			[
				'customerAction.get',
				'actionId',
				undefined,
				{
					startDatetime: '2026-11-30T14:00:00.000Z',
					endDatetime: '2026-11-30T15:30:00.000Z',
					pattern: named('Call'),
					active: true,
					invitees: [withId(users[1]?.id)],
				},
				{ customerId: picked('Acme Works', 'name') },
			],
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
];
