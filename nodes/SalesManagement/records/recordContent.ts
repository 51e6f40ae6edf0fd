import type { IDataObject } from 'n8n-workflow';
import { customsCanonical, type Canonical, type Field } from '../fields';
import { customsIn, hasOwnNames, type RecordDescription } from './record';

const isComputed = ({ traits }: Field) => traits.includes('computed');

/** The reader of each property that a response may show; computed ones only on request. */
export function contentsOf(
	{ fields, customs }: RecordDescription,
	computed = false,
): Map<string, Canonical> {
	const contents = new Map<string, Canonical>();
	for (const each of fields) {
		if (computed || !isComputed(each)) {
			contents.set(each.shownAs, each.canonical);
		}
	}
	if (customs?.property !== undefined) contents.set(customs.property, customsCanonical);
	return contents;
}

/**
 * Makes a reader of a record's own content, from its description: values that the service computes are left
 * out, linked records are compared by their ids. If custom fields are properties themselves (v2 §2.8), every
 * property without a description is one.
 */
export function contentReader(
	record: RecordDescription,
): (record: Readonly<IDataObject>) => object {
	const contents = contentsOf(record);
	for (const property of record.watch?.related ?? []) contents.delete(property);
	return (shown) => ({
		...(hasOwnNames(record) && (customsIn(shown, record) as IDataObject)),
		...Object.fromEntries(
			[...contents]
				.filter(([name]) => Object.hasOwn(shown, name))
				.map(([name, content]) => [name, content(shown[name])]),
		),
	});
}
