/** The scenario of each record: two values of every field, and what the record shows of them. */
import type { IDataObject } from 'n8n-workflow';
import tables from './records.json';
import { byId, type NodeFixture } from '../../support/nodeFixture';
import { customFields, objectFields } from './customValues';
import {
	associations,
	fieldsOf,
	reference,
	references,
	value,
	type FieldScenario,
	type ScenarioBuilder,
} from './scenario';

type Ids = Array<{ id: number }>;

/** A deal type as the domain settings have it (v1 §2.1). */
interface DealType extends Record<
	'products' | 'probabilities' | 'channels' | 'endPhaseReasons' | 'dealCustomerTypes',
	Ids
> {
	readonly id: number;
	readonly phases: Array<{ id: number; status: number }>;
	readonly actionsPurposes: Array<{ id: number; pattern: number }>;
	readonly dealCustomItems: IDataObject[];
	readonly dealProductDetailTypes: Array<{ id: number; dealProductDetailTypeCustoms: IDataObject }>;
}

async function dealTypeOf(fixture: NodeFixture): Promise<DealType> {
	const [settings] = await fixture.records('domainSetting.get', { authentication: 'v1ApiKey' });
	return (settings!.dealTypes as unknown as DealType[])[0]!;
}

const idsOf = (records: ReadonlyArray<{ id?: unknown }>) => records.map(({ id }) => id as number);
const userIds = async (fixture: NodeFixture): Promise<number[]> => idsOf(await fixture.all('user'));

/** New records of these names. */
const written = async (fixture: NodeFixture, kind: string, names: string[]): Promise<number[]> =>
	await fixture.write(
		kind,
		names.map((name) => ({ name })),
	);
/** Three custom objects to associate a record with. */
const objects = async (fixture: NodeFixture): Promise<number[]> =>
	await fixture.write(
		'customObject',
		[1, 2, 3].map(() => ({ customObjectDefKey: 'ticket' })),
	);

/** A search for one record. */
export const searchById = (id: unknown): IDataObject => ({
	conditions: { values: [{ field: 'id', operator: 'equals', value: id as number }] },
});

/** What customers, deals and contacts have in common; they are found by ID and by name. */
const common = (resource: string, filters: IDataObject = {}) => ({
	resource,
	owner: {},
	idName: `${resource}Id`,
	customFieldsProperty: [`${resource}Customs`],
	readOptions: { includeRelatedObjects: true },
	findings: ({ id, name }: IDataObject) => [
		{ operation: `${resource}.search`, parameters: searchById(id) },
		{ operation: `${resource}.getMany`, parameters: { filters: { searchWord: name, ...filters } } },
	],
});

/** The industries in use: neither document lists them. */
export async function industriesOf(fixture: NodeFixture): Promise<number[]> {
	const customers = await fixture.all('customer');
	const ids = customers.flatMap(({ industry }) =>
		industry ? [(industry as { id: number }).id] : [],
	);
	return [...new Set(ids)].sort();
}

/**
 * The fields of a record that show what is entered: two values of each, and what changes with them. From the amount of a
 * deal the service works out the profit, and custom fields that calculate.
 */
const plain = (kind: 'customer' | 'contact' | 'deal') =>
	Object.fromEntries(
		Object.entries(tables[kind] as unknown as Record<string, Parameters<typeof value>>).map(
			([name, row]) => [name, value(...row)],
		),
	);

/** v2 §2.4, §4.4. */
export const customerScenario: ScenarioBuilder = async (fixture) => {
	const [parent = 0] = await written(fixture, 'customer', ['Parent']);
	const [owners, heirs] = await written(fixture, 'role', ['Owners', 'Heirs']);
	const [first, second] = await industriesOf(fixture);
	return {
		...common('customer'),
		reference: 'ownerRoleId',
		fields: fieldsOf({
			...plain('customer'),
			industryId: reference(first, second, { by: 'industry' }),
			ownerRoleId: reference(owners, heirs, { by: 'ownerRole' }),
			// Only in the create request; responses do not show it (v2 §2.4).
			parentId: { created: { input: byId(parent), expected: {} }, changes: [] },
			customObjects: associations(await objects(fixture)),
		}),
		customFields: await customFields(fixture, 'customerCustoms', 'customerField.getMany'),
	};
};

