/**
 * Both worlds of the reliability tests, for as many operations as wanted: a hostile service, and
 * real work on a sandbox that fails. Writes the figures into docs/reliability.json.
 *
 *     npm run chaos -- [--operations 100000] [--seed 1] [--out docs/reliability.json]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { LIMITS } from '../nodes/SalesManagement/api/limits';
import { world } from '../test/property/support/hostile/attack';
import { operationCases } from '../test/property/support/hostile/operations';
import { startHostileService } from '../test/property/support/hostile/service';
import { BOUNDS, prepare, tryOut } from '../test/property/support/hostile/trial';
import { FaultyWork } from './chaos-work';
import { table } from './measure';
import { chance } from './soak-writer';

const { values } = parseArgs({
	options: {
		operations: { type: 'string', default: '100000' },
		seed: { type: 'string', default: '1' },
		out: { type: 'string', default: join(__dirname, '../docs/reliability.json') },
	},
});
const operations = Number(values.operations);
const seed = Number(values.seed);

/** Operations after which all is compared, and the service begins anew. */
const ROUND = 1_000;
/** Worlds that one operation is tried in before the next one. */
const WORLDS = 5;

interface Figures {
	operations: number;
	faultsInjected: number;
	resultsLost: number;
	resultsDoubled: number;
	pastBounds: number;
}

const progress = (text: string) => process.stderr.write(`${text}\n`);

async function hostile(count: number): Promise<{ figures: Figures; broken: string[] }> {
	const figures = {
		operations: 0,
		faultsInjected: 0,
		resultsLost: 0,
		resultsDoubled: 0,
		pastBounds: 0,
	};
	const broken: string[] = [];
	const cases = [...(await operationCases('v2')), ...(await operationCases('v1'))];
	const service = await startHostileService();
	const { clock, restore } = prepare();
	try {
		for (let at = 0; figures.operations < count; at++) {
			const of = cases[at % cases.length];
			if (!of) break;
			for (const given of fc.sample(world, { numRuns: WORLDS, seed: seed + at })) {
				const trial = await tryOut(service, of, given, clock);
				figures.operations++;
				figures.faultsInjected += trial.faults;
				if (trial.broken.some((each) => each.startsWith('may have done'))) figures.resultsDoubled++;
				if (trial.broken.length === 0) continue;
				figures.pastBounds++;
				broken.push(`${of.title}, world ${JSON.stringify(given)}: ${trial.broken.join('; ')}`);
			}
			if (at % 200 === 199) progress(`hostile service: ${figures.operations} of ${count}`);
		}
	} finally {
		restore();
		await service.close();
	}
	return { figures, broken };
}

async function faultyWork(count: number) {
	const { restore } = prepare();
	// Lists are read whole here, and bulk writes are divided as far as they are in earnest.
	Object.assign(LIMITS, { pagesOfList: 10_000, splittingRequests: 500 });
	const work = await FaultyWork.start(chance(seed));
	let pastBounds = 0;
	try {
		for (let done = 1; done <= count; done++) {
			if ((await work.operate()) > BOUNDS.ms) pastBounds++;
			if (done % ROUND !== 0 && done !== count) continue;
			await work.settle();
			progress(`faulty sandbox: ${done} of ${count}`);
		}
	} finally {
		restore();
		await work.close();
	}
	const { books, faults: faultsInjected } = work;
	const figures: Figures = {
		operations: count,
		faultsInjected,
		resultsLost: books.lost + books.invented + books.eventsLost,
		resultsDoubled: books.doubled + books.eventsDoubled,
		pastBounds,
	};
	return { figures, compared: books.compared, broken: books.examples };
}

function save(chaos: object): void {
	const known = existsSync(values.out)
		? (JSON.parse(readFileSync(values.out, 'utf8')) as object)
		: {};
	writeFileSync(values.out, `${JSON.stringify({ ...known, chaos }, null, '\t')}\n`);
}

async function main(): Promise<boolean> {
	const started = performance.now();
	const half = Math.ceil(operations / 2);
	const first = await hostile(half);
	const second = await faultyWork(operations - half);
	const minutes = Math.round((performance.now() - started) / 6_000) / 10;
	const names = Object.keys(first.figures) as Array<keyof Figures>;
	const sum = Object.fromEntries(
		names.map((name) => [name, first.figures[name] + second.figures[name]]),
	) as unknown as Figures;
	const parts = {
		hostileService: first.figures,
		faultySandbox: { ...second.figures, recordsCompared: second.compared },
	};
	save({ seed, minutes, node: process.version, ...sum, ...parts });
	const rows = names.map((name) => [
		name,
		...[first.figures, second.figures, sum].map((figures) => String(figures[name])),
	]);
	const head = ['', 'hostile service', 'faulty sandbox', 'together'];
	process.stdout.write(`${table([head, ...rows])}\n\n${minutes} minutes.\n`);
	for (const each of [...first.broken, ...second.broken]) process.stdout.write(`- ${each}\n`);
	return sum.resultsLost + sum.resultsDoubled + sum.pastBounds === 0;
}

main().then(
	(good) => process.exit(good ? 0 : 1),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
