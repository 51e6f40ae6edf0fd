/** The report as a file: Markdown, with nothing in it that is not in the items. */
import { FENCE } from './changes';
import type { Finding } from './finding';
import { countsOf, type Part, type Summary } from './summary';

const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ').trim();

const TITLES = {
	differs: 'Differs',
	notPermitted: 'Not Permitted',
	unclear: 'Unclear',
	asDescribed: 'As Described',
} as const;

function table(findings: readonly Finding[], verdict: keyof typeof TITLES): string[] {
	const rows = findings.filter((each) => each.verdict === verdict);
	if (rows.length === 0) return [];
	const withAdvice = rows.some(({ advice }) => advice !== '');
	return [
		`### ${TITLES[verdict]}`,
		'',
		withAdvice ? '| check | evidence | advice |' : '| check | evidence |',
		withAdvice ? '|---|---|---|' : '|---|---|',
		...rows.map(({ check, evidence, advice }) =>
			withAdvice
				? `| ${cell(check)} | ${cell(evidence)} | ${cell(advice)} |`
				: `| ${cell(check)} | ${cell(evidence)} |`,
		),
		'',
	];
}

const partOf = ({ version, findings }: Part): string[] => {
	const counts = countsOf(findings);
	return [
		`## ${version}`,
		'',
		`${counts.asDescribed} as described, ${counts.differs} differ, ${counts.unclear} unclear, ${counts.notPermitted} not permitted.`,
		'',
		...(['differs', 'notPermitted', 'unclear', 'asDescribed'] as const).flatMap((verdict) =>
			table(findings, verdict),
		),
	];
};

const changesOf = ({ changes }: Summary): string[] => {
	if (!changes) return [];
	const lines = changes.length === 0 ? ['Nothing.'] : changes.map((each) => `- ${cell(each)}`);
	return ['## Changed since the Earlier Report', '', ...lines, ''];
};

const overridesOf = ({ overrides }: Summary): string[] =>
	Object.keys(overrides).length === 0
		? []
		: [
				'## Endpoint Overrides',
				'',
				'For the credential:',
				'',
				'```',
				JSON.stringify(overrides),
				'```',
				'',
			];

/** @returns the whole report, ready to attach to an issue. */
export const reportOf = (parts: readonly Part[], summary: Summary): string =>
	[
		'# Account check',
		'',
		`Fingerprint ${summary.fingerprint}. Statuses, names and types only: no values of the account.`,
		'',
		...changesOf(summary),
		...overridesOf(summary),
		...parts.flatMap(partOf),
		'## Shapes',
		'',
		'For Earlier Report of a later check.',
		'',
		`${FENCE.begins}${JSON.stringify(summary.shapes, null, '\t')}${FENCE.ends}`,
		'',
	].join('\n');
