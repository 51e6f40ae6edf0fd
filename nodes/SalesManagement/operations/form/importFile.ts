/** What the form asks for where the rows of a file are written. */
import { choice, controls, integer, optionControls, text } from '../../fields';
import { SEPARATORS } from './exportFile';

const OF_FILE = { fieldsFrom: ['file'] };
const OPTION_OF_FILE = { '/fieldsFrom': ['file'] };

export const fileControls = controls({
	binaryPropertyName: {
		...text('binaryPropertyName', 'Input Binary Field', {
			is: ['required'],
			placeholder: 'e.g. data',
			description:
				'The input field with the CSV or JSON Lines file. In the output, it holds a file with the result of each row.',
			shownWhen: OF_FILE,
		}),
		form: { type: 'string', default: 'data' },
	},
});

export const fileOptions = optionControls({
	separator: choice(
		'separator',
		'Separator',
		[
			{ name: 'Automatic', value: 'auto', description: 'Recognized by the first line' },
			...SEPARATORS,
		],
		{ description: 'The character between the cells of a CSV file', shownWhen: OPTION_OF_FILE },
	),
	startRow: integer('startRow', 'Start Row', {
		min: 1,
		description:
			'The first row to import, counted from 1 below the column names. The error of an import that stopped names the row to continue from.',
		shownWhen: OPTION_OF_FILE,
	}),
});
