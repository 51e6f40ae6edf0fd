import { Type, type Static } from '@sinclair/typebox';
import { checker } from './validation';

const count = (usual: number, title: string, description: string, minimum = 0) =>
	Type.Integer({ minimum, default: usual, title, description });
const flag = (usual: boolean, title: string, description: string) =>
	Type.Boolean({ default: usual, title, description });
/** One of several values; the first is the default. */
const choice = <Choice extends string | number>(
	title: string,
	description: string,
	...choices: [Choice, ...Choice[]]
) => Type.Unsafe<Choice>({ enum: choices, default: choices[0], title, description });
const daily = (usual: number) => Type.Integer({ minimum: 0, default: usual });

const dailyLimits = Type.Object(
	{ personal: daily(50_000), team: daily(200_000), v1: daily(50_000) },
	{
		additionalProperties: false,
		default: { personal: 50_000, team: 200_000, v1: 50_000 },
		title: 'Requests a day',
		description:
			'Accepted requests in a UTC day, by the kind of credential; one number sets all three',
	},
);

/**
 * The sandbox's options (S3; v2 §5 and §8, v1 §8), each with its default; every one can be changed
 * while it runs. The sandbox's page shows titles and descriptions, `--help` the latter.
 */
export const optionsSchema = Type.Object(
	{
		rateLimit: count(
			5,
			'Requests a second',
			'Accepted requests of one credential in any second; 0 = no limit',
		),
		dailyLimit: dailyLimits,
		retryAfterHeader: flag(
			true,
			'When to come back',
			'A 429 says in Retry-After when to come back',
		),
		latencyMs: count(0, 'Slow responses', 'How long each response is held back, in ms'),
		timestampGranularityMs: count(
			1,
			'Coarse times',
			'Steps in which createdAt and updatedAt are rounded down, in ms',
			1,
		),
		windowEnds: choice(
			'Ends of time filters',
			'Whether filters by time include their ends; half-open includes the first one only',
			'inclusive',
			'exclusive',
			'half-open',
		),
		visibilityLagMs: count(
			0,
			'Lists lag behind',
			'How long lists keep showing what was before a write, in ms',
		),
		searchLagMs: count(0, 'Searches lag behind', 'How long searches do so, after the lists, in ms'),
		cursorKind: choice(
			'Place of the next page',
			'A cursor holds the place of the last record, or a number of records to skip',
			'keyset',
			'offset',
		),
		cursorTtlMs: count(0, 'Cursors expire', 'How long a cursor is valid, in ms; 0 = for ever'),
		maxResponseBytes: count(
			10_485_760,
			'Largest response',
			'The largest response of v1, in bytes',
			1,
		),
		createStatusV2: choice(
			'Status of a create',
			'The status of a successful create in v2',
			200,
			201,
		),
		v1ValidationStatus: choice<'documented' | 400>(
			'Status of a wrong request',
			'The status of a failed validation in v1: as each operation documents it, or always 400',
			'documented',
			400,
		),
		itemKeysOnContactsAndActions: flag(
			true,
			'Keys of custom values',
			'Custom values of contacts and actions carry their itemKey in v2; in v1 they never do',
		),
		decimalText: choice(
			'Zeros behind decimals',
			'How decimals that are text are written: 1.5 as it was given, or with at least two decimal places, 1.50',
			'plain',
			'padded',
		),
		equalityIgnoresCase: flag(
			false,
			'Upper and lower case are equal',
			'=, != and IN in a search, and filters by a field, ignore the case of letters',
		),
		createdBeforeUpdatedMs: count(
			0,
			'Created before updated',
			'How much earlier than updatedAt the createdAt of a new record is, in ms',
		),
		shownTimesRoundedMs: count(
			0,
			'Rounded times',
			'Steps to which createdAt and updatedAt are rounded in responses, in ms; filters and sorting know the exact times; 0 = not rounded',
		),
		shuffleKeys: flag(
			false,
			'Properties in any order',
			'Properties, and the custom values of a record, come in another order in each response',
		),
		shortPages: flag(
			false,
			'Short pages',
			'A page holds half of what was asked for, though more follow; not where the documents fix its size',
		),
		unknownParameters: choice(
			'Unknown parameters',
			'Query parameters and body properties that the documents do not have: ignored and counted, or refused',
			'ignore',
			'refuse',
		),
		permissionSettings: flag(
			false,
			'Permissions of users',
			'Users may do only what their permissions say',
		),
		dialect: Type.String({
			default: 'none',
			title: 'Another service',
			description:
				'Dialects to speak, with commas between their names; other options count over theirs',
		}),
	},
	{ additionalProperties: false },
);
export type Options = Static<typeof optionsSchema>;

/** New values; null restores a default, and one number for `dailyLimit` sets all three. */
export type OptionChanges = {
	[Name in keyof Options]?: Options[Name] | null | (Name extends 'dailyLimit' ? number : never);
};

export const defaultOptions = Object.fromEntries(
	Object.entries(optionsSchema.properties).map(([name, schema]) => [name, schema.default]),
) as Options;

const check = checker(optionsSchema);

/**
 * Applies changes to the options that are set, and returns the result.
 * @throws Refusal (BAD_REQUEST) for unknown names and values
 */
export function changeOptions(set: Partial<Options>, changes: object): Partial<Options> {
	const changed: Record<string, unknown> = { ...set };
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined) continue;
		if (value === null && name in defaultOptions) {
			Reflect.deleteProperty(changed, name);
		} else if (name === 'dailyLimit' && typeof value === 'number') {
			changed[name] = { personal: value, team: value, v1: value };
		} else if (name === 'dailyLimit' && typeof value === 'object') {
			changed[name] = { ...defaultOptions.dailyLimit, ...set.dailyLimit, ...value };
		} else {
			changed[name] = value;
		}
	}
	check({ ...defaultOptions, ...changed });
	return changed;
}
