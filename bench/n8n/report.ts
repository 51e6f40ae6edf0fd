/** What the benches in a real n8n print, for docs/measurements.md. */
import { machine, median, seconds, table } from '../measure';
import { BARE, byJob, medianMs, type Figures } from './figures';
import { largeTable, type Figures as Large } from './large/figures';

const HEAD = [
	...['job', 'latency', 'by', 'median', 'range', 'to the bare client'],
	...['requests', 'most 429s', 'memory', 'failed'],
];

/** The bare client of the same job, measured in the same rounds. */
const bareOf = (all: readonly Figures[], { job, latencyMs }: Figures): Figures | undefined =>
	all.find((each) => each.contender === BARE && each.job === job && each.latencyMs === latencyMs);

const shown = (each: Figures, all: readonly Figures[]): string[] => {
	const { job, latencyMs, contender, runs, failed } = each;
	const times = runs.map(({ ms }) => ms);
	const bare = bareOf(all, each);
	return [
		...[job, `${latencyMs} ms`, contender, seconds(medianMs(each))],
		`${seconds(Math.min(...times))} to ${seconds(Math.max(...times))}`,
		bare ? (medianMs(each) / medianMs(bare)).toFixed(2) : '',
		String(median(runs.map(({ requests }) => requests))),
		String(Math.max(0, ...runs.map(({ refused }) => refused))),
		`${median(runs.map(({ memory }) => memory)).toFixed(0)} MiB`,
		String(failed),
	];
};

export const figuresTable = (all: readonly Figures[]): string =>
	table([HEAD, ...all.map((each) => shown(each, all))]);

const OURS = 'Sales Management';

/** The page's table: a line for each job, with each contender's median and its ratio to the bare client. */
function jobsTable(all: readonly Figures[]): string {
	const rows = byJob(all).map((figures) => {
		const [first] = figures;
		const bare = figures.find(({ contender }) => contender === BARE);
		const told = (each: Figures) => {
			const name = each.contender.replace(/^Sales Management(?:, )?/, '');
			const ratio = bare ? ` (${(medianMs(each) / medianMs(bare)).toFixed(2)})` : '';
			return `${seconds(medianMs(each))}${ratio}${name && `: ${name}`}`;
		};
		const isOurs = ({ contender }: Figures) => contender.startsWith(OURS);
		const others = figures.filter((each) => each !== bare && !isOurs(each));
		return [
			...[first?.job ?? '', `${first?.latencyMs} ms`, bare ? seconds(medianMs(bare)) : ''],
			...[figures.filter(isOurs), others].map((each) => each.map(told).join('; ')),
		];
	});
	return table([['job', 'latency', BARE, OURS, 'n8n’s own nodes'], ...rows]);
}

/** The line before each table of the page: what was run, when, and where. */
const measured = (bench: string): string =>
	`\`npm run bench -- ${bench}\`, ${new Date().toISOString().slice(0, 10)}, ${machine()}`;

export const jobsReport = (all: readonly Figures[], rounds: number): string =>
	`${measured('n8n')}, medians of ${rounds}:\n\n${jobsTable(all)}`;

/** The same of lists of any size. */
export const largeReport = (all: readonly Large[], latencyMs: number): string =>
	`${measured('large')}, ${latencyMs} ms for each answer, five requests a second, each once:\n\n${largeTable(all)}`;
