import type { Scope } from '../domain/scope';
import type { FieldOwner } from '../domain/properties/property';
import { newProductDetailType, productDetailTypes } from '../domain/records/productDetailTypes';
import { write } from '../domain/records/writing';
import type { Row } from '../domain/properties/records';
import type { ItemType, ObjectItem, SettingName } from '../domain/properties/settings';
import { customIndex } from '../domain/store/customColumns';
import type { Table } from '../domain/store/table';
import domain from './domain.json';

/** Sets a domain up as `domain.json` says: the same for every domain, with ids of their own. */
export function seedSettings(scope: Scope): void {
	const { caller, service } = scope;
	const { domainId } = caller;
	const { tables } = service.store;
	/** Returns the new setting's id. */
	const put = <Name extends SettingName>(
		name: Name,
		setting: Omit<Row<Name>, 'id' | 'domainId'>,
	): number => (tables[name] as Table<never>).insert({ ...setting, domainId } as never);

	const industryIds = domain.industries.map((name) => put('industry', { name }));
	for (const { isKnown, ...company } of domain.companies) {
		// One with founding year and industry, one without, and a shared website.
		const known = { establishYear: 1987, industryId: industryIds[0] ?? null };
		const bare = { establishYear: null, industryId: null };
		tables.company.insert({ domainId, ...company, ...(isKnown ? known : bare) });
	}
	const stages = domain.lifecycleStages.map((name, index) => ({
		id: domainId * 100 + index + 1,
		name,
	}));
	put('lifecycleStageType', { name: 'Marketing', stages });

	const patterns = domain.actionPatterns.map((name) => ({
		name,
		id: put('actionPattern', { name }),
	}));
	const dealTypeIds = domain.dealTypes.map(({ name: dealType, choices }) => {
		const dealTypeId = put('dealType', { name: dealType });
		domain.phases.forEach((phase, orderNum) => put('phase', { ...phase, dealTypeId, orderNum }));
		for (const [kind, names] of Object.entries({ ...domain.ofEachDealType, ...choices })) {
			names.forEach((name, orderNum) => put(kind as 'product', { name, dealTypeId, orderNum }));
		}
		patterns.forEach(({ id: patternId, name }, orderNum) => {
			put('actionPurpose', { name: `${name} about ${dealType}`, dealTypeId, orderNum, patternId });
		});
		return dealTypeId;
	});

	for (const owner of ['customer', 'deal', 'contact', 'action', 'productDetail'] as const) {
		seedFields(scope, owner);
	}
	for (const type of domain.billingTypes) put('billingType', type);
	for (const type of domain.roundTypes) put('roundType', type);
	const begun = newProductDetailType(scope);
	const roundTypeId = tables.roundType.list(domainId)[0]?.id;
	for (const detail of domain.productDetails) {
		const usual = { dealTypeIds, quantity: 1, unit: 'piece', roundTypeId, grossProfitMargin: 50 };
		write(scope, productDetailTypes, { form: { ...detail, ...usual }, columns: begun });
	}
	for (const { items, ...definition } of domain.customObjects) {
		put('customObjectDef', {
			...definition,
			items: items.map(({ itemKey, itemType, options = [] }) => ({
				itemKey,
				itemType: itemType as ObjectItem['itemType'],
				name: itemKey.replaceAll('_', ' '),
				options: options.map((label) => ({ key: label.toLowerCase(), label })),
			})),
		});
	}
}

/** A custom field of every type that its owner knows, with an item key (`deal_number`, …). */
function seedFields({ service, caller }: Scope, owner: FieldOwner): void {
	const isDetail = owner === 'productDetail';
	const own = domain.fields.filter(({ itemType, ofDetails }) =>
		isDetail ? ofDetails : owner === 'deal' || itemType !== 'calculation',
	);
	const { database, tables } = service.store;
	own.forEach(({ itemType, name, options: labels = [], factor = null }, orderNum) => {
		const row = {
			domainId: caller.domainId,
			name,
			owner,
			orderNum,
			factor,
			options: [],
			optionTimes: {},
			itemType: itemType as ItemType,
			itemKey: `${isDetail ? 'detail' : owner}_${itemType}`,
		};
		const field = { ...row, id: tables.field.insert(row) };
		const options = labels.map((label, index) => ({
			id: field.id * 100 + index + 1,
			value: index + 1,
			label,
		}));
		const now = service.clock.now();
		const optionTimes = Object.fromEntries(options.map(({ id }) => [id, now]));
		tables.field.update({ ...field, options, optionTimes });
		database.exec(customIndex(field));
	});
}