/** v2 §2.7, §4.9. */
export const contactScenario: ScenarioBuilder = async (fixture) => {
	const [first, second] = await written(fixture, 'customer', ['One', 'Two']);
	// The documents show no request form: stages are entered as they are in a contact (v2 §2.7).
	const stages = (id: number) => [{ lifecycleStageTypeId: 1, id }];
	return {
		...common('contact'),
		reference: 'customer',
		fields: fieldsOf({
			...plain('contact'),
			customer: reference(first, second),
			lifecycleStages: value(JSON.stringify(stages(101)), JSON.stringify(stages(102)), {
				as: (text) => JSON.parse(text) as unknown,
				cleared: [],
			}),
			customObjects: associations(await objects(fixture)),
		}),
		customFields: await customFields(fixture, 'contactCustoms', 'contactField.getMany'),
	};
};

/** A decimal as text, with or without zeros at its end (S5). */
function decimal(text: string): unknown {
	const zeros = text.includes('.') ? '0*' : String.raw`(\.0+)?`;
	return expect.stringMatching(new RegExp(`^${text.replace('.', String.raw`\.`)}${zeros}$`));
}

/** On update, an item with id changes, one marked deleted goes, one without id comes (v2 §2.6). */
function productDetails({ dealProductDetailTypes }: DealType): FieldScenario {
	const [first, second, third] = dealProductDetailTypes;
	const customs = Object.values(first!.dealProductDetailTypeCustoms) as IDataObject[];
	const text = customs.find(({ itemType }) => itemType === 'text')!;
	const { dealProductDetailTypeCustomItemId } = text;
	const whole = { dealProductDetailTypeId: first!.id, ...tables.detail };
	const shown = {
		...whole,
		quantity: decimal('3'),
		price: decimal('1500.5'),
		unitCost: decimal('700'),
		firstSales: '2026-10-01T00:00:00.000Z',
	};
	const custom = JSON.stringify([{ dealProductDetailTypeCustomItemId, value: 'Blue' }]);
	const bare = { dealProductDetailTypeId: second!.id };
	return {
		created: {
			input: [{ ...whole, dealProductDetailCustoms: custom }, bare],
			expected: {
				dealProductDetails: [
					{ ...shown, dealProductDetailCustoms: { detail_text: { text: 'Blue' } } },
					bare,
				],
			} as unknown as IDataObject,
		},
		updated: ({ dealProductDetails }) => {
			const [kept, removed] = dealProductDetails as Array<{ id: number }>;
			const added = { dealProductDetailTypeId: third!.id, quantity: 1 };
			return {
				input: [{ id: kept!.id, quantity: 4 }, { id: removed!.id, deleted: true }, added],
				expected: {
					dealProductDetails: [
						{ ...shown, id: kept!.id, quantity: decimal('4') },
						{ ...added, quantity: decimal('1') },
					],
				},
			};
		},
		changes: ['dealProductDetails', 'totalCost', 'totalProfit'],
	};
}

/** On update one customer is unlinked and another linked; the one left out stays (v2 §2.6). */
function relatedCustomers(
	{ dealCustomerTypes }: DealType,
	[a = 0, b = 0, c = 0]: number[],
): FieldScenario {
	const [agency = 0, endCustomer = 0] = idsOf(dealCustomerTypes);
	const row = (dealCustomerTypeId: number, customerId: unknown) => ({
		dealCustomerTypeId,
		customerId,
	});
	const related = (id: number, ids: number[]) => ({
		dealCustomerType: { id },
		customers: ids.map((each) => ({ id: each })),
	});
	return {
		created: {
			input: [row(agency, byId(a)), row(endCustomer, b)],
			expected: { dealCustomerTypes: [related(agency, [a]), related(endCustomer, [b])] },
		},
		updated: {
			input: [row(agency, c), { ...row(endCustomer, b), delete: true }],
			expected: { dealCustomerTypes: [related(agency, [a, c])] },
		},
		changes: ['dealCustomerTypes'],
	};
}

