import { controls, dropdownForm, flag, optionControls, PICK_ONE, text, withHelp } from '../fields';
import { routeOf, type RecordDescription } from '../records/record';
import { batchControls } from './createMany';
import { identityOf, type Operation, type Spec } from './model/operation';
import { createForm } from './create';

export const MATCH_BY = 'Match By';

export const matchControls = controls({
	matchBy: {
		...text('matchBy', MATCH_BY, {
			is: ['required'],
			description: withHelp('The field by whose value a record is found', PICK_ONE),
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

/** Creates what does not exist yet and updates what does, matched by one field. */
export function createOrUpdate(record: RecordDescription, spec: Spec): Operation {
	const form = createForm(record, {
		path: record.bulk,
		options: spec.options,
		takesFiles: true,
	});
	const inBatches = routeOf(record, 'createMany') === undefined ? [] : [batchControls];
	return {
		...identityOf(spec),
		name: 'Create or Update',
		action: `Create or update ${record.many}`,
		description: `Create ${record.many} that don't exist yet and update those that do (upsert), matched by one field`,
		form: { ...form, controls: [...form.controls, matchControls, dryRunControls, ...inBatches] },
		writes: true,
		load: async () => (await import('./sending/upsert/upsert')).createOrUpdateSteps(record),
	};
}
