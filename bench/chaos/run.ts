/**
 * Both worlds of the reliability tests, for as many operations as wanted: a hostile service, and
 * real work on a sandbox that fails. Writes the figures into docs/reliability.json.
 *
 *     npm run chaos -- [--operations 100000] [--seed 1] [--workers 2] [--out docs/reliability.json]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '../measure';
import { add, names, none, sharesOf } from './figures';
import { doShares } from './pool';

const { values } = parseArgs({
	options: {
		operations: { type: 'string', default: '100000' },
		seed: { type: 'string', default: '1' },
		workers: { type: 'string', default: String(availableParallelism()) },
		out: { type: 'string', default: join(__dirname, '../../docs/reliability.json') },
	},
});
const operations = Number(values.operations);
const seed = Number(values.seed);
const workers = Number(values.workers);
/** Of those that did not hold. */
const MOST_EXAMPLES = 50;

function save(chaos: object): void {
	const known = existsSync(values.out)
		? (JSON.parse(readFileSync(values.out, 'utf8')) as object)
		: {};
	writeFileSync(values.out, `${JSON.stringify({ ...known, chaos }, null, '\t')}\n`);
}

async function main(): Promise<boolean> {
	const started = performance.now();
	const minutes = () => Math.round((performance.now() - started) / 6_000) / 10;
	const worlds = { hostileService: none(), faultySandbox: none() };
	const sum = none();
	const broken: string[] = [];
	await doShares(sharesOf(operations, seed), workers, ({ world }, outcome) => {
		add(worlds[world], outcome.figures);
		add(sum, outcome.figures);
		broken.push(...outcome.broken);
		for (const each of outcome.broken) process.stderr.write(`- ${each}\n`);
		process.stderr.write(
			`${sum.operations} of ${operations} after ${minutes()} minutes: ${sum.resultsLost} lost, ` +
				`${sum.resultsDoubled} doubled, ${sum.pastBounds} past bounds\n`,
		);
	});
	save({ seed, workers, minutes: minutes(), node: process.version, ...sum, ...worlds });
	const parts = [...Object.values(worlds), sum];
	const rows = names.map((name) => [name, ...parts.map((figures) => String(figures[name]))]);
	const head = ['', 'hostile service', 'faulty sandbox', 'together'];
	process.stdout.write(`${table([head, ...rows])}\n\n${minutes()} minutes.\n`);
	for (const each of broken.slice(0, MOST_EXAMPLES)) process.stdout.write(`- ${each}\n`);
	return sum.resultsLost + sum.resultsDoubled + sum.pastBounds === 0;
}

main().then(
	(good) => process.exit(good ? 0 : 1),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
