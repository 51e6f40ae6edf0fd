/** The whole check of an account, for one or both of its interfaces. */
import { shapesIn } from './changes';
import type { Client } from '../../api/types';
import { ADDRESSES, ADDRESSES_BESIDE, CONTENTS, CONTENTS_BESIDE } from './checks';
import { Budget, Examiner } from './examine';
import { limits } from './limits';
import type { Finding } from './finding';
import type { Check } from './inquiry';
import { withChance } from './chance';
import { Known } from './known';
import { allOverrides, areEntered, derivedOverrides } from './overrides';
import { writes } from './writes';
import { summaryOf, type Part, type Summary } from './summary';

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

	/** @param sibling what is found at the interface of the token, for that of the key beside it. */
	constructor(
		private readonly client: Client,
		budget: Budget,
		private readonly given: Pick<Account, 'objectKey' | 'includeWrites'>,
		private readonly sibling?: Known,
	) {
		this.known = new Known(client, { givenKey: given.objectKey, sibling });
		this.examiner = new Examiner(client, this.known, budget);
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
		this.findings.push(...(await this.examiner.examine(checks)));
	}

	/** What is derived needs all that was found, also at the other interface. */
	get part(): Part {
		const { known } = this;
		const findings = [...latest(this.findings), ...derivedOverrides(known)];
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

/** What was found of a route in the end, where it was looked for twice. */
function latest(findings: readonly Finding[]): Finding[] {
	const last = new Map(findings.map((each) => [each.check, each]));
	return findings.filter(
		(each) => !each.check.startsWith('route:') || last.get(each.check) === each,
	);
}

/** @throws ServiceError where the service can't be reached, UsageError for no earlier report. */
export async function checkAccount(account: Account): Promise<Checked> {
	const { client, beside, comparedWith } = account;
	// A text that is no report is told before anything is asked, or written.
	const versions = [client, ...(beside ? [beside] : [])].map(({ version }) => version);
	const before = shapesIn(comparedWith, versions);
	const budget = new Budget();
	const own = new Side(client, budget, account);
	const sides = [own, ...(beside ? [new Side(beside, budget, account, own.known)] : [])];
	for (const side of sides) await side.findAddresses();
	for (const side of sides) await side.lookAtContents();
	const parts = sides.map(({ part }) => part);
	return { parts, summary: summaryOf(parts, before) };
}
