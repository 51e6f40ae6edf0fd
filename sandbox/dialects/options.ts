import type { OptionChanges } from '../contract/options';
import type { Dialect } from './dialect';

/** A dialect that the sandbox's own options make. */
const option = (
	name: string,
	says: string,
	options: OptionChanges,
	about: Pick<Dialect, 'allowedBy' | 'concerns' | 'sees'>,
): Dialect => ({ name, says, options, ...about });

export const optionDialects: Dialect[] = [
	option(
		'windows-half-open',
		'The first end of a window belongs to it, the last one does not.',
		{ windowEnds: 'half-open' },
		{
			allowedBy: 'S3',
			concerns: 'the ends of windows',
			sees: 'updatedAtFrom=T: records of T, updatedAtTo=T: none',
		},
	),
	option(
		'shown-in-whole-seconds',
		'Times are shown by whole seconds, and compared exactly.',
		{ shownTimesRoundedMs: 1000 },
		{
			...{ allowedBy: 'S5', concerns: 'the exactness of times' },
			sees: 'updatedAtTo=<the time shown>: not found',
		},
	),
	option(
		'created-before-updated',
		'A new record was created a little earlier than it was updated.',
		{ createdBeforeUpdatedMs: 3 },
		{
			...{ allowedBy: 'S5', concerns: 'the times of a new record' },
			sees: '"createdAt": "….000Z", "updatedAt": "….003Z"',
		},
	),
	option(
		'equality-ignores-case',
		'Equality in searches ignores the case of letters.',
		{ equalityIgnoresCase: true },
		{ allowedBy: 'S5', concerns: 'equality', sees: 'name = acme: Acme' },
	),
	option(
		'no-item-keys-on-contacts-and-actions',
		'Custom values of contacts and actions carry no itemKey.',
		{ itemKeysOnContactsAndActions: false },
		{
			...{ allowedBy: 'v1 §2.3', concerns: 'the itemKey of custom values' },
			sees: '"contactCustoms": [{"id": 10001, "contactCustomItemId": 1, …}]',
		},
	),
	option(
		'decimals-padded',
		'Decimals that are text have at least two decimal places.',
		{ decimalText: 'padded' },
		{ allowedBy: 'S5', concerns: 'the form of decimals', sees: '"price": "1.50"' },
	),
	option(
		'keys-shuffled',
		'Properties and custom values come in any order.',
		{ shuffleKeys: true },
		{ allowedBy: 'S5', concerns: 'the order of properties', sees: '{"name": …, "id": …}' },
	),
	option(
		'short-pages',
		'A page may hold less than was asked for, though more follow.',
		{ shortPages: true },
		{ allowedBy: 'v2 §4', concerns: 'the size of pages', sees: '?limit=4: 2 records' },
	),
	option(
		'creates-answer-201',
		'A successful create of v2 is a 201.',
		{ createStatusV2: 201 },
		{ allowedBy: 'v2 §4.11', concerns: 'the status of creates in v2', sees: '201' },
	),
];
