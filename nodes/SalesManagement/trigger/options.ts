import { choice, choicesOf, dateTime, flag, integer, optionControls } from '../fields';
import { customsProperty } from '../records';
import { WATCHED_RECORDS, type WatchedRecord } from './watchedRecords';

/** The condition under which an option is shown: that a record of this kind is watched. */
const forRecords = (fits: (record: WatchedRecord) => boolean) => ({
	'/resource': WATCHED_RECORDS.filter(fits).map(({ id }) => id),
});

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
				description: 'Ignore what changed before the workflow was published or n8n started',
			},
		],
		{
			description:
				'What to do with changes made while the workflow was inactive or n8n was not running',
		},
	),
	batchLimit: integer('batchLimit', 'Batch Limit', {
		min: 1,
		initially: 5000,
		description:
			'Maximum number of events in one poll; the rest follow at the next poll. Records with the same timestamp always come together.',
	}),
	customFieldsByKey: flag('customFieldsByKey', 'Custom Fields by Key', {
		initially: false,
		shownWhen: forRecords((record) => customsProperty(record) !== ''),
		description: 'Whether to name custom fields by item key instead of by label',
	}),
	emit: choice(
		'emit',
		'Emit',
		choicesOf({ perRecord: 'One Item per Record', perPoll: 'One Item per Poll' }),
		{ description: 'How to divide the records of a poll into items' },
	),
	health: flag('health', 'Emit Health Items', {
		initially: false,
		description:
			'Whether to emit items about the trigger itself, with _event.type health, once an hour and when its condition changes',
	}),
	failAfterMinutes: integer('failAfterMinutes', 'Fail When Stalled (Minutes)', {
		min: 0,
		initially: 60,
		description:
			'After how many minutes without progress a poll fails, so that n8n runs the error workflow. 0 means never.',
	}),
	relatedObjects: flag('relatedObjects', 'Include Related Objects', {
		initially: false,
		apiVersion: 'v2',
		shownWhen: forRecords(({ watch }) => watch.related.length > 0),
		description:
			'Whether to add the objects that a record is linked to. It takes one more request per record, so a poll ends at 100 records.',
	}),
	deletionSweepHours: integer('deletionSweepHours', 'Deletion Sweep Hours', {
		min: 1,
		max: 24 * 366,
		initially: 24,
		shownWhen: { '/event': ['deleted'] },
		description:
			'How often to look for deleted records, in hours. Each time, the trigger reads the whole list, up to 1,000 records per request.',
	}),
	delivery: choice(
		'delivery',
		'Delivery',
		[
			{
				name: 'Once',
				value: 'once',
				description: 'Continue after the last batch. If n8n had not saved it, it is lost.',
			},
			{
				name: 'At Least Once',
				value: 'atLeastOnce',
				description:
					'Emit the last batch again after a restart, so that nothing is lost. A Remove Duplicates node that compares event IDs drops repeated events.',
			},
		],
		{
			description:
				'What to do with the last batch after a restart of n8n, which may not have saved it',
		},
	),
	lookbackMinutes: integer('lookbackMinutes', 'Lookback Minutes', {
		min: 1,
		max: 24 * 60,
		initially: 5,
		description:
			'How many minutes late a change can appear in the service’s lists and still be found. Each poll reads this period again.',
	}),
	replayFrom: dateTime('replayFrom', 'Replay From', {
		description:
			'Start again from this time, once. Every record that has changed since then is emitted again, so that the following nodes run again.',
	}),
	startDate: dateTime('startDate', 'Start Date', {
		shownWhen: { startFrom: ['date'] },
		description: 'Emit changes from this time on',
	}),
	startFrom: choice(
		'startFrom',
		'Start From',
		[
			{ name: 'Now', value: 'now', description: 'Emit only changes from now on' },
			{ name: 'Date', value: 'date', description: 'Start with changes since a date' },
			{ name: 'All', value: 'all', description: 'Start with all existing records' },
		],
		{
			description: 'Used once, at the first publication. Later, use Replay From.',
		},
	),
});
