/**
 * Simplified: what a person reads of a record, flat and small: the fields that are `main` in `records/`, and
 * custom fields.
 */
import type { IDataObject } from 'n8n-workflow';
import { customsIn, customsProperty, mainFields } from '../../../records/record';
import { isBlank, isObject, own, setOwn } from '../../../shared/values';
import { idName, type Named } from '../../../records/reservedNames';
import { customNames, entriesOf } from './customNames';
import { asDecimal, entryText, readable, type Known } from './readable';

/** One record that another refers to, as its name and its ID; both null when there is none. */
function setPair(simple: IDataObject, name: string, reference: unknown): void {
	const isId = typeof reference === 'number';
	const { name: text, id } = isObject(reference)
		? reference
		: { name: isId ? null : reference, id: isId ? reference : null };
	setOwn(simple, name, text ?? null);
	setOwn(simple, idName(name), id ?? null);
}

/** A property without depth: a reference as a pair, a list as what a person reads of its entries. */
function setFlat(simple: IDataObject, name: string, value: unknown, mayRefer: boolean): void {
	if (Array.isArray(value)) setOwn(simple, name, value.map(entryText));
	else if (mayRefer || isObject(value)) setPair(simple, name, value);
	else setOwn(simple, name, value);
}

/**
 * Makes records simple: their main fields, then what an option of the operation added, as the service
 * returns that, then their custom fields by label with readable values. Of records that have no main
 * fields all are kept. What has no ID is no record, and stays as it is.
 * @param added the properties that were asked for besides, such as related objects.
 * @returns a function that also takes what compact custom values leave out.
 */
export function simplifier(
	shape: Named,
	added: readonly string[] = [],
): (record: IDataObject, known?: Known) => IDataObject {
	const main = mainFields(shape);
	const property = customsProperty(shape);
	const names = customNames(shape, added);

	const setStandard = (simple: IDataObject, record: IDataObject): void => {
		if (main.length === 0) {
			for (const [name, value] of Object.entries(record)) {
				if (name !== property) setFlat(simple, name, value, false);
			}
		}
		for (const each of main) {
			const name = each.shownAs ?? each.key;
			if (!Object.hasOwn(record, name)) continue;
			const value = record[name];
			const isDecimal = each.type === 'decimal';
			setFlat(simple, name, isDecimal ? asDecimal(value) : value, each.type === 'reference');
		}
	};

	return (record, known) => {
		if (isBlank(own(record, 'id'))) return record;
		const simple: IDataObject = {};
		setStandard(simple, record);
		for (const name of added) {
			if (Object.hasOwn(record, name)) setOwn(simple, name, record[name]);
		}
		const customs = entriesOf(customsIn(record, shape), known);
		const shown = names(customs);
		customs.forEach(({ value }, at) => setOwn(simple, shown[at] ?? '', readable(value, known)));
		return simple;
	};
}
