/** What the bench in a real n8n writes: figures as JSON, the page about them, and its picture. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { seconds, table } from '../measure';
import { barsOf } from './bars';
import { BARE, median, medianMs, type Figures } from './figures';

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
		contender === BARE ? '' : `${median(runs.map(({ memory }) => memory)).toFixed(0)} MiB`,
		String(failed),
	];
};

export const figuresTable = (all: readonly Figures[]): string =>
	table([HEAD, ...all.map((each) => shown(each, all))]);

const PAGE = join(__dirname, '../../docs/performance.md');
const PICTURE = join(__dirname, '../../docs/images/performance.svg');
const JSON_FILE = join(__dirname, '../results.json');
const [BEGIN, END] = ['<!-- bench n8n: begin -->', '<!-- bench n8n: end -->'];

/** Puts the figures of all jobs where people find them. */
export async function writeReport(all: readonly Figures[], rounds: number): Promise<void> {
	const [cpu] = cpus();
	const machine = `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'})`;
	const day = new Date().toISOString().slice(0, 10);
	const json = { measured: day, node: process.version, machine, rounds, figures: all };
	writeFileSync(JSON_FILE, `${JSON.stringify(json, undefined, '\t')}\n`);
	writeFileSync(PICTURE, barsOf(all));
	const page = readFileSync(PAGE, 'utf8');
	const part = [
		...[BEGIN, '', `\`npm run bench -- n8n\`, ${day}, ${machine}, medians of ${rounds}:`, ''],
		...[figuresTable(all), '', END],
	].join('\n');
	const before = page.slice(0, page.indexOf(BEGIN));
	const after = page.slice(page.indexOf(END) + END.length);
	const options = { ...(await resolveConfig(PAGE)), filepath: PAGE };
	writeFileSync(PAGE, await format(`${before}${part}${after}`, options));
}
