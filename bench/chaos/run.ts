/**
 * Real work on a sandbox that fails, for as many operations as wanted; prints the figures, and ends with 1
 * where anything was lost, doubled or past its bounds. Another seed draws other work.
 *
 *     npm run chaos -- [--operations 20000] [--seed 1]
 */
import { parseArgs } from 'node:util';
import { table } from '../measure';
import { none, type Figures } from './figures';
import { workOnFaultySandbox } from './work';

const { values } = parseArgs({
	options: {
		operations: { type: 'string', default: '20000' },
		seed: { type: 'string', default: '1' },
	},
});
const operations = Number(values.operations);
const seed = Number(values.seed);
/** After so many all is compared, and another sandbox begins empty. */
const ROUND = 1_000;

async function main(): Promise<boolean> {
	const started = performance.now();
	const sum = none();
	const names = Object.keys(sum) as Array<keyof Figures>;
	const rowOf = (figures: Figures) => names.map((name) => String(figures[name]));
	for (let from = 0; from < operations; from += ROUND) {
		const round = { from, seed, operations: Math.min(ROUND, operations - from) };
		const { figures, broken } = await workOnFaultySandbox(round);
		for (const name of names) sum[name] += figures[name];
		for (const each of broken) console.error(`- ${each}`);
		console.error(rowOf(sum).join(' '));
	}
	const minutes = ((performance.now() - started) / 60_000).toFixed(1);
	console.log(`${table([names, rowOf(sum)])}\n\n${minutes} minutes.`);
	return sum.resultsLost + sum.resultsDoubled + sum.pastBounds === 0;
}

main().then(
	(good) => process.exit(good ? 0 : 1),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