/** On update a custom value can be named by its own id too (v2 §4.6). */
const customValuesById: FieldScenario = {
	updated: ({ dealCustoms }) => {
		const { id } = (dealCustoms as IDataObject[]).find(({ itemType }) => itemType === 'text')!;
		const held = expect.objectContaining({ id, text: 'By its id' }) as unknown;
		return {
			input: [{ id, value: 'By its id' }],
			expected: { dealCustoms: expect.arrayContaining([held]) as IDataObject },
		};
	},
	changes: ['dealCustoms'],
};

/** v2 §2.6, §4.6. */
export const dealScenario: ScenarioBuilder = async (fixture) => {
	const type = await dealTypeOf(fixture);
	const names = ['Buyer', 'Heir', 'Agency', 'End', 'Other'];
	const [buyer, heir, ...others] = await written(fixture, 'customer', names);
	const two = (list: Array<{ id: number }>, more = {}) => {
		const [first, second] = idsOf(list);
		return reference(first, second, more);
	};
	const [user, colleague] = await userIds(fixture);
	const open = type.phases.filter(({ status }) => status === 1);
	const reasons = idsOf(type.endPhaseReasons);
	return {
		...common('deal', { dealTypeId: type.id }),
		reference: 'customer',
		fields: fieldsOf({
			...plain('deal'),
			customer: reference(buyer, heir),
			dealType: (name) => ({ created: reference(type.id)(name).created, changes: [] }),
			phase: two(open, { also: ['phaseStayDays'] }),
			product: two(type.products),
			probability: two(type.probabilities),
			channel: two(type.channels),
			user: reference(user, colleague),
			endPhaseReasonIds: references(reasons.slice(0, 2), reasons.slice(2), {
				by: 'endPhaseReasons',
			}),
			dealProductDetails: productDetails(type),
			dealCustoms: customValuesById,
			dealCustomers: relatedCustomers(type, others),
			customObjects: associations(await objects(fixture)),
		}),
		customFields: await customFields(fixture, 'dealCustoms', type.dealCustomItems),
	};
};

const START = ['2031-11-30T10:00:00+09:00', '2031-11-30T08:30:00+09:00'] as const;
const END = ['2031-11-30T11:00:00+09:00', '2031-11-30T12:30:00+09:00'] as const;

/** Only actions of the far future, so that no other matches. */
const WINDOW = { startDatetime: START[1], endDatetime: '2031-12-01T00:00:00Z' };

