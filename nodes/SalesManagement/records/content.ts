import type { IDataObject } from 'n8n-workflow';
import { asItIs, customsContent, type Content } from '../fields';
import { hasOwnNames, type RecordDescription } from './record';

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
	const isOwnNamed = hasOwnNames(record);
	const described = new Set([...contentsOf(record, true).keys(), ...(record.watch?.related ?? [])]);
	return (shown) =>
		Object.fromEntries(
			Object.entries(shown)
				.filter(([name]) => contents.has(name) || (isOwnNamed && !described.has(name)))
				.map(([name, value]) => [name, (contents.get(name) ?? asItIs)(value)]),
		);
}
