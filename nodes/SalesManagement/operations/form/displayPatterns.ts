/** Conditions of a form on the value beside a parameter, as patterns of it. */
import type { NodeParameterValue } from 'n8n-workflow';
import { ITEM_TYPES, type Type } from '../../fields';
import type { RecordField } from '../../lookups/search/recordFields';

/** n8n's own form of a condition; its types know only `eq`, `regex` and their like as objects. */
const matching = (regex: string) => ({ _cnd: { regex } }) as unknown as NodeParameterValue;
export const when = (pattern: string) => matching(`^(?:${pattern})$`);
export const unless = (pattern: string) => matching(`^(?!(?:${pattern})$)`);

type Typed = Pick<RecordField, 'type' | 'lookup'>;

/**
 * The fields of which something holds, as a pattern of their values in the dropdown.
 * @param itemTypes the types of custom fields.
 */
export function fieldsWhere(
	standard: ReadonlyArray<Typed & Pick<RecordField, 'value'>>,
	holds: (field: Typed) => boolean,
	itemTypes: Readonly<Record<string, Type>> = ITEM_TYPES,
): string {
	const types = Object.keys(itemTypes).filter((each) =>
		holds({ type: itemTypes[each] ?? 'untyped' }),
	);
	return [
		...standard.filter(holds).map(({ value }) => value.replaceAll('.', '\\.')),
		...(types.length > 0 ? [`custom:.+:(?:${types.join('|')})`] : []),
	].join('|');
}
