/** The parameter Output of the node and the trigger, and the controls of how much of a list is read. */
import {
	choice,
	controls,
	flag,
	integer,
	names,
	optionControls,
	text,
	type Field,
} from '../../fields';

/** The forms in which each record can be returned. */
export const OUTPUTS = [
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

const DESCRIPTION = { description: 'What to return of each record' };

// The field is not required in the form: if an expression gave Output, n8n would always require it.
export const selectedFields = (shownWhen: Field['shownWhen']) =>
	names('outputFields', 'Output Fields', {
		shownWhen,
		placeholder: 'e.g. id, name, phase.name, phaseId, Level',
		description: 'Fields, such as name, phase.name',
	});

const outputFields = selectedFields({ output: ['selectedFields'] });

/** The controls of operations that read records; they stand after the fields and before the collections. */
export const outputControls = controls({
	output: choice('output', 'Output', OUTPUTS, DESCRIPTION),
	outputFields,
});

/** The same controls for a write, as options, since few users look at its output. */
export const writeOutputControls = optionControls(outputControls.fields);

/** The same controls for a list, which can also be returned as files or as a summary. */
export const listOutputControls = controls({
	output: choice(
		'output',
		'Output',
		[
			...OUTPUTS,
			{
				name: 'File',
				value: 'file',
				description: 'Files of all records, for lists of any size',
				// A language model can't read a file.
				displayOptions: { hide: { '@tool': [true] } },
			},
			{
				name: 'Summary',
				value: 'summary',
				description: 'Counts, sums and averages of all records, in groups',
			},
		],
		DESCRIPTION,
	),
	outputFields,
});

export const DEFAULT_LIMIT = 50;

/** The controls of how many records of a list are returned. */
export const listControls = controls({
	returnAll: flag('returnAll', 'Return All', {
		initially: false,
		description: 'Whether to return all results or only up to a given limit',
	}),
	limit: integer('limit', 'Limit', {
		min: 1,
		initially: DEFAULT_LIMIT,
		shownWhen: { returnAll: [false] },
		description: 'Max number of results to return',
	}),
});

/** The control with which a loop reads a list of any size, a part in each run. */
export const cursorControls = optionControls({
	startCursor: text('startCursor', 'Start Cursor', {
		apiVersion: 'v2',
		description: 'The _next.startCursor of the last item, or the cursor of the last file',
	}),
});
export const pageControls = optionControls({
	pageLimit: integer('pageLimit', 'Page Limit', {
		min: 1,
		apiVersion: 'v2',
		description: 'Max number of pages in this run',
	}),
});
