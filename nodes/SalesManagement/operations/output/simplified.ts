/** Simplified: what a person reads of a record, flat and small. */
import type { IDataObject } from 'n8n-workflow';
import { idIn, type Field } from '../../fields';
import { customsProperty, mainFields } from '../../records/record';
import { isBlank, isObject, own, setOwn } from '../../values';
import { folded, namesOf as columnNames } from '../columns/names';
import { allFields, idName, ownNames, type Named } from '../columns/ownNames';
import { entriesOf, namesOf, type CustomEntry } from './customNames';
import { asDecimal, entryText, readable } from './readable';

/** What decides the shape of a record's output. */
export type Shape = Named;

/** Whether a column of a name may be one for a field that the service lets a form set. */
function likeFields(shape: Shape): (name: string) => boolean {
	const written = allFields(shape).filter(({ on }) => on === undefined || on.length > 0);
	const spellings = new Set<string>();
	for (const each of written) {
		const { exact, names, idNames } = columnNames(each, written);
		for (const name of [...exact.map(folded), ...names, ...idNames]) spellings.add(name);
	}
	return (name) => spellings.has(folded(name));
}

/** The names of a record's own properties, which no custom field gets. */
export const takenNames = (shape: Shape, added: readonly string[] = []): ReadonlySet<string> =>
	new Set([...ownNames(shape), ...added]);

type Entry = readonly [name: string, value: unknown];

const isReference = ({ content }: Pick<Field, 'content'>): boolean => content === idIn;

/** One record that another refers to, as its name and its ID; both null when there is none. */
function pair(name: string, reference: unknown): Entry[] {
	if (isObject(reference)) {
		return [
			[name, reference.name ?? null],
			[idName(name), reference.id ?? null],
		];
	}
	const isId = typeof reference === 'number';
	return [
		[name, isId ? null : (reference ?? null)],
		[idName(name), isId ? reference : null],
	];
}

/** A property without depth: a reference as a pair, a list as what a person reads of its entries. */
function flat(name: string, value: unknown, mayRefer: boolean): Entry[] {
	if (Array.isArray(value)) return [[name, value.map(entryText)]];
	return mayRefer || isObject(value) ? pair(name, value) : [[name, value]];
}

/** The custom fields of a record: in a property of their own, or beside all that is described. */
function customsOf(record: IDataObject, { customs, fields, watch }: Shape): CustomEntry[] {
	if (customs === undefined) return [];
	if (customs.property !== undefined) return entriesOf(own(record, customs.property));
	const described = new Set([...fields.map(({ key }) => key), ...(watch?.related ?? [])]);
	const others = Object.entries(record).filter(([key]) => !described.has(key));
	return entriesOf(Object.fromEntries(others));
}

/**
 * Makes records simple: their main fields, then what an option of the operation added, as the service
 * returns that, then their custom fields by label with readable values. Of records that have no main
 * fields all are kept. What has no ID is no record, and stays as it is.
 * @param added the properties that were asked for besides, such as related objects.
 */
export function simplifier(
	shape: Shape,
	added: readonly string[] = [],
): (record: IDataObject) => IDataObject {
	const main = mainFields(shape);
	const property = customsProperty(shape);
	const standardNames = { taken: takenNames(shape, added), isLike: likeFields(shape) };

	const standard = (record: IDataObject): Entry[] =>
		main.length === 0
			? Object.entries(record)
					.filter(([name]) => name !== property)
					.flatMap(([name, value]) => flat(name, value, false))
			: main.flatMap((each) => {
					const name = each.shownAs ?? each.key;
					if (!Object.hasOwn(record, name)) return [];
					const value = record[name];
					const isDecimal = each.comparison === 'decimal';
					return flat(name, isDecimal ? asDecimal(value) : value, isReference(each));
				});

	return (record) => {
		if (isBlank(own(record, 'id'))) return record;
		const simple: IDataObject = {};
		for (const [name, value] of standard(record)) setOwn(simple, name, value);
		for (const name of added) {
			if (Object.hasOwn(record, name)) setOwn(simple, name, record[name]);
		}
		const customs = customsOf(record, shape);
		const names = namesOf(customs, standardNames, property === '' ? 'field' : property);
		customs.forEach(({ value }, at) => setOwn(simple, names[at] ?? '', readable(value)));
		return simple;
	};
}
