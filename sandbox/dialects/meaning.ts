import { aDeployment, type Dialect } from './dialect';

const ends = 'the ends of windows';
const exactness = 'the exactness of times';
const lag = 'when writes are shown';
const s3 = 'S3';
const s5 = 'S5';

/** What the sandbox's own options make different. */
export const meaningDialects: Dialect[] = [
	{
		name: 'windows-exclusive',
		says: 'Neither end of a window belongs to it.',
		...{ allowedBy: s3, concerns: ends, sees: 'updatedAtFrom=T and updatedAtTo=T: no record of T' },
		options: { windowEnds: 'exclusive' },
	},
	{
		name: 'windows-half-open',
		says: 'The first end of a window belongs to it, the last one does not.',
		...{
			allowedBy: s3,
			concerns: ends,
			sees: 'updatedAtFrom=T: records of T, updatedAtTo=T: none',
		},
		options: { windowEnds: 'half-open' },
	},
	{
		name: 'whole-seconds',
		says: 'Creations and updates are dated by whole seconds.',
		...{ allowedBy: s3, concerns: exactness, sees: '"updatedAt": "…:07.000Z"' },
		options: { timestampGranularityMs: 1000 },
	},
	{
		name: 'shown-in-whole-seconds',
		says: 'Times are shown by whole seconds, and compared exactly.',
		...{ allowedBy: s5, concerns: exactness, sees: 'updatedAtTo=<the time shown>: not found' },
		options: { shownTimesRoundedMs: 1000 },
	},
	{
		name: 'created-before-updated',
		says: 'A new record was created a little earlier than it was updated.',
		...{ allowedBy: s5, concerns: 'the times of a new record' },
		sees: '"createdAt": "….000Z", "updatedAt": "….003Z"',
		options: { createdBeforeUpdatedMs: 3 },
	},
	{
		name: 'cursors-expire',
		says: 'A cursor is valid for a minute.',
		...{ allowedBy: 'v2 §8', concerns: 'the lifetime of cursors', sees: '400 a minute later' },
		options: { cursorTtlMs: 60_000 },
	},
	{
		name: 'cursors-count',
		says: 'A cursor is a number of records to skip, so that writes shift what it stands for.',
		...{ allowedBy: s3, concerns: 'what cursors hold', sees: 'a record twice, or not at all' },
		options: { cursorKind: 'offset' },
	},
	{
		name: 'lists-lag',
		says: 'Lists show a write two seconds later.',
		...{ allowedBy: s3, concerns: lag, sees: 'GET /customers lacks the newest' },
		options: { visibilityLagMs: 2000 },
	},
	{
		name: 'searches-lag',
		says: 'Searches show a write five seconds later.',
		...{ allowedBy: 'v2 §4.4', concerns: lag, sees: 'POST /customers/search lacks the newest' },
		options: { searchLagMs: 5000 },
	},
	{
		name: 'equality-ignores-case',
		says: 'Equality in searches ignores the case of letters.',
		...{ allowedBy: s5, concerns: 'equality', sees: 'name = acme: Acme' },
		options: { equalityIgnoresCase: true },
	},
	{
		name: 'no-item-keys-on-contacts-and-actions',
		says: 'Custom values of contacts and actions carry no itemKey.',
		...{ allowedBy: 'v1 §2.3', concerns: 'the itemKey of custom values' },
		sees: '"contactCustoms": [{"id": 10001, "contactCustomItemId": 1, …}]',
		options: { itemKeysOnContactsAndActions: false },
	},
	{
		name: 'decimals-padded',
		says: 'Decimals that are text have at least two decimal places.',
		...{ allowedBy: s5, concerns: 'the form of decimals', sees: '"price": "1.50"' },
		options: { decimalText: 'padded' },
	},
	{
		name: 'keys-shuffled',
		says: 'Properties and custom values come in any order.',
		...{ allowedBy: s5, concerns: 'the order of properties', sees: '{"name": …, "id": …}' },
		options: { shuffleKeys: true },
	},
	{
		name: 'short-pages',
		says: 'A page may hold less than was asked for, though more follow.',
		...{ allowedBy: aDeployment, concerns: 'the size of pages', sees: '?limit=4: 2 records' },
		options: { shortPages: true },
	},
	{
		name: 'creates-answer-201',
		says: 'A successful create of v2 is a 201.',
		...{ allowedBy: 'v2 §4.11', concerns: 'the status of creates in v2', sees: '201' },
		options: { createStatusV2: 201 },
	},
	{
		name: 'v1-validation-400',
		says: 'A failed validation of v1 is a 400 everywhere.',
		...{ allowedBy: 'v1 §7', concerns: 'the status of failed validations in v1', sees: '400' },
		options: { v1ValidationStatus: 400 },
	},
	{
		name: 'no-retry-after',
		says: 'A 429 does not say when to come back.',
		...{ allowedBy: s3, concerns: 'when to come back', sees: '429 without Retry-After' },
		options: { retryAfterHeader: false },
	},
	{
		name: 'two-requests-a-second',
		says: 'Two requests of one credential are accepted in a second.',
		...{ allowedBy: 'v1 §8', concerns: 'the rate limit', sees: '429 for the third' },
		options: { rateLimit: 2 },
	},
	{
		name: 'small-responses',
		says: 'A response of v1 holds 10 kB at most.',
		...{
			allowedBy: 'v1 §7',
			concerns: 'the largest response',
			sees: '500 for a page of 100 deals',
		},
		options: { maxResponseBytes: 10_000 },
	},
	{
		name: 'permission-settings',
		says: 'Users may do only what their permissions say.',
		...{ allowedBy: 'v2 §5', concerns: 'the permissions of users', sees: '403, shorter lists' },
		options: { permissionSettings: true },
	},
];
