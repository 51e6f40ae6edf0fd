import { Type, type Static } from '@sinclair/typebox';
import { checker } from './validation';

const count = Type.Integer({ minimum: 0 });
const dailyLimits = Type.Object(
	{ personal: count, team: count, v1: count },
	{ additionalProperties: false },
);

/** The sandbox's options (design: `sandbox`, S3); every one can be changed while it runs. */
export const optionsSchema = Type.Object(
	{
		/** Accepted requests in any 1,000 ms; 0 = off (v2 §8). */
		rateLimit: count,
		/** Accepted requests a UTC day, by kind of credential (v2 §8). */
		dailyLimit: dailyLimits,
		/** Whether a 429 carries `Retry-After`. */
		retryAfterHeader: Type.Boolean(),
		/** How long each answer is held back, in ms. */
		latencyMs: count,
		/** Granularity of `createdAt` and `updatedAt`, in ms. */
		timestampGranularityMs: Type.Integer({ minimum: 1 }),
		/** Whether window filters include their ends. */
		windowEnds: Type.Union([Type.Literal('inclusive'), Type.Literal('exclusive')]),
		/** How long lists keep showing what was before a commit, in ms. */
		visibilityLagMs: count,
		/** The same for the search index, after the lists. */
		searchLagMs: count,
		/** A cursor holds the last record's place, or a number of records to skip. */
		cursorKind: Type.Union([Type.Literal('keyset'), Type.Literal('offset')]),
		/** How long a cursor is good for, in ms; 0 = for ever. */
		cursorTtlMs: count,
		/** The largest response of v1, in bytes (v1 §8). */
		maxResponseBytes: Type.Integer({ minimum: 1 }),
		/** The status of a successful create in v2. */
		createStatusV2: Type.Union([Type.Literal(200), Type.Literal(201)]),
		/** v1's status for a failed validation: one that the document lists there, or always 400. */
		v1ValidationStatus: Type.Union([Type.Literal('documented'), Type.Literal(400)]),
		/** Whether the domains use permission settings (v2 §5). */
		permissionSettings: Type.Boolean(),
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
