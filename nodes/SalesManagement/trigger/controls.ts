import { choice, dateTime, flag, integer, optionControls } from '../fields';
import { customsProperty } from '../records/record';
import { WATCHED_RECORDS, type WatchedRecord } from './watched';

const idsOf = (records: readonly WatchedRecord[]) => records.map(({ id }) => id);

const haveRelated = WATCHED_RECORDS.filter(({ watch }) => watch.related.length > 0);
const haveCustoms = WATCHED_RECORDS.filter((record) => customsProperty(record) !== '');

/** The trigger's options besides those of its event. */
export const triggerControls = optionControls({
	afterDowntime: choice(
		'afterDowntime',
		'After Downtime',
		[
			{
				name: 'Catch Up',
				value: 'catchUp',
				description: 'Emit everything that changed while the workflow or n8n was off',
			},
			{
				name: 'Skip to Now',
				value: 'skip',
				description: 'Leave out what changed before the workflow was published or n8n started',
			},
		],
		{
			description:
				'What to do with changes made while the workflow was not active or n8n was not running',
		},
	),
	batchLimit: integer('batchLimit', 'Batch Limit', {
		min: 1,
		initially: 5000,
		description:
			'At how many events a poll ends; the rest follow at the next poll. Records with one timestamp come together.',
	}),
	customFieldsByKey: flag('customFieldsByKey', 'Custom Fields by Key', {
		initially: false,
		shownWhen: { '/resource': idsOf(haveCustoms) },
		description:
			'Whether to name custom fields by item key: in simplified records instead of by label, in raw ones as an object',
	}),
	emit: choice(
		'emit',
		'Emit',
		[
			{ name: 'One Item per Record', value: 'perRecord' },
			{ name: 'One Item per Poll', value: 'perPoll' },
		],
		{ description: 'How the records of one poll are put into items' },
	),
	health: flag('health', 'Emit Health Items', {
		initially: false,
		description:
			'Whether to emit an item about the trigger itself, of _event.type health, once an hour and when its condition changes',
	}),
	failAfterMinutes: integer('failAfterMinutes', 'Fail When Stalled (Minutes)', {
		min: 0,
		initially: 60,
		description:
			'After how many minutes without progress a poll fails, so that n8n runs the error workflow. 0 means never.',
	}),
	relatedObjects: flag('relatedObjects', 'Include Related Objects', {
		initially: false,
		only: 'v2',
		shownWhen: { '/resource': idsOf(haveRelated) },
		description:
			'Whether to add the objects that a record is linked to. One more request per record, so a poll ends at 100.',
	}),
	deletionSweepHours: integer('deletionSweepHours', 'Deletion Sweep Hours', {
		min: 1,
		max: 24 * 366,
		initially: 24,
		shownWhen: { '/event': ['deleted'] },
		description:
			'How often to look for deleted records, in hours. Each time the whole list is read, up to 1,000 records per request.',
	}),
	delivery: choice(
		'delivery',
		'Delivery',
		[
			{
				name: 'Once',
				value: 'once',
				description: 'Go on after the last batch. What n8n did not keep of it is lost.',
			},
			{
				name: 'At Least Once',
				value: 'atLeastOnce',
				description:
					'Emit the last batch again after a restart, so that nothing is lost. A Remove Duplicates node that compares event IDs lets each through once.',
			},
		],
		{
			description:
				'What to do about the last batch when n8n is restarted, since n8n may not have kept it',
		},
	),
	lookbackMinutes: integer('lookbackMinutes', 'Lookback Minutes', {
		min: 1,
		max: 24 * 60,
		initially: 5,
		description:
			'How many minutes late a change can appear in the service’s lists and still be found. Each poll reads this much again.',
	}),
	replayFrom: dateTime('replayFrom', 'Replay From', {
		description:
			'Begin again from this time, once: every record that has changed since is emitted again, so that the nodes that follow run again',
	}),
	startDate: dateTime('startDate', 'Start Date', {
		shownWhen: { startFrom: ['date'] },
		description: 'The time of the earliest change to emit',
	}),
	startFrom: choice(
		'startFrom',
		'Start From',
		[
			{ name: 'Now', value: 'now', description: 'Emit only what changes from now on' },
			{ name: 'Date', value: 'date', description: 'Begin with what changed since a date' },
			{ name: 'All', value: 'all', description: 'Begin with every record there is' },
		],
		{ description: 'Where to begin when the workflow is published for the first time' },
	),
});
