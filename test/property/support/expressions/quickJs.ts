/**
 * The same on n8n's QuickJS engine, in a process of its own: n8n loads that engine with `import()`,
 * which jest has none of on Node 20. Prints the counts, or what is not equal.
 */
import '../../../support/harnessEnvironment';
import fc from 'fast-check';
import { Expression } from 'n8n-workflow';
import { references, type Counts } from './equal';

async function run(): Promise<void> {
	const [, , numRuns = '100', seed] = process.argv;
	// As the isolated VM, which has no build for Node 20, a sandbox of its own. One runtime serves all
	// workflows, as in n8n's editor: to begin one takes a tenth of a second.
	await Expression.initExpressionEngine({
		...{ sharedCaller: true, lazyAcquire: true, engine: 'quickjs', bridgeTimeout: 60_000 },
		...{ bridgeMemoryLimit: 128, maxCodeCacheSize: 1024, poolSize: 1 },
	});
	const counts: Counts = { cases: 0, sent: 0 };
	const settings = { numRuns: Number(numRuns), ...(seed && { seed: Number(seed) }) };
	await fc.assert(references(counts), settings);
	const engine = Expression.getActiveImplementation();
	// The engine ends with its process: taken down before, it at times aborts over what it still holds.
	process.stdout.write(JSON.stringify({ engine, ...counts }), () => process.exit(0));
}

void run().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
