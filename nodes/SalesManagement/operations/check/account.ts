/** The whole check of an account, for one or both of its interfaces. */
import type { Client } from '../../api/types';
import { ALL, BESIDE } from './checks';
import { Budget, Examiner } from './examine';
import { limits } from './limits';
import type { Finding } from './finding';
import { Known } from './known';
import { allOverrides, derivedOverrides } from './overrides';
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

interface PartOptions extends Pick<Account, 'objectKey' | 'includeWrites'> {
	readonly budget: Budget;
	/** What was found at the interface of the token, for that of the key beside it. */
	readonly sibling?: Known;
}

async function partOf(
	client: Client,
	{ budget, objectKey, sibling, includeWrites }: PartOptions,
): Promise<{ part: Part; known: Known }> {
	const isBeside = sibling !== undefined;
	const known = new Known(client, { givenKey: objectKey, sibling });
	const checks = [...(isBeside ? BESIDE : ALL), ...(includeWrites && !isBeside ? [writes] : [])];
	const examiner = new Examiner(client, known, budget);
	const findings = latest(await examiner.examine([...checks, limits]));
	findings.push(...derivedOverrides(known));
	const overrides = allOverrides(known, findings);
	return { known, part: { version: client.version, isBeside, findings, overrides } };
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
	const { client, beside, objectKey, comparedWith, includeWrites } = account;
	const budget = new Budget();
	const { part, known } = await partOf(client, { budget, objectKey, includeWrites });
	const other = beside && (await partOf(beside, { budget, sibling: known }));
	const parts = other ? [part, other.part] : [part];
	return { parts, summary: summaryOf(parts, comparedWith) };
}
