import type { Scope } from '../domain/scope';
import type { FieldOwner } from '../domain/properties/property';
import { productDetailTypes } from '../domain/records/productDetailTypes';
import { create } from '../domain/records/writing';
import { itemTypes, type ItemType, type ObjectItem } from '../domain/store/settings';

/** Phases in the order in which a deal goes through them; status as in S3. */
const phases = [
	{ name: 'Qualified', status: 1 },
	{ name: 'Proposal', status: 1 },
	{ name: 'Won', status: 2 },
	{ name: 'Lost', status: 3 },
];
const industries = ['Manufacturing', 'Retail', 'Software'];
const patterns = ['Call', 'Visit'];

const dealTypes = [
	{
		name: 'New business',
		product: ['Starter plan', 'Business plan', 'Consulting'],
		endPhaseReason: ['Best offer', 'Lost to a competitor', 'No budget'],
	},
	{
		name: 'Renewal',
		product: ['Maintenance', 'Support contract'],
		endPhaseReason: ['Satisfied', 'Price too high'],
	},
];
const ofEachDealType = {
	probability: ['A (80%)', 'B (50%)', 'C (20%)'],
	channel: ['Referral', 'Website', 'Trade fair'],
	dealCustomerType: ['Agency', 'End customer'],
} as const;

const fieldNames: Record<ItemType, string> = {
	text: 'Remark',
	date: 'Key date',
	number: 'Score',
	decimal_number: 'Rate',
	url: 'Link',
	single_select: 'Level',
	multi_select: 'Topics',
	user: 'Team',
	calculation: 'Commission',
};
const optionLabels: Partial<Record<ItemType, string[]>> = {
	single_select: ['Gold', 'Silver', 'Bronze'],
	multi_select: ['Price', 'Quality', 'Service'],
};

/** The settings of a domain: the same for every domain, with ids of their own. */
export function seedSettings(scope: Scope): void {
	const { domainId } = scope.caller;
	const { settings } = scope.service.store;
	for (const name of industries) settings.put('industry', { domainId, name });
	for (const name of patterns) settings.put('actionPattern', { domainId, name });
	settings.put('lifecycleStageType', {
		...{ domainId, name: 'Marketing' },
		stages: ['Lead', 'Qualified lead', 'Customer'].map((name, index) => ({
			id: domainId * 100 + index + 1,
			name,
		})),
	});
	seedCompanies(scope);
	for (const dealType of dealTypes) seedDealType(scope, dealType);
	for (const owner of ['customer', 'deal', 'contact', 'action'] as const) seedFields(scope, owner);
	seedProductDetails(scope);
	seedDefinitions(scope);
}

function seedDealType({ service, caller }: Scope, dealType: (typeof dealTypes)[number]): void {
	const { domainId } = caller;
	const { settings } = service.store;
	const { id: dealTypeId } = settings.put('dealType', { domainId, name: dealType.name });
	phases.forEach(({ name, status }, orderNum) => {
		settings.put('phase', { domainId, name, dealTypeId, orderNum, status });
	});
	const { product, endPhaseReason } = dealType;
	for (const [kind, names] of Object.entries({ ...ofEachDealType, product, endPhaseReason })) {
		names.forEach((name, orderNum) => {
			settings.put(kind as 'product', { domainId, name, dealTypeId, orderNum });
		});
	}
	settings.list('actionPattern', domainId).forEach(({ id: patternId, name }, orderNum) => {
		const purpose = { domainId, dealTypeId, orderNum, patternId };
		settings.put('actionPurpose', { ...purpose, name: `${name} about ${dealType.name}` });
	});
}

/** A custom field of every type with an item key (`deal_number`, …). */
function seedFields({ service, caller }: Scope, owner: FieldOwner, types?: ItemType[]): void {
	const known: ItemType[] = owner === 'deal' ? [...itemTypes, 'calculation'] : [...itemTypes];
	(types ?? known).forEach((itemType, orderNum) => {
		const field = service.store.settings.put('field', {
			domainId: caller.domainId,
			name: fieldNames[itemType],
			owner,
			itemKey: `${owner === 'productDetail' ? 'detail' : owner}_${itemType}`,
			itemType,
			orderNum,
			options: [],
			...(itemType === 'calculation' ? { factor: 0.05 } : {}),
		});
		const options = (optionLabels[itemType] ?? []).map((label, index) => ({
			id: field.id * 100 + index + 1,
			value: index + 1,
			label,
		}));
		const now = service.clock.now();
		const optionTimes = Object.fromEntries(options.map(({ id }) => [id, now]));
		service.store.settings.put('field', { ...field, options, optionTimes });
	});
}

function seedProductDetails(scope: Scope): void {
	const { domainId } = scope.caller;
	const { settings } = scope.service.store;
	seedFields(scope, 'productDetail', ['text', 'date', 'decimal_number', 'single_select']);
	const lump = settings.put('billingType', { domainId, name: 'Once', key: 'lump' });
	settings.put('billingType', { domainId, name: 'Monthly', key: 'monthly' });
	const down = settings.put('roundType', { domainId, name: 'Round down', key: 'round_down' });
	const none = settings.put('roundType', { domainId, name: 'None', key: 'none' });
	const dealTypeIds = settings.list('dealType', domainId).map(({ id }) => id);
	for (const [name, price] of Object.entries({ Licence: 1200, Training: 800, Setup: 450 })) {
		create(scope, productDetailTypes, {
			form: {
				...{ name, dealTypeIds, price, unitCost: price / 2, quantity: 1, unit: 'piece' },
				...{ billingTypeId: lump.id, roundTypeId: down.id, unitCostRoundTypeId: none.id },
				grossProfitMargin: 50,
			},
		});
	}
}

/** All eight field types between the two definitions, and some in both. */
function seedDefinitions({ service, caller }: Scope): void {
	const item = (
		itemType: ObjectItem['itemType'],
		itemKey: string,
		labels: string[] = [],
	): ObjectItem => ({
		itemKey,
		name: itemKey.replaceAll('_', ' '),
		itemType,
		options: labels.map((label) => ({ key: label.toLowerCase(), label })),
	});
	const definitions = {
		ticket: [
			item('text', 'subject'),
			item('date', 'due_date'),
			item('number', 'priority'),
			item('single_select', 'status', ['Open', 'Waiting', 'Closed']),
			item('user', 'assignees'),
		],
		asset: [
			item('text', 'serial'),
			item('decimal_number', 'value'),
			item('url', 'manual'),
			item('multi_select', 'tags', ['Leased', 'Insured', 'Mobile']),
			item('date', 'bought_on'),
			item('number', 'floor'),
		],
	};
	for (const [key, items] of Object.entries(definitions)) {
		const name = key === 'ticket' ? 'Ticket' : 'Asset';
		service.store.settings.put('customObjectDef', { domainId: caller.domainId, name, key, items });
	}
}

/** Registered companies: one with founding year and industry, one without, and a shared website. */
function seedCompanies({ service, caller }: Scope): void {
	const { domainId } = caller;
	const { settings } = service.store;
	const industryId = settings.list('industry', domainId)[0]?.id ?? null;
	const known = { establishYear: 1987, industryId };
	const bare = { establishYear: null, industryId: null };
	const companies = [
		{ name: 'Registered Works', webUrl: 'https://registered-works.example', ...known },
		{ name: 'Bare Trading', webUrl: 'https://bare-trading.example', ...bare },
		{ name: 'Twin North', webUrl: 'https://twins.example', ...known },
		{ name: 'Twin South', webUrl: 'https://twins.example', ...known },
	];
	for (const company of companies) service.store.companies.insert({ domainId, ...company });
}
