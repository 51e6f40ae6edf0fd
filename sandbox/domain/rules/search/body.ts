import { Type, type Static } from '@sinclair/typebox';
import { component } from '../../../contract/schemas';

const fieldName = Type.Object({
	reference: Type.Optional(Type.String()),
	name: Type.Optional(Type.String()),
	customItemId: Type.Optional(Type.Integer()),
	itemKey: Type.Optional(Type.String()),
});
export type FieldName = Static<typeof fieldName>;

const valueFilter = Type.Object({
	field: fieldName,
	comparisonOperator: Type.String(),
	value: Type.Optional(
		Type.Object({
			stringValue: Type.Optional(Type.Unknown()),
			integerValue: Type.Optional(Type.Unknown()),
			decimalValue: Type.Optional(Type.Unknown()),
			datetimeValue: Type.Optional(Type.Unknown()),
		}),
	),
});
export type ValueFilter = Static<typeof valueFilter>;

/** A tree of conditions (v1 §4, "Search body"). */
export interface Filter {
	compositeFilter?: { logicalOperator: string; subFilters: Filter[] };
	valueFilter?: ValueFilter;
}

/** The schema of one level; the tree below is checked while it is read. */
export const filterSchema = Type.Unsafe<Filter>(
	Type.Recursive(
		(This) =>
			Type.Object({
				compositeFilter: Type.Optional(
					Type.Object({ logicalOperator: Type.String(), subFilters: Type.Array(This) }),
				),
				valueFilter: Type.Optional(valueFilter),
			}),
		{ $id: 'SearchFilter' },
	),
);
export const sortSchema = component(
	'SearchSort',
	Type.Object({ field: fieldName, order: Type.Optional(Type.String()) }),
);
export type Sort = Static<typeof sortSchema>;
