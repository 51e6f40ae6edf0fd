/** What the check of an account says about one thing. */

/**
 * `asDescribed`: as the documents, or this package's decisions where they are silent, have it.
 * `unclear`: there was nothing to judge by. `notPermitted`: the credential may not see it.
 */
export type Verdict = 'asDescribed' | 'differs' | 'unclear' | 'notPermitted';

/** Routes by operation id, as the credential's Endpoint Overrides take them. */
export type Overrides = Readonly<Record<string, string>>;

export interface Finding {
	/** What was checked, such as `route:deal.get`. */
	readonly check: string;
	readonly verdict: Verdict;
	/** Statuses and shapes; never a value of the account. */
	readonly evidence: string;
	/** What to do about it, whole sentences; empty where there is nothing to do. */
	readonly advice: string;
	/**
	 * What is found each time the service is the same, whichever records it holds at the time, for the
	 * fingerprint; empty where it is as described.
	 */
	readonly shape: string;
	/** Whether it takes certain records to be seen, so that it comes and goes with them. */
	readonly isOfRecords?: boolean;
	/** What is wrong with what records need not have, as far as they have it; empty where nothing is. */
	readonly byProperty?: Readonly<Record<string, string>>;
	readonly endpointOverrides?: Overrides;
}

type Judged = Omit<Finding, 'verdict' | 'advice' | 'shape'> &
	Partial<Pick<Finding, 'advice' | 'shape'>>;

const finding =
	(verdict: Verdict) =>
	({ advice = '', shape, ...rest }: Judged): Finding => ({
		...rest,
		verdict,
		advice,
		shape: shape ?? rest.evidence,
	});

export const asDescribed = (check: string, evidence: string): Finding =>
	finding('asDescribed')({ check, evidence, shape: '' });
export const differs = finding('differs');
export const notPermitted = finding('notPermitted');
export const unclear = (check: string, evidence: string, advice = ''): Finding =>
	finding('unclear')({ check, evidence, advice, shape: '' });

interface Otherwise extends Pick<Finding, 'advice' | 'isOfRecords' | 'byProperty'> {
	readonly if: boolean;
	readonly shape?: string;
}

/** What holds, or else what differs. */
export const held = (
	check: string,
	evidence: string,
	{ if: isDifferent, advice, shape, ...rest }: Otherwise,
): Finding => ({
	...(isDifferent ? differs({ check, evidence, advice, shape }) : asDescribed(check, evidence)),
	...rest,
});
