/** What the bench in a real n8n writes: figures as JSON, and the page about them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { seconds, table } from '../measure';
import { BARE, daysOf, median, medianMs, renewed, type Figures } from './figures';
import { withPart } from './part';
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

const PAGE = join(__dirname, '../../docs/performance.md');
const JSON_FILE = join(__dirname, '../results.json');

async function writeFormatted(file: string, text: string): Promise<void> {
	const options = { ...(await resolveConfig(file)), filepath: file };
	writeFileSync(file, await format(text, options));
}

async function writePart(name: string, text: string): Promise<void> {
	await writeFormatted(PAGE, withPart(readFileSync(PAGE, 'utf8'), name, text));
}

const machineOf = (): string => {
	const [cpu] = cpus();
	return `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'})`;
};

const about = () => ({ node: process.version, machine: machineOf() });

interface Written {
	readonly figures?: readonly Figures[];
	readonly large?: { readonly figures: readonly Large[] };
}

const written = (): Written => JSON.parse(readFileSync(JSON_FILE, 'utf8')) as Written;

/** The figures of one bench, beside those of the others. */
async function writeFigures(figures: object): Promise<void> {
	await writeFormatted(JSON_FILE, JSON.stringify({ ...written(), ...figures }));
}

/** Puts the figures of jobs where people find them, instead of those that they had. */
export async function writeReport(measured: readonly Figures[], rounds: number): Promise<void> {
	const before = written().figures ?? [];
	const all = renewed(before, measured, ({ job, latencyMs }) => `${job} ${latencyMs}`);
	await writeFigures({ ...about(), rounds, figures: all });
	const head = `\`npm run bench -- n8n\`, ${daysOf(all)}, ${machineOf()}, medians of ${rounds}:`;
	await writePart('n8n', `${head}\n\n${figuresTable(all)}`);
}

/** The same for lists of any size. */
export async function writeLargeReport(
	measured: readonly Large[],
	latencyMs: number,
): Promise<void> {
	const before = written().large?.figures ?? [];
	// Some say how many writes it came to.
	const jobOf = ({ job }: Large) => job.replace(/\d+/g, '');
	const all = renewed(before, measured, jobOf);
	await writeFigures({ large: { ...about(), latencyMs, figures: all } });
	const head = `\`npm run bench -- large\`, ${daysOf(all)}, ${machineOf()}, ${latencyMs} ms for each answer, five requests a second, each once:`;
	await writePart('large', `${head}\n\n${largeTable(all)}`);
}
