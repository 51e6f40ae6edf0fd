import { Type, type Static } from '@sinclair/typebox';
import { checker } from './validation';

const count = (usual: number) => Type.Integer({ minimum: 0, default: usual });
const oneOf = <Choice extends string | number>(...[usual, ...others]: [Choice, ...Choice[]]) =>
	Type.Union(
		[usual, ...others].map((choice) => Type.Literal(choice)),
		{ default: usual },
	);
const dailyLimits = Type.Object(
	{ personal: count(50_000), team: count(200_000), v1: count(50_000) },
	{ additionalProperties: false, default: { personal: 50_000, team: 200_000, v1: 50_000 } },
);

/** The sandbox's options (S3), each with its default; every one can be changed while it runs. */
export const optionsSchema = Type.Object(
	{
		/** Accepted requests in any 1,000 ms; 0 = off (v2 §8). */
		rateLimit: count(5),
		/** Accepted requests per UTC day, by kind of credential (v2 §8). */
		dailyLimit: dailyLimits,
		/** Whether a 429 carries `Retry-After`. */
		retryAfterHeader: Type.Boolean({ default: true }),
		/** How long each response is held back, in ms. */
		latencyMs: count(0),
		/** Granularity of `createdAt` and `updatedAt`, in ms. */
		timestampGranularityMs: Type.Integer({ minimum: 1, default: 1 }),
		/** Whether window filters include their ends. */
		windowEnds: oneOf('inclusive', 'exclusive'),
		/** How long lists keep showing what was before a commit, in ms. */
		visibilityLagMs: count(0),
		/** The same for the search index, after the lists. */
		searchLagMs: count(0),
		/** A cursor holds the last record's sort value, or a number of records to skip. */
		cursorKind: oneOf('keyset', 'offset'),
		/** How long a cursor is good for, in ms; 0 = for ever. */
		cursorTtlMs: count(0),
		/** The largest response of v1, in bytes (v1 §8). */
		maxResponseBytes: Type.Integer({ minimum: 1, default: 10_485_760 }),
		/** The status of a successful create in v2. */
		createStatusV2: oneOf(200, 201),
		/** v1's status for a failed validation: one that the document lists there, or always 400. */
		v1ValidationStatus: oneOf<'documented' | 400>('documented', 400),
		/** Whether the domains use permission settings (v2 §5). */
		permissionSettings: Type.Boolean({ default: false }),
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

/** Returns the options with the changes made. Refuses unknown names and values (BAD_REQUEST). */
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
