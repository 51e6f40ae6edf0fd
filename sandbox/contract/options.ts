import { Type, type Static } from '@sinclair/typebox';
import { checker } from './validation';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const flag = (description: string) => Type.Boolean({ description });
const oneOf = <const T extends Array<string | number>>(description: string, ...choices: T) =>
	Type.Union(
		choices.map((choice: T[number]) => Type.Literal(choice)),
		{ description },
	);

const ofADay = 'Accepted requests in a UTC day with this kind of credential';
const dailyLimits = Type.Object(
	{ personal: count(ofADay), team: count(ofADay), v1: count(ofADay) },
	{ additionalProperties: false },
);

/**
 * The sandbox's options (design: `sandbox`, S3; v2 §5 and §8, v1 §8); every one can be changed while
 * it runs. The descriptions stand on the sandbox's page, too.
 */
export const optionsSchema = Type.Object(
	{
		rateLimit: count('Accepted requests of one credential in any second; 0 = no limit'),
		dailyLimit: dailyLimits,
		retryAfterHeader: flag('A 429 says in Retry-After when to come back'),
		latencyMs: count('How long each answer is held back, in ms'),
		timestampGranularityMs: Type.Integer({
			minimum: 1,
			description: 'Steps in which createdAt and updatedAt are rounded down, in ms',
		}),
		windowEnds: oneOf('Whether filters by time include their ends', 'inclusive', 'exclusive'),
		visibilityLagMs: count('How long lists keep showing what was before a write, in ms'),
		searchLagMs: count('How long searches do so, after the lists, in ms'),
		cursorKind: oneOf(
			'A cursor holds the place of the last record, or a number of records to skip',
			'keyset',
			'offset',
		),
		cursorTtlMs: count('How long a cursor is good for, in ms; 0 = for ever'),
		maxResponseBytes: Type.Integer({
			minimum: 1,
			description: 'The largest response of v1, in bytes',
		}),
		createStatusV2: oneOf('The status of a successful create in v2', 200, 201),
		v1ValidationStatus: oneOf(
			'The status of a failed validation in v1: as each operation documents it, or always 400',
			'documented',
			400,
		),
		permissionSettings: flag('Users may do only what their permissions say'),
	},
	{ additionalProperties: false },
);
export type Options = Static<typeof optionsSchema>;

/** New values; null restores a default, and one number for `dailyLimit` sets all three. */
export type OptionChanges = {
	[Name in keyof Options]?: Options[Name] | null | (Name extends 'dailyLimit' ? number : never);
};

export const defaultOptions: Options = {
	rateLimit: 5,
	dailyLimit: { personal: 50_000, team: 200_000, v1: 50_000 },
	retryAfterHeader: true,
	latencyMs: 0,
	timestampGranularityMs: 1,
	windowEnds: 'inclusive',
	visibilityLagMs: 0,
	searchLagMs: 0,
	cursorKind: 'keyset',
	cursorTtlMs: 0,
	maxResponseBytes: 10_485_760,
	createStatusV2: 200,
	v1ValidationStatus: 'documented',
	permissionSettings: false,
};

const check = checker(optionsSchema);

/** Answers the options with the changes made. Refuses unknown names and values (BAD_REQUEST). */
export function changeOptions(options: Options, changes: object): Options {
	const changed: Record<string, unknown> = { ...options };
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined) continue;
		if (value === null && name in defaultOptions) {
			changed[name] = defaultOptions[name as keyof Options];
		} else if (name === 'dailyLimit' && typeof value === 'number') {
			changed[name] = { personal: value, team: value, v1: value };
		} else if (name === 'dailyLimit' && typeof value === 'object') {
			changed[name] = { ...options.dailyLimit, ...value };
		} else {
			changed[name] = value;
		}
	}
	check(changed);
	return changed as Options;
}
