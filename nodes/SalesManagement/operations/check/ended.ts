/** Why a part of the check ends before its end. */
import { notPermitted, unclear, type Finding } from './finding';
import { ATTACH } from './words';

interface Reason {
	readonly advice?: string;
	/** Whether it is this credential that may not ask. */
	readonly isRefused?: boolean;
}

export class Ended extends Error {
	constructor(
		private readonly evidence: string,
		private readonly reason: Reason = {},
	) {
		super(evidence);
	}

	/** What is said of the part. */
	finding(check: string): Finding {
		const { evidence } = this;
		const { advice, isRefused = false } = this.reason;
		return isRefused
			? { ...notPermitted({ check, evidence, advice, shape: '' }), isOfRecords: true }
			: unclear(check, evidence, advice);
	}
}

/** An answer of a form that nobody thought of ends one part of the check, not all of it. */
export function judged<Result>(judge: () => Result): Result {
	try {
		return judge();
	} catch {
		throw new Ended('An answer has a form that this check does not know.', {
			advice: ATTACH,
		}) as Error;
	}
}
