/**
 * The sandbox that tests of the engine run on. With SANDBOX_TURNED it differs from the usual one in
 * all that the service's documents leave open (S5): `all`, or the names of some, with commas.
 */
import { startSandbox, type OptionChanges, type Sandbox, type StartOptions } from '../../sandbox';

/** The options that a connector may rely on none of, each turned against it. */
export const turned: OptionChanges = {
	itemKeysOnContactsAndActions: false,
	decimalText: 'padded',
	equalityIgnoresCase: true,
	createdBeforeUpdatedMs: 3,
	shuffleKeys: true,
	shownTimesRoundedMs: 1000,
	shortPages: true,
};

/** The same options as they usually are, for tests of what only the usual sandbox does. */
export const usual: OptionChanges = Object.fromEntries(
	Object.keys(turned).map((name) => [name, null]),
);

/** @throws Error for a name that is none of an option above */
export function turnedOptions(asked = process.env.SANDBOX_TURNED ?? ''): OptionChanges {
	if (asked === 'all') return turned;
	const names = asked.split(',').filter(Boolean);
	const unknown = names.filter((name) => !(name in turned));
	if (unknown.length > 0) {
		const known = Object.keys(turned).join(', ');
		throw new Error(
			`SANDBOX_TURNED knows no ${unknown.join(', ')}; it is all, or some of ${known}`,
		);
	}
	return Object.fromEntries(Object.entries(turned).filter(([name]) => names.includes(name)));
}

/** Without a rate limit, or a page to read. What a test sets itself counts, whatever is turned. */
export const startTestSandbox = async ({ set, ...options }: StartOptions = {}): Promise<Sandbox> =>
	await startSandbox({
		hasReference: false,
		...options,
		set: { rateLimit: 0, ...turnedOptions(), ...set },
	});
