import type { Fields } from './client';

/** A create form of a deal of the first deal type, on the first customer. */
export const dealForm = (more: Fields = {}): Fields => ({
	name: 'A deal',
	expectedContractDate: '2026-12-24',
	customer: { id: 1 },
	dealType: { id: 1 },
	phase: { id: 1 },
	product: { id: 1 },
	probability: { id: 1 },
	channel: { id: 1 },
	user: { id: 1 },
	...more,
});

/** A create form of a customer or contact action. */
export const actionForm = (more: Fields = {}): Fields => ({
	pattern: { id: 1 },
	startDatetime: '2026-05-01T10:00:00Z',
	endDatetime: '2026-05-01T11:00:00Z',
	creator: { id: 1 },
	...more,
});

/** A create form of a deal action; purposes 1 and 2 are of the first deal type, 3 and 4 of the second. */
export const dealActionForm = (more: Fields = {}): Fields => {
	const { pattern: _, ...form } = actionForm();
	return { ...form, purpose: { id: 1 }, deal: { id: 1 }, ...more };
};

/** A search for records whose field, named or described, meets one comparison. */
export const filterOf = (field: string | Fields, comparisonOperator: string, value?: Fields) => ({
	valueFilter: {
		field: typeof field === 'string' ? { name: field } : field,
		comparisonOperator,
		...(value && { value }),
	},
});
/** A search for every record. */
export const anything = filterOf('id', 'IS NOT NULL');
const composite =
	(logicalOperator: string) =>
	(...subFilters: object[]) => ({ compositeFilter: { logicalOperator, subFilters } });
export const and = composite('AND');
export const or = composite('OR');
