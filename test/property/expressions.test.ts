/** What the node reads of a form by itself is what n8n's own engines make of it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { Expression } from 'n8n-workflow';
import { forms, references, type Counts } from './support/expressions/equal';

const RUNS = Number(process.env.VALUES_RUNS ?? 3_000);

const counted = (): Counts => ({ cases: 0, short: 0, long: 0 });

test('a plain reference is the value that n8n reads', async () => {
	expect(Expression.getActiveImplementation()).toBe('legacy');
	const counts = counted();
	await fc.assert(references(counts), { numRuns: RUNS });
	expect(counts.short).toBeGreaterThan(RUNS / 10);
});

test('a parameter of any shape is what n8n gives, its errors included', async () => {
	const counts = counted();
	await fc.assert(forms(counts), { numRuns: Math.ceil(RUNS / 15) });
	expect(counts.cases).toBeGreaterThan(RUNS / 3);
});

test('both hold on the QuickJS engine', async () => {
	const file = 'test/property/support/expressions/quickJs.ts';
	const args = ['--import', 'tsx', file, String(Math.ceil(RUNS / 30))];
	const { stdout } = await promisify(execFile)(process.execPath, args);
	const { engine, short } = JSON.parse(stdout) as Counts & { engine: string };
	expect(engine).toBe('quickjs');
	expect(short).toBeGreaterThan(RUNS / 300);
}, 240_000);
