/** The report: an item with the verdict on the whole, an item for each statement, and the same as a file. */
import type { IDataObject } from 'n8n-workflow';
import type { ServiceError } from '../api/errors/errors';
import { groupedBy, hasContent } from '../shared';
import { NOT_ASKED, type Side } from './checkedInterface';
import { VERDICTS, type Judged, type Verdict } from './expectations';
import type { Requests } from './requestBudget';

/** Everything that the check found out. */
export interface Checked {
	readonly sides: readonly Side[];
	/** The errors of interfaces that did not answer at all. */
	readonly failures: readonly ServiceError[];
	readonly requests: Requests;
	readonly rows: readonly Judged[];
	readonly overrides: IDataObject;
}

/**
 * Groups the judged rows that say the same, and sorts the groups from the worst verdict to the best. The same is said
 * by rows of one check with one verdict and one advice. Their operations and their evidence may differ: a group names
 * all of its operations, and joins the evidence.
 */
function groupFromWorst(rows: readonly Judged[]) {
	const groups = groupedBy(rows, (row) => [row.check, row.verdict, row.advice].join());
	return [...groups.values()]
		.map((group) => {
			const { check, verdict, advice } = group[0] as Judged;
			const operations = [...new Set(group.flatMap(({ operation }) => operation ?? []))];
			const evidence = group
				.filter((row) => row.evidence !== '')
				.map((row) => [row.operation, row.evidence].filter(Boolean).join(': '))
				.join('; ');
			return { check, verdict, evidence, advice, operations };
		})
		.toSorted((one, other) => VERDICTS.indexOf(one.verdict) - VERDICTS.indexOf(other.verdict));
}

/** Whether any read was found at another address. */
const isElsewhere = ({ outcomes }: Side) => [...outcomes.values()].some(({ foundAt }) => foundAt);

type Summary = readonly [verdict: Verdict, advice: string];

const inconclusive = (advice: string): Summary => [
	'could not be told',
	`${advice} Then run the check again.`,
];

function summaryOf({ sides, rows, failures, requests: { stopped } }: Checked): Summary {
	const has = (verdict: Verdict) => rows.some((each) => each.verdict === verdict);
	const nowhere = sides.find((side) => side.are(({ is }) => is === 'missing'))?.client;
	if (nowhere) {
		return [
			'does not work',
			`Not one address was found below the ${nowhere.labels.baseUrl} of the credential: check it first. It ends with the version, such as https://…/${nowhere.version}.`,
		];
	}
	if (sides.some(isElsewhere)) {
		return [
			'does not work',
			'Copy endpointOverrides of this item, as JSON, into Endpoint Overrides of the credential; save it, and run the check once more. Addresses of writes follow from those of reads, and were not tried.',
		];
	}
	const advice = 'Read the advice of the next items.';
	if (has('does not work')) return ['does not work', advice];
	const [failure] = failures;
	if (failure) return inconclusive(`${failure.serviceMessage}: ${failure.advice}.`);
	const refused = sides.find((side) => side.are(({ evidence }) => evidence === '401'))?.client
		.labels;
	if (refused) {
		return inconclusive(
			`The service does not accept the ${refused.secret} of the credential: check it, that it has not expired, and the ${refused.baseUrl}.`,
		);
	}
	if (stopped) {
		return [
			'could not be told',
			`Not all could be looked at: ${stopped.message}. ${stopped.advice}`,
		];
	}
	const shown = sides.flatMap((side) =>
		(['customer.getMany', 'deal.getMany'] as const).flatMap((list) => side.outcome(list).records),
	);
	if (shown.length === 0) {
		return inconclusive(
			'Next to nothing could be compared: the account shows this credential no customer and no deal. Create one of each, or ask whoever administers the service for the right to read them. Where all is refused, check the Base URL too.',
		);
	}
	const unknown = rows.filter(({ verdict }) => verdict === 'could not be told');
	if (unknown.some(({ evidence }) => evidence !== NOT_ASKED.evidence)) {
		return inconclusive('What could not be told may matter: follow the advice of the next items.');
	}
	if (has('works with care')) return ['works with care', advice];
	const rest = unknown.length > 0 ? ' What could not be told says what it takes.' : '';
	const writes =
		'Reads work; writes were not tried. Try those that you need once on a test record: the error of one that fails says what to do. Triggers take status 2 of a phase for won and 3 for lost: compare the first deals that they emit.';
	return ['works', `${writes}${rest}`];
}

/** The items of the report; the first one is the summary. */
export function reportItems(checked: Checked): IDataObject[] {
	const { sides, overrides, requests, rows } = checked;
	const [verdict, advice] = summaryOf(checked);
	const all = sides.flatMap(({ outcomes }) => [...outcomes.values()]);
	const read = all.filter(({ is }) => is === 'read').length;
	// An empty object tells the user to remove what was entered.
	const isToCopy = hasContent(overrides) || sides.some(isElsewhere);
	return [
		{
			check: 'summary',
			verdict,
			evidence: `${read} of ${all.length} reads were answered, perhaps at other addresses, with ${requests.sent} requests`,
			advice,
			...(isToCopy && { endpointOverrides: overrides }),
		},
		...groupFromWorst(rows),
	];
}

const cell = (value: unknown) => String(value).replace(/\|/g, '\\|');

/** The report as Markdown, ready to attach to an issue. */
export const reportOf = (items: readonly IDataObject[]): string =>
	[
		'# Account check\n\nStatuses, names and types only: no values of the account.\n',
		'| check | verdict | evidence | advice |',
		'|---|---|---|---|',
		...items.map(
			({ check, verdict, evidence, advice }) =>
				`| ${[check, verdict, evidence, advice].map(cell).join(' | ')} |`,
		),
		`\n\`\`\`\n${JSON.stringify(items[0]?.endpointOverrides ?? {})}\n\`\`\`\n`,
	].join('\n');
