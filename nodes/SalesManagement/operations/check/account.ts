/** The whole check of an account, for one or both of its interfaces. */
import { shapesIn } from './changes';
import { ServiceError } from '../../api/errors/errors';
import type { Client } from '../../api/types';
import { Budget } from './budget';
import { ADDRESSES, ADDRESSES_BESIDE, CONTENTS, CONTENTS_BESIDE } from './checks';
import { Examiner } from './examine';
import { limits } from './limits';
import type { Finding } from './finding';
import type { Check } from './inquiry';
import { withChance } from './chance';
import { Known } from './known';
import { allOverrides, areEntered, derivedOverrides } from './overrides';
import { summaryOf, type Part, type Summary } from './summary';
import { ofNone, unreached, type Unreached } from './unreached';
import { writes } from './writes';
import { wronglyEntered } from './writes/entered';

export interface Account {
	readonly client: Client;
	/** The v1 key beside a token. */
	readonly beside?: Client;
	/** The custom object to look at, where the form names one. */
	readonly objectKey?: string;
	/** An earlier report, to compare with. */
	readonly comparedWith?: string;
	/** Whether it also writes records of its own, and deletes them. */
	readonly includeWrites?: boolean;
	/** Tells when the execution is cancelled. */
	readonly cancelled?: AbortSignal;
}

export interface Checked {
	readonly parts: readonly Part[];
	readonly summary: Summary;
}

/** One of the interfaces, while it is checked. */
class Side {
	readonly known: Known;
	private readonly examiner: Examiner;
	private readonly findings: Finding[] = [];
	/** Why nothing ever came back from it; then the other interface is checked alone. */
	failure?: Unreached;

	/** @param sibling what is found at the interface of the token, for that of the key beside it. */
	constructor(
		private readonly client: Client,
		budget: Budget,
		private readonly given: Pick<Account, 'objectKey' | 'includeWrites' | 'cancelled'>,
		private readonly sibling?: Known,
	) {
		this.known = new Known(client, { givenKey: given.objectKey, sibling });
		const { cancelled } = given;
		this.examiner = new Examiner({ client, budget, cancelled, known: this.known });
	}

	async findAddresses(): Promise<void> {
		await this.examine(this.sibling ? ADDRESSES_BESIDE : ADDRESSES);
	}

	async lookAtContents(): Promise<void> {
		const isWritten = this.given.includeWrites && !this.sibling;
		await this.examine(this.sibling ? CONTENTS_BESIDE : CONTENTS);
		await this.examine([...(isWritten ? [writes] : []), limits]);
	}

	private async examine(checks: readonly Check[]): Promise<void> {
		if (this.failure) return;
		try {
			this.findings.push(...(await this.examiner.examine(checks)));
		} catch (error) {
			const isUnreached = error instanceof ServiceError && this.known.heard.length === 0;
			if (!isUnreached || this.given.cancelled?.aborted) throw error as Error;
			this.failure = { error, words: this.client.words };
		}
	}

	/** What is derived needs all that was found, also at the other interface. */
	get part(): Part {
		const { known, failure } = this;
		const findings = failure
			? [unreached(failure)]
			: latest([...this.findings, ...wronglyEntered(known), ...derivedOverrides(known)]);
		const overrides = allOverrides(known, findings);
		return {
			version: this.client.version,
			isBeside: this.sibling !== undefined,
			findings: withChance(findings, known),
			overrides,
			areEntered: areEntered(known, overrides),
		};
	}
}

/** What was found of an address in the end, where it was looked at twice. */
function latest(findings: readonly Finding[]): Finding[] {
	const last = new Map(findings.map((each) => [each.check, each]));
	return findings.filter(
		(each) => !/^(route|write):/.test(each.check) || last.get(each.check) === each,
	);
}

/** @throws ServiceError where neither interface can be reached, UsageError for no earlier report. */
export async function checkAccount(account: Account): Promise<Checked> {
	const { client, beside, comparedWith } = account;
	// A text that is no report is told before anything is asked, or written.
	const versions = [client, ...(beside ? [beside] : [])].map(({ version }) => version);
	const before = shapesIn(comparedWith, versions);
	const budget = new Budget();
	const own = new Side(client, budget, account);
	const sides = [own, ...(beside ? [new Side(beside, budget, account, own.known)] : [])];
	for (const side of sides) await side.findAddresses();
	const [failure, ...others] = sides.flatMap((side) => side.failure ?? []);
	const isNoneLeft = 1 + others.length === sides.length;
	if (failure && isNoneLeft) throw ofNone([failure, ...others]) as Error;
	for (const side of sides) await side.lookAtContents();
	const parts = sides.map(({ part }) => part);
	return { parts, summary: summaryOf(parts, before) };
}
