import type { Field } from '../fields';
import { CONTROLS, customsProperty } from '../records';
import { WATCHED_RECORDS, type WatchedRecord } from './watchedRecords';

/** The same option, shown if a record of such a kind is watched. */
const shownFor = <Value>(option: Field<Value>, fits: (record: WatchedRecord) => boolean) => ({
	...option,
	shownWhen: { '/resource': WATCHED_RECORDS.filter(fits).map(({ id }) => id) },
});

const { fields } = CONTROLS.trigger;

/** The trigger's options. */
export const triggerControls: typeof CONTROLS.trigger = {
	...CONTROLS.trigger,
	fields: {
		...fields,
		customFieldsByKey: shownFor(
			fields.customFieldsByKey,
			(record) => customsProperty(record) !== '',
		),
		relatedObjects: shownFor(fields.relatedObjects, ({ watch }) => watch.related.length > 0),
	},
};
