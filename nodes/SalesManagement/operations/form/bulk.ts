/** The controls of the forms that write many rows. */
import { controls, dropdownForm, flag, integer, optionControls, text } from '../../fields';
import { MOST_ROWS } from '../../shared';
import type { Form } from '../model';

/** The most rows in one request, which is the same for the whole run. */
export const batchControls = optionControls({
	batchSize: integer('batchSize', 'Batch Size', {
		min: 1,
		max: MOST_ROWS,
		initially: MOST_ROWS,
		description: 'Max number of items in one request',
	}),
});

/** The same form, with the option Batch Size. */
export const withBatches = (form: Form): Form => ({
	...form,
	controls: [...form.controls, batchControls],
});

export const MATCH_BY = 'Match By';

export const matchControls = controls({
	matchBy: {
		...text('matchBy', MATCH_BY, {
			traits: ['required'],
			description: 'The field by whose value a record is found',
		}),
		form: {
			...dropdownForm(MATCH_BY, 'getMatchFields', ['customObjectDefKey']),
			displayName: MATCH_BY,
		},
	},
});

export const dryRunControls = optionControls({
	dryRun: flag('dryRun', 'Dry Run', {
		description: 'Whether to only show what would be created and updated, changing nothing',
	}),
});
