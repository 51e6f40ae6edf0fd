/**
 * The same on n8n's QuickJS engine, in a process of its own: n8n loads that engine with `import()`,
 * which jest has none of on Node 20. Prints the counts, or what is not equal.
 */
import './host';
import fc from 'fast-check';
import { Expression } from 'n8n-workflow';
import { forms, references, type Counts } from './equal';
import { startQuickJs } from './quickJsEngine';

async function run(): Promise<void> {
	const [, , numRuns = '100', seed] = process.argv;
	await startQuickJs({ isShared: true });
	const counts: Counts = { cases: 0, short: 0, long: 0 };
	const settings = { numRuns: Number(numRuns), ...(seed && { seed: Number(seed) }) };
	await fc.assert(references(counts), settings);
	// Each reads a form as a whole.
	await fc.assert(forms(counts), { ...settings, numRuns: Math.ceil(settings.numRuns / 5) });
	const engine = Expression.getActiveImplementation();
	// The engine ends with its process: taken down before, it at times aborts over what it still holds.
	process.stdout.write(JSON.stringify({ engine, ...counts }), () => process.exit(0));
}

void run().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
