import { Type, type Static } from '@sinclair/typebox';
import { decimal, flag, integer, nullable } from '../../../contract/schemas';
import { definedOnly, mapDefined } from '../../../contract/values';
import { customItems, writeCustoms } from '../../rules/customValues';
import { settingOf } from '../../rules/references';
import type { TimeFormat } from '../../../contract/time';
import type { Setting } from '../../store/settings';
import { detailCustomsReader } from '../deal/read';
import { timesReader } from '../times';
import type { Scope } from '../../scope';

type ProductDetailType = Setting<'productDetail'>;

/** Makes a reader of product-detail settings (v1 §2.8); decimals are text (v1 §2). */
export function productDetailTypeReader(scope: Scope, time: TimeFormat) {
	const readCustoms = detailCustomsReader(scope, time);
	const { decimalFormat } = scope.service;
	const times = timesReader(scope, time);
	const keyed = (kind: 'billingType' | 'roundType', settingId: number) => {
		const { id, key, name } = settingOf(scope, kind, settingId);
		return { id, key, name };
	};
	return (setting: ProductDetailType) => ({
		id: setting.id,
		name: setting.name,
		dealTypeIds: setting.dealTypeIds,
		unit: setting.unit,
		price: setting.price === null ? null : decimalFormat(setting.price),
		billingType: keyed('billingType', setting.billingTypeId),
		roundType: keyed('roundType', setting.roundTypeId),
		unitCostRoundType: keyed('roundType', setting.unitCostRoundTypeId),
		memo: setting.memo,
		...times(setting),
		dealProductDetailTypeCustoms: readCustoms(setting),
	});
}

/** A decimal number, as text or as a number, or null. */
const orNullDecimal = Type.Unsafe<string | number | null>({
	...decimal,
	type: ['number', 'string', 'null'],
});
const name = Type.String({ minLength: 1 });
const optional = Type.Partial(
	Type.Object({
		dealTypeIds: Type.Array(integer),
		price: orNullDecimal,
		unitCost: orNullDecimal,
		quantity: orNullDecimal,
		unit: nullable.text,
		billingTypeId: integer,
		roundTypeId: integer,
		unitCostRoundTypeId: integer,
		grossProfitMargin: orNullDecimal,
		enableAutoCalculatePrice: flag,
		memo: nullable.text,
		dealProductDetailTypeCustoms: customItems('productDetail'),
	}),
);

/** An item of the bulk create; only the name is required (v1 §4). */
export const productDetailTypeForm = Type.Composite([Type.Object({ name }), optional]);
/** An item of the bulk update: its id and what changes. */
export const productDetailTypeChanges = Type.Composite([
	Type.Object({ id: integer, name: Type.Optional(name) }),
	optional,
]);
type Form = Static<typeof productDetailTypeForm>;
type Changes = Static<typeof productDetailTypeChanges>;

/** Adds a product-detail setting and returns its id. */
export function createProductDetailType(scope: Scope, form: Form): number {
	const { service, caller } = scope;
	const { settings } = service.store;
	const first = (kind: 'billingType' | 'roundType', key: string) =>
		settings.list(kind, caller.domainId).find((one) => one.key === key)?.id ?? 0;
	const roundTypeId = first('roundType', 'none');
	const empty = {
		...{ domainId: caller.domainId, name: form.name, dealTypeIds: [], unit: null, memo: null },
		...{ price: null, unitCost: null, quantity: null, grossProfitMargin: null, customs: {} },
		...{ billingTypeId: first('billingType', 'lump'), enableAutoCalculatePrice: false },
		...{ roundTypeId, unitCostRoundTypeId: roundTypeId, ...service.creationStamps() },
	};
	return settings.put('productDetail', { ...empty, ...changed(scope, {}, form) }).id;
}

/** Changes the properties that the item holds. */
export function updateProductDetailType(scope: Scope, { id, ...changes }: Changes): void {
	const before = settingOf(scope, 'productDetail', id);
	const updatedAt = Math.max(before.updatedAt, scope.service.stamp());
	const next = { ...before, ...changed(scope, before.customs, changes), updatedAt };
	scope.service.store.settings.put('productDetail', next);
}

/** What the form changes; each id that it refers to must exist. */
function changed(
	scope: Scope,
	customs: ProductDetailType['customs'],
	form: Partial<Form>,
): Partial<ProductDetailType> {
	const { price, unitCost, quantity, grossProfitMargin, dealProductDetailTypeCustoms } = form;
	const { name: newName, dealTypeIds, unit, memo, enableAutoCalculatePrice } = form;
	const { billingTypeId, roundTypeId, unitCostRoundTypeId } = form;
	for (const id of dealTypeIds ?? []) settingOf(scope, 'dealType', id);
	if (billingTypeId !== undefined) settingOf(scope, 'billingType', billingTypeId);
	for (const id of [roundTypeId, unitCostRoundTypeId]) {
		if (id !== undefined) settingOf(scope, 'roundType', id);
	}
	const toNumber = (decimal: string | number | null) => (decimal === null ? null : Number(decimal));
	return {
		...definedOnly({
			price: mapDefined(price, toNumber),
			unitCost: mapDefined(unitCost, toNumber),
			quantity: mapDefined(quantity, toNumber),
			grossProfitMargin: mapDefined(grossProfitMargin, toNumber),
			...{ name: newName, dealTypeIds, unit, memo, enableAutoCalculatePrice },
			...{ billingTypeId, roundTypeId, unitCostRoundTypeId },
		}),
		customs: writeCustoms(scope, 'productDetail', customs, dealProductDetailTypeCustoms),
	};
}
