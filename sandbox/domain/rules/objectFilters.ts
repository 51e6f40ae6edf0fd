import { badRequest } from '../../contract/refusal';
import type { ObjectItem, Setting } from '../store/settings';
import type { Service } from '../service';
import { sql, type Sql } from '../store/sql';
import { equalText } from './search/comparison';
import { inUtc, readDateTime } from '../../contract/time';
import { isDecimal, isIntegerText, isText } from '../../contract/values';

/** Parameters that steer the list: an item key of that name cannot be a filter (v2 §4.11). */
const controls = new Set([
	'createdAtFrom',
	'createdAtTo',
	'updatedAtFrom',
	'updatedAtTo',
	'sort',
	'cursor',
]);

/** The equality filters of a query: `?<itemKey>=<value>` (v2 §4.11). */
export function objectFilters(
	service: Service,
	{ items }: Setting<'customObjectDef'>,
	query: Record<string, unknown>,
): Sql[] {
	return items
		.filter(({ itemKey }) => query[itemKey] !== undefined && !controls.has(itemKey))
		.map((item) => equality(service, item, query[item.itemKey]));
}

/** Only text, number, decimal_number and date can be filtered by (v2 §4.11). */
function equality(service: Service, { itemKey, itemType }: ObjectItem, value: unknown): Sql {
	const wrong = (wanted: string) => badRequest(`the filter ${itemKey} must be ${wanted}`);
	if (!isText(value)) throw wrong('given once');
	const stored = sql`json_extract(t.fields, ${`$."${itemKey}"`})`;
	switch (itemType) {
		case 'text':
			return sql`${equalText(service, stored)} = ${value}`;
		case 'number':
			if (!isIntegerText(value)) throw wrong('an integer');
			return sql`${stored} = ${Number(value)}`;
		case 'decimal_number':
			if (!isDecimal(value)) throw wrong('a decimal number');
			return sql`CAST(${stored} AS REAL) = ${Number(value)}`;
		case 'date': {
			const ms = readDateTime(value);
			if (Number.isNaN(ms)) throw wrong('an ISO 8601 date-time');
			return sql`${stored} = ${inUtc(ms)}`;
		}
		default:
			throw badRequest(`${itemKey} cannot be filtered by: it is a ${itemType}`);
	}
}
