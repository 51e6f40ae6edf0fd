/** What becomes of the records that the service returns: the parameter Output, in node and trigger. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../../api/errors/errors';
import { read, type CustomFields, type CustomValue, type Item, type Values } from '../../../fields';
import { customsProperty } from '../../../records/record';
import { own } from '../../../shared/values';
import type { Named } from '../../../records/reservedNames';
import { standardFields } from '../../../lookups/search/recordFields';
import { takenNames } from './customNames';
import type { CustomsLookup } from './customsLookup';
import { outputControls } from '../../form/output';
import { has, picked, type OutputFieldCheck } from './selectedFields';
import { shortOf, type Known } from './readable';
import { simplifier } from './simplified';

export { CustomsLookup } from './customsLookup';
export { customCalled, customNames, entriesOf } from './customNames';
export { has, OutputFieldCheck, valueAt } from './selectedFields';
export { customsByKey, readable, shortOf, type Known } from './readable';
export { simplifier } from './simplified';

/** What is handed out of records. */
export interface Shaper {
	/** @param known what compact custom values leave out. */
	of(record: IDataObject, known?: Known): IDataObject;
	/** The record's custom fields; absent where none has to be known. */
	readonly customs?: CustomFields;
	/** The compact values of which it would show more than they say. */
	shortIn(record: IDataObject): CustomValue[];
}

/** Hands out records as they are. */
export const unshaped: Shaper = { of: (record) => record, shortIn: () => [] };

/** Shapes records; what their compact custom values leave out is looked up before. */
export async function shapeAll(
	records: readonly IDataObject[],
	shape: Shaper,
	lookup: CustomsLookup,
): Promise<IDataObject[]> {
	const short = records.flatMap((record) => shape.shortIn(record));
	const known = await lookup.about(shape.customs, short);
	return records.map((record) => shape.of(record, known));
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
	shape: Named,
	item: Item,
	{
		controls = outputControls,
		...options
	}: ShapeOptions & { controls?: typeof outputControls } = {},
): Shaper => shaperFor(shape, read(controls, item), options);

/** @throws UsageError for selected fields of which none is named. */
export function shaperFor(
	shape: Named,
	{ output, outputFields: names = [] }: Values<(typeof outputControls)['fields']>,
	{ added, ...options }: ShapeOptions = {},
): Shaper {
	if (output === 'raw') return unshaped;
	const { customs } = shape;
	const property = customsProperty(shape);
	const shortIn = (record: IDataObject) => shortOf(own(record, property));
	if (output !== 'selectedFields') return { of: simplifier(shape, added), customs, shortIn };
	if (names.length === 0) {
		throw new UsageError(
			'Output is Selected Fields, and Output Fields names none: name at least one, or choose Simplified.',
		);
	}
	const standard = standardFields(shape);
	const taken = takenNames(shape, added);
	const mayBeLabel = (record: IDataObject) => (name: string) =>
		!taken.has(name) && !has(record, name.split('.'));
	return {
		of: (record, known) => picked(record, known, { ...options, shape, standard, names }),
		customs,
		shortIn: (record) => (names.some(mayBeLabel(record)) ? shortIn(record) : []),
	};
}

/** What an option adds to each record, by the parameter of the request that asks for it. */
export function addedBy(query: IDataObject, { watch }: Pick<Named, 'watch'>): readonly string[] {
	const asks = (name: string) => own(query, name) === 1;
	return [
		...(asks('include_related_objects') ? (watch?.related ?? []) : []),
		...(asks('include_files') ? ['files'] : []),
	];
}
