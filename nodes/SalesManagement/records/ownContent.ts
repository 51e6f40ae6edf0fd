import type { IDataObject } from 'n8n-workflow';
import { customsContent, type Content } from '../fields';
import { customsIn, hasOwnNames, type RecordDescription } from './record';

type Described = Pick<RecordDescription, 'fields' | 'customs' | 'watch'>;

const isComputed = ({ is }: RecordDescription['fields'][number]) => is.includes('computed');

/** How the value of each property is read that a response may show; computed ones only on request. */
export function contentsOf(
	{ fields, customs }: Omit<Described, 'watch'>,
	computed = false,
): Map<string, Content> {
	const contents = new Map<string, Content>();
	for (const each of fields) {
		if (computed || !isComputed(each)) {
			contents.set(each.shownAs ?? each.key, each.content);
		}
	}
	if (customs?.property !== undefined) contents.set(customs.property, customsContent);
	return contents;
}

/**
 * Makes a reader of a record's own content, by its description: what the service computes is left
 * out, linked records count by their ids. Where custom fields are properties themselves (v2 §2.8), all
 * that is not described is one.
 */
export function contentReader(record: Described): (record: Readonly<IDataObject>) => object {
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
