/** What the check says: the verdict on the whole, one item for each statement, and the same as a file. */
import type { IDataObject } from 'n8n-workflow';
import type { ServiceError } from '../api/errors/errors';
import { VERDICTS, type Judged, type Verdict } from './expectations';
import type { Requests } from './requests';
import type { Side } from './side';

/** Of a statement as many pieces of evidence are told. */
const MOST_EVIDENCE = 5;

/** One statement about all the operations of which the same is to be said. */
type Finding = Omit<Judged, 'operation'> & { readonly operations: readonly string[] };

/** What could not be told of some reads is no news where it was told of others, unless it is their address. */
export function findingsOf(rows: readonly Judged[]): Finding[] {
	const isTold = ({ check }: Judged) =>
		check !== 'address' &&
		rows.some((row) => row.check === check && row.verdict !== 'could not be told');
	const groups = new Map<string, Judged[]>();
	for (const row of rows) {
		if (row.verdict === 'could not be told' && isTold(row)) continue;
		// An example in the advice is no other advice.
		const key = JSON.stringify([row.check, row.verdict, row.advice.replace(/\{.*\}/, '')]);
		groups.set(key, [...(groups.get(key) ?? []), row]);
	}
	return [...groups.values()]
		.map((group) => {
			const [{ check, verdict, advice }] = group as [Judged];
			const operations = [...new Set(group.flatMap(({ operation }) => operation ?? []))];
			return { check, verdict, evidence: evidenceOf(group), advice, operations };
		})
		.toSorted((one, other) => VERDICTS.indexOf(one.verdict) - VERDICTS.indexOf(other.verdict));
}

function evidenceOf(group: readonly Judged[]): string {
	const told = group
		.filter(({ evidence }) => evidence !== '')
		.map(({ operation, evidence }) => (operation ? `${operation}: ${evidence}` : evidence));
	const more = told.length - MOST_EVIDENCE;
	return [...told.slice(0, MOST_EVIDENCE), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** All that was checked. */
export interface Checked {
	readonly sides: readonly Side[];
	/** Why nothing came back from an interface. */
	readonly failures: readonly ServiceError[];
	readonly requests: Requests;
	readonly findings: readonly Finding[];
	readonly overrides: IDataObject;
}

type Told = Pick<Judged, 'verdict' | 'advice'>;

const untold = (advice: string): Told => ({
	verdict: 'could not be told',
	advice: `${advice} Then run the check again.`,
});

/** Why less could be seen than is needed, if that is so. */
function unseen({ sides, failures, requests: { stopped } }: Checked): Told | undefined {
	const [failure] = failures;
	if (failure) return untold(`${failure.serviceMessage}: ${failure.advice}.`);
	const all = sides.flatMap(({ outcomes }) => [...outcomes.values()]);
	const count = (is: string) => all.filter((each) => each.is === is).length;
	const refused = sides.find(({ isRefused }) => isRefused)?.client.words;
	if (refused) {
		return untold(
			`The service does not accept the ${refused.secret} of the credential: check it, that it has not expired, and the ${refused.baseUrl}.`,
		);
	}
	if (stopped) return untold(`Not all could be looked at: ${stopped.message}. ${stopped.advice}`);
	const forbidden = count('forbidden');
	if (forbidden > count('read')) {
		return untold(
			`Next to nothing could be seen: the service refuses ${forbidden} reads to this credential. Ask whoever administers the service for the right to read customers, deals, contacts, actions and users.`,
		);
	}
	const shown = sides.flatMap((side) => [
		...side.shown('customer.getMany'),
		...side.shown('deal.getMany'),
	]);
	return shown.length > 0
		? undefined
		: untold(
				'Next to nothing could be compared: the account shows this credential no customer and no deal. Create one of each, or ask whoever administers the service for the right to read them.',
			);
}

function told(checked: Checked): Told {
	const { sides, findings } = checked;
	const has = (verdict: Verdict) => findings.some((each) => each.verdict === verdict);
	const nowhere = sides.find(({ isNowhere }) => isNowhere);
	if (nowhere) {
		const advice = `Not one address was found below the ${nowhere.client.words.baseUrl} of the credential: check it first. It ends with the version, such as https://…/${nowhere.version}.`;
		return { verdict: 'does not work', advice };
	}
	if (sides.some(({ found }) => found.size > 0)) {
		const advice =
			'Copy endpointOverrides of this item, as JSON, into Endpoint Overrides of the credential; save it, and run the check once more. Addresses of writes follow from those of reads, and were not tried.';
		return { verdict: 'does not work', advice };
	}
	const advice = 'Read the advice of the next items.';
	if (has('does not work')) return { verdict: 'does not work', advice };
	const hidden = unseen(checked);
	if (hidden) return hidden;
	if (has('works with care')) return { verdict: 'works with care', advice };
	const rest = has('could not be told') ? ' What could not be told says what it takes.' : '';
	return { verdict: 'works', advice: `There is nothing to do.${rest}` };
}

/** The items: the first says it all. */
export function itemsOf(checked: Checked): IDataObject[] {
	const { sides, findings, overrides, requests } = checked;
	const all = sides.flatMap(({ outcomes }) => [...outcomes.values()]);
	const read = all.filter(({ is }) => is === 'read').length;
	const { verdict, advice } = told(checked);
	const evidence = `${read} of ${all.length} reads came to something, with ${requests.sent} requests`;
	return [
		{
			...{ check: 'summary', verdict, evidence, advice },
			...(Object.keys(overrides).length > 0 && { endpointOverrides: overrides }),
		},
		...findings.map(({ operations, ...finding }) => ({
			...finding,
			...(operations.length > 0 && { operations: [...operations] }),
		})),
	];
}

const cell = (value: unknown) => String(value).replace(/\|/g, '\\|');

/** @returns the report as Markdown, ready to attach to an issue. */
export const reportOf = (items: readonly IDataObject[]): string =>
	[
		'# Account check',
		'Statuses, names and types only: no values of the account.',
		[
			'| check | verdict | evidence | advice |',
			'|---|---|---|---|',
			...items.map(
				({ check, verdict, evidence, advice }) =>
					`| ${[check, verdict, evidence, advice].map(cell).join(' | ')} |`,
			),
		].join('\n'),
		`\`\`\`\n${JSON.stringify(items[0]?.endpointOverrides ?? {})}\n\`\`\`\n`,
	].join('\n\n');
