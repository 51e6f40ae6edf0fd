/** What becomes of the records that the service returns: the parameter Output, in node and trigger. */
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { UsageError } from '../../api/errors';
import {
	choice,
	controlsAtEnd,
	names,
	optionControls,
	read,
	type CustomFields,
	type CustomValue,
	type Item,
	type Values,
} from '../../fields';
import { customsProperty } from '../../records/record';
import { isObject, own } from '../../values';
import type { Form } from '../operation';
import type { CustomsLookup } from './customsLookup';
import { Choice, has, picked, pickedFlat, type OutputFieldCheck } from './picked';
import { simplifier, takenNames, type Shape } from './simplified';
import { shortIn, whole, type Known } from './whole';

export { CustomsLookup, customsSources, type CustomsSources } from './customsLookup';
export { has, OutputFieldCheck, showsEmpty, valueAt } from './picked';
export { customsByKey, readable, readablesByKey } from './readable';
export { simplifier, type Shape } from './simplified';
export type { Known } from './whole';

/** What can be returned of each record. */
const OUTPUTS = [
	{
		name: 'Simplified',
		value: 'simplified',
		description: 'The main fields and all custom fields, flat and readable',
	},
	{
		name: 'Raw',
		value: 'raw',
		description: 'Everything, as the service returns it',
	},
	{
		name: 'Selected Fields',
		value: 'selectedFields',
		description: 'Only the fields that you name',
	},
] as const;

/** A language model can't read a file. */
const NOT_FOR_TOOLS: INodePropertyOptions['displayOptions'] = { hide: { '@tool': [true] } };

/** What a list of any size can become instead of an item for each record. */
const WHOLES = [
	{
		name: 'File',
		value: 'file',
		description: 'Files of all records, for lists of any size',
		displayOptions: NOT_FOR_TOOLS,
	},
	{
		name: 'Summary',
		value: 'summary',
		description: 'Counts, sums and averages of all records, in groups',
	},
] as const;

const DESCRIPTION = { description: 'What to return of each record' };

// Not required in the form: beside an Output that an expression gives, n8n would require it always.
const outputFields = names('outputFields', 'Output Fields', {
	shownWhen: { output: ['selectedFields'] },
	placeholder: 'e.g. id, name, phase.name, phaseId, Level',
	description:
		'The fields to return, separated by commas: properties of the raw record, where a dot reaches into an object, and names of the simplified one. With fewer fields, a workflow can carry more records.',
});

/** The parameter of everything that reads records; after the fields, before the collections. */
export const outputControls = controlsAtEnd({
	output: choice('output', 'Output', OUTPUTS, DESCRIPTION),
	outputFields,
});

/** The same of a write, which few look at: an option. */
export const writeOutputControls = optionControls({
	output: choice('output', 'Output', OUTPUTS, DESCRIPTION),
	outputFields: { ...outputFields, shownWhen: { output: ['selectedFields'] } },
});

/** Where a form asks for the output; absent where it returns no records. */
export const outputControlsIn = ({ controls }: Pick<Form, 'controls'>) =>
	[outputControls, writeOutputControls].find((each) => controls.includes(each));

/** The same of a list, which can also come as a file or a summary. */
export const listOutputControls = controlsAtEnd({
	output: choice('output', 'Output', [...OUTPUTS, ...WHOLES], DESCRIPTION),
	outputFields,
});

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

/** How records are to be shaped. */
export type Shaped = Values<(typeof outputControls)['fields']>;

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
	{ output = 'simplified', outputFields: selected = [] }: Shaped,
	{ added, check, isFlat }: ShapeOptions = {},
): Shaper {
	if (output === 'raw') return unshaped;
	const simplify = simplifier(shape, added);
	const property = customsProperty(shape);
	const simplified = (record: IDataObject, known?: Known) =>
		simplify(known ? whole(record, property, known) : record);
	const short = (record: IDataObject) => shortIn(own(record, property));
	const { customs } = shape;
	if (output === 'simplified') return Object.assign(simplified, { customs, shortIn: short });
	if (selected.length === 0) {
		throw new UsageError(
			'Output is Selected Fields, and Output Fields names none: name at least one, or choose Simplified.',
		);
	}
	const taken = takenNames(shape, added);
	const select = (record: IDataObject, known?: Known) => {
		const chosen = new Choice(record, (raw) => simplified(raw, known));
		check?.look(chosen, selected);
		return (isFlat ? pickedFlat : picked)(chosen, selected);
	};
	const mayBeLabel = (record: IDataObject) => (name: string) =>
		!taken.has(name) && !has(record, name.split('.'));
	return Object.assign(select, {
		customs,
		shortIn: (record: IDataObject) => (selected.some(mayBeLabel(record)) ? short(record) : []),
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
