/** What becomes of the records that the service returns: the parameter Output, in node and trigger. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import { read, type CustomFields, type CustomValue, type Item, type Values } from '../../fields';
import { customsProperty } from '../../records/record';
import { isObject, own } from '../../values';
import type { CustomsLookup } from './customsLookup';
import { outputControls } from './form';
import { Choice, has, picked, type OutputFieldCheck } from './picked';
import { shortIn, type Known } from './readable';
import { simplifier, takenNames, type Shape } from './simplified';

export { CustomsLookup, customsSources } from './customsLookup';
export { customCalled, entriesOf } from './customNames';
export { has, OutputFieldCheck, valueAt } from './picked';
export { customsByKey, readable, shortIn, type Known } from './readable';
export { simplifier, type Shape } from './simplified';

/** Changes a record into what is handed out of it. */
export interface Shaper {
	/** @param known what compact custom values leave out. */
	(record: IDataObject, known?: Known): IDataObject;
	/** The record's custom fields; absent where none has to be known. */
	readonly customs?: CustomFields;
	/** The compact values of which it would show more than they say. */
	shortIn(record: IDataObject): CustomValue[];
}

/** Hands out records as they are. */
export const unshaped: Shaper = Object.assign((record: IDataObject) => record, {
	shortIn: () => [],
});

/** The compact values of a record, and the custom fields that tell what these leave out. */
export const shortOf = (shape: Pick<Shape, 'customs'>): Pick<Shaper, 'customs' | 'shortIn'> => ({
	customs: shape.customs,
	shortIn: (record) => shortIn(own(record, customsProperty(shape))),
});

/** Shapes records; what their compact custom values leave out is looked up before. */
export async function shapeAll(
	records: readonly IDataObject[],
	shape: Shaper,
	lookup: CustomsLookup,
): Promise<IDataObject[]> {
	const short = records.flatMap((record) => shape.shortIn(record));
	const known = await lookup.about(shape.customs, short);
	return records.map((record) => shape(record, known));
}

interface ShapeOptions {
	/** The properties that an option of the operation added; Simplified keeps them. */
	readonly added?: readonly string[];
	/** Told what is selected of each record. */
	readonly check?: OutputFieldCheck;
	/** Whether selected fields are properties side by side, as in a table. */
	readonly isFlat?: boolean;
}

/**
 * How one item wants its records shaped.
 * @throws UsageError for selected fields of which none is named.
 */
export const shaper = (
	shape: Shape,
	item: Item,
	{
		controls = outputControls,
		...options
	}: ShapeOptions & { controls?: typeof outputControls } = {},
): Shaper => shaperFor(shape, read(controls, item), options);

/** @throws UsageError for selected fields of which none is named. */
export function shaperFor(
	shape: Shape,
	{ output, outputFields: names = [] }: Values<(typeof outputControls)['fields']>,
	{ added, ...options }: ShapeOptions = {},
): Shaper {
	if (output === 'raw') return unshaped;
	const simplified = simplifier(shape, added);
	const short = shortOf(shape);
	if (output !== 'selectedFields') return Object.assign(simplified, short);
	if (names.length === 0) {
		throw new UsageError(
			'Output is Selected Fields, and Output Fields names none: name at least one, or choose Simplified.',
		);
	}
	const taken = takenNames(shape, added);
	const select = (record: IDataObject, known?: Known) =>
		picked(new Choice(record, { shape, known, simplified }), { ...options, names });
	const mayBeLabel = (record: IDataObject) => (name: string) =>
		!taken.has(name) && !has(record, name.split('.'));
	return Object.assign(select, {
		...short,
		shortIn: (record: IDataObject) => (names.some(mayBeLabel(record)) ? short.shortIn(record) : []),
	});
}

/** What an option adds to each record, by the parameter of the request that asks for it. */
export function addedBy(query: unknown, { watch }: Pick<Shape, 'watch'>): readonly string[] {
	const asks = (name: string) => own(isObject(query) ? query : {}, name) === 1;
	return [
		...(asks('include_related_objects') ? (watch?.related ?? []) : []),
		...(asks('include_files') ? ['files'] : []),
	];
}
