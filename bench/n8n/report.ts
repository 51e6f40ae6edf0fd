/** What the benches in a real n8n print, for docs/measurements.md. */
import { cpus } from 'node:os';
import { seconds, table } from '../measure';
import { BARE, byJob, median, medianMs, type Figures } from './figures';
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

/** What the page has of jobs: the table behind the line that says when and where it was measured. */
export function jobsReport(all: readonly Figures[], rounds: number): string {
	return `\`npm run bench -- n8n\`, ${today()}, ${machineOf()}, medians of ${rounds}:\n\n${jobsTable(all)}`;
}

/** The same of lists of any size. */
export function largeReport(all: readonly Large[], latencyMs: number): string {
	const each = `${latencyMs} ms for each answer, five requests a second, each once`;
	return `\`npm run bench -- large\`, ${today()}, ${machineOf()}, ${each}:\n\n${largeTable(all)}`;
}

const today = (): string => new Date().toISOString().slice(0, 10);

function machineOf(): string {
	const [cpu] = cpus();
	return `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'})`;
}