/** The three kinds of actions (v2 §2.5, §4.5, §4.8, §4.10); what is their own comes last. */
const actionScenario =
	(
		kind: 'customer' | 'deal' | 'contact',
		own: (
			fixture: NodeFixture,
			type: DealType,
		) => Promise<{ owner?: number; fields: ReturnType<typeof fieldsOf> }>,
	): ScenarioBuilder =>
	async (fixture) => {
		const resource = `${kind}Action`;
		const { owner, fields } = await own(fixture, await dealTypeOf(fixture));
		const [one = 0, other = 0] = await written(fixture, 'contact', ['First', 'Second']);
		const [first, second = 0, third = 0, fourth = 0] = await userIds(fixture);
		// Contact actions return times of Japan (v2 §4.10), and their contact among the contacts.
		const isOfContact = kind === 'contact';
		const as = (text: string) =>
			isOfContact ? text.replace('+09:00', '.000+09:00') : new Date(text).toISOString();
		const linked = isOfContact ? [{ id: owner }] : [];
		const idOf = (id: unknown) =>
			owner === undefined ? {} : { [`${kind}Id`]: byId(id as number) };
		return {
			resource,
			owner: idOf(owner),
			idName: 'actionId',
			reference: 'creator',
			readOptions: { includeFiles: true },
			fields: {
				...fieldsOf({
					startDatetime: value(...START, { as }),
					endDatetime: value(...END, { as }),
					creator: reference(first, second),
					active: value(false, true),
					preNote: value('Before', 'Before that', { cleared: isOfContact ? '' : null }),
					result: value('After', 'After that', { cleared: isOfContact ? '' : null }),
					invitees: references([second, third], [fourth]),
					contacts: references([one], [other], {
						as: (ids) => [...linked, ...ids.map((id) => ({ id }))],
						cleared: linked,
					}),
				}),
				...fields,
			},
			customFields: await customFields(fixture, 'actionCustoms', 'actionField.getMany'),
			customFieldsProperty: ['actionCustoms'],
			findings: ({ deal }) => {
				const ofDeal = { filters: { dealId: byId((deal as { id: number } | null)?.id ?? 0) } };
				const all = { filters: { ...(isOfContact && { dataType: 1 }), ...WINDOW } };
				return [kind === 'deal' ? ofDeal : idOf(owner), { ...idOf('all'), ...all }].map(
					(parameters) => ({ operation: `${resource}.getMany`, parameters }),
				);
			},
		};
	};

/** Actions in use have all patterns: no document lists them apart from purposes. */
const byPattern =
	(kind: 'customer' | 'contact') => async (fixture: NodeFixture, type: DealType) => {
		const [owner] = await written(fixture, kind, ['Visited']);
		const [first, second] = type.actionsPurposes.map(({ pattern }) => pattern);
		return { owner, fields: fieldsOf({ pattern: reference(first, second) }) };
	};

export const customerActionScenario = actionScenario('customer', byPattern('customer'));
export const contactActionScenario = actionScenario('contact', byPattern('contact'));
export const dealActionScenario = actionScenario('deal', async (fixture, type) => {
	const rows = ['First', 'Second'].map((name) => ({ name, dealType: { id: type.id } }));
	const [first, second] = await fixture.write('deal', rows);
	const [purpose, other] = idsOf(type.actionsPurposes);
	const deal = reference(first, second);
	// The purpose brings its pattern (v1 §2.1).
	return {
		fields: fieldsOf({ deal, purpose: reference(purpose, other, { also: ['pattern'] }) }),
	};
});

const secondsFrom = (time: unknown, seconds: number) =>
	new Date(Date.parse(String(time)) + seconds * 1000).toISOString();

/** v2 §2.8, §4.11: the fields are those of the definition. */
export const customObjectScenario =
	(customObjectDefKey: string): ScenarioBuilder =>
	async (fixture) => {
		const three = async (kind: string) =>
			associations(await written(fixture, kind, ['a', 'b', 'c']));
		return {
			resource: 'customObject',
			owner: { customObjectDefKey },
			idName: 'customObjectId',
			reference: 'customers',
			readOptions: { includeRelatedObjects: true },
			fields: fieldsOf({
				deals: await three('deal'),
				customers: await three('customer'),
				contacts: await three('contact'),
			}),
			customFields: await objectFields(fixture, customObjectDefKey),
			customFieldsProperty: [],
			findings: ({ createdAt }) => {
				// Times may be shown rounded to a second (S5).
				const [createdAtFrom, createdAtTo] = [-1, 1].map((each) => secondsFrom(createdAt, each));
				const filters = { createdAtFrom, createdAtTo };
				return [{ operation: 'customObject.getMany', parameters: { customObjectDefKey, filters } }];
			},
		};
	};

/** Of each kind of record. Custom objects come first: they are found by the time of their creation. */
export const SCENARIOS = {
	customObject: customObjectScenario('ticket'),
	customer: customerScenario,
	deal: dealScenario,
	contact: contactScenario,
	customerAction: customerActionScenario,
	dealAction: dealActionScenario,
	contactAction: contactActionScenario,
} as const satisfies Readonly<Record<string, ScenarioBuilder>>;
