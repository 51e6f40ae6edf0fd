/** The controls of the forms that write many rows. */
import {
	controls,
	dropdownForm,
	flag,
	integer,
	optionControls,
	text,
	type Item,
} from '../../fields';
import { isBlank, MOST_ROWS, trimmed } from '../../shared';
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

/** The option that shows a write instead of sending it. */
export const previewControls = optionControls({
	dryRun: flag('dryRun', 'Dry Run', {
		description: 'Whether to only show what would be written',
	}),
});

/** The option that limits a write; it is the same for the whole run. */
export const limitControls = optionControls({
	stopWhenMoreThan: integer('stopWhenMoreThan', 'Stop When More Than', {
		min: 0,
		description: 'Write nothing if more records would be created, changed or deleted',
	}),
});

/** The option that keeps what a write changes. */
export const changesControls = optionControls({
	changesFile: flag('changesFile', 'Changes File', {
		description:
			'Whether to also return a file with each changed field before and after (your customers’ data)',
	}),
});

export const MATCH_BY = 'Match By';

export const matchControls = controls({
	matchBy: {
		...text('matchBy', MATCH_BY, {
			traits: ['required'],
			shownWhen: { fieldsFrom: ['form', 'input', 'file'] },
			description: 'The field by whose value a record is found',
		}),
		form: {
			...dropdownForm(MATCH_BY, 'getMatchFields', ['customObjectDefKey']),
			displayName: MATCH_BY,
		},
	},
});

/** The value of Match By for the service's own ID. */
export const OWN_ID = 'id';

/** The ID of the record that a row updates. */
export const matchedId = integer(OWN_ID, 'ID', {
	min: 1,
	shownWhen: { matchBy: [OWN_ID] },
	description: 'Without one, a record is created',
});

/** Whether an item gives that ID: it then needs none of the fields that a new record needs. */
export const givesId = ({ fields }: Form, item: Item): boolean =>
	fields.some((each) => each === matchedId) &&
	item.get('matchBy') === OWN_ID &&
	!isBlank(trimmed(item.get(matchedId.name)));

export const ALSO_MATCH_BY = 'Also Match By';

export const upsertControls = optionControls({
	alsoMatchBy: {
		...text('alsoMatchBy', ALSO_MATCH_BY, {
			description:
				'A second field that must agree; with Match By: ID, the field that finds rows without one',
		}),
		form: {
			...dropdownForm(ALSO_MATCH_BY, 'getAlsoMatchFields', ['customObjectDefKey']),
			displayName: ALSO_MATCH_BY,
		},
	},
});
