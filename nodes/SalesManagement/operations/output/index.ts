/** What becomes of the records that the service returns: the parameter Output, in node and trigger. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors';
import { choice, controlsAtEnd, names, read, type Item } from '../../fields';
import { isObject, own } from '../../values';
import { Choice, picked, type OutputFieldCheck } from './picked';
import { simplifier, type Shape } from './simplified';

export { has, OutputFieldCheck, valueAt } from './picked';
export { customsByKey, readable, readablesByKey } from './readable';
export { simplifier, type Shape } from './simplified';

/** The parameter of everything that returns whole records; after the fields, before the collections. */
export const outputControls = controlsAtEnd({
	output: choice(
		'output',
		'Output',
		[
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
		],
		{ description: 'What to return of each record' },
	),
	outputFields: names('outputFields', 'Output Fields', {
		is: ['required'],
		shownWhen: { output: ['selectedFields'] },
		placeholder: 'e.g. id, name, phase.name, phaseId, Level',
		description:
			'The fields to return, separated by commas: properties of the raw record, where a dot reaches into an object, and names of the simplified one. With fewer fields, a workflow can carry more records.',
	}),
});

/** Changes a record into what is handed out of it. */
export type Shaper = (record: IDataObject) => IDataObject;

interface ShapeOptions {
	/** The properties that an option of the operation added; Simplified keeps them. */
	readonly added?: readonly string[];
	/** Told what is selected of each record. */
	readonly check?: OutputFieldCheck;
}

/**
 * How one item wants its records shaped.
 * @throws UsageError for selected fields of which none is named.
 */
export function shaper(shape: Shape, item: Item, { added, check }: ShapeOptions = {}): Shaper {
	const { output = 'simplified', outputFields = [] } = read(outputControls, item);
	if (output === 'raw') return (record) => record;
	const simplify = simplifier(shape, added);
	if (output === 'simplified') return simplify;
	if (outputFields.length === 0) {
		throw new UsageError(
			'Output is Selected Fields, and Output Fields names none: name at least one, or choose Simplified.',
		);
	}
	return (record) => {
		const chosen = new Choice(record, simplify);
		check?.look(chosen, outputFields);
		return picked(chosen, outputFields);
	};
}

/** What an option adds to each record, by the parameter of the request that asks for it. */
export function addedBy(query: unknown, { watch }: Pick<Shape, 'watch'>): readonly string[] {
	const asks = (name: string) => own(isObject(query) ? query : {}, name) === 1;
	return [
		...(asks('include_related_objects') ? (watch?.related ?? []) : []),
		...(asks('include_files') ? ['files'] : []),
	];
}
