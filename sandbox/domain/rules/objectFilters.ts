import { badRequest } from '../../contract/refusal';
import { isIntegerText } from '../../contract/values';
import type { Row } from '../properties/recordFields';
import type { ItemType } from '../properties/settings';
import { valueIn } from '../store/customColumns';
import type { Service } from '../service';
import { raw, type Sql } from '../store/sql';
import { comparedAs } from './search/columns';
import { equals } from './search/comparison';

/** The types of fields that custom objects can be filtered by (v2 §4.11). */
const filterable: ItemType[] = ['text', 'number', 'decimal_number', 'date'];

/**
 * The equality filters of a query: `?<itemKey>=<value>` (v2 §4.11).
 * @param controls the list's own parameters: an item key with the name of one cannot be a filter
 */
export const objectFilters = (
	service: Service,
	{ items }: Row<'customObjectDef'>,
	query: Record<string, unknown>,
	controls: object,
): Sql[] =>
	items
		.filter(({ itemKey }) => query[itemKey] !== undefined && !(itemKey in controls))
		.map(({ itemKey: name, itemType }) => {
			if (!filterable.includes(itemType)) {
				throw badRequest(`${name} cannot be filtered by: it is a ${itemType}`);
			}
			const given = query[name];
			const value = itemType === 'number' && isIntegerText(given) ? Number(given) : given;
			const column = {
				name,
				type: comparedAs[itemType],
				sql: raw(valueIn('t.fields', name, itemType)),
			};
			return equals(service, column, value);
		});
