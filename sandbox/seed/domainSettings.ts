import type { FieldOwner, BaseRow } from '../domain/properties/property';
import type { TableName } from '../domain/properties/recordFields';
import type { ItemType } from '../domain/properties/settings';
import { newProductDetailType, productDetailTypes } from '../domain/records/productDetailTypes';
import { write } from '../domain/records/writing';
import type { Scope } from '../domain/scope';
import { customIndex } from '../domain/store/customColumns';
import type { Table } from '../domain/store/table';
import domain from './domain.json';

/** Rows by table. They refer to each other by name; `parts` are rows that refer to the row around them. */
type Rows = Partial<Record<TableName, Array<Record<string, unknown> & { parts?: Rows }>>>;

/** Creates the settings of a domain from `domain.json`, which are the same in every domain but for their ids. */
export function seedSettings(scope: Scope): void {
	const { domainId } = scope.caller;
	const { tables } = scope.service.store;
	const ids = new Map<unknown, number>();
	const put = (rows: Rows, whole: object = {}): void => {
		for (const [name, list] of Object.entries(rows)) {
			const table = tables[name as TableName] as Table<BaseRow>;
			list.forEach(({ parts = {}, ...row }, orderNum) => {
				const columns = Object.entries<unknown>(row).map(([key, value]): [string, unknown] => [
					key,
					key.endsWith('Id') ? ids.get(value) : value,
				]);
				const own: object = { orderNum, ...Object.fromEntries(columns) };
				const id = table.insert({ domainId, ...whole, ...own });
				ids.set(row.name, id);
				put(parts, { [`${name}Id`]: id });
			});
		}
	};
	put(domain.settings);
	const stages = domain.lifecycleStages.map((name, at) => ({ id: domainId * 100 + at + 1, name }));
	put({ lifecycleStageType: [{ name: 'Marketing', stages }] });
	for (const owner of ['customer', 'deal', 'contact', 'action', 'productDetail'] as const) {
		seedFields(scope, owner);
	}
	const ofAll = {
		dealTypeIds: tables.dealType.list(domainId).map(({ id }) => id),
		quantity: 1,
		unit: 'piece',
		roundTypeId: ids.get('Round down'),
		grossProfitMargin: 50,
	};
	for (const detail of domain.productDetails) {
		const form = { ...detail, ...ofAll };
		write(scope, productDetailTypes, { form, columns: newProductDetailType(scope) });
	}
}

/** Creates a custom field of every type that its owner has, with an item key (`deal_number`, …). */
function seedFields({ service, caller: { domainId } }: Scope, owner: FieldOwner): void {
	const isDetail = owner === 'productDetail';
	const own = domain.fields.filter(({ itemType, ofDetails }) =>
		isDetail ? ofDetails : owner === 'deal' || itemType !== 'calculation',
	);
	const { database, tables } = service.store;
	const now = service.clock.now();
	own.forEach(({ itemType, name, options: labels = [], percent = null }, orderNum) => {
		const row = {
			domainId,
			name,
			owner,
			orderNum,
			percent,
			options: [],
			optionTimes: {},
			itemType: itemType as ItemType,
			itemKey: `${isDetail ? 'detail' : owner}_${itemType}`,
		};
		const id = tables.field.insert(row);
		const options = labels.map((label, at) => ({ id: id * 100 + at + 1, value: at + 1, label }));
		const optionTimes = Object.fromEntries(options.map((option) => [option.id, now]));
		const field = { ...row, id, options, optionTimes };
		tables.field.update(field);
		database.exec(customIndex(field));
	});
}
