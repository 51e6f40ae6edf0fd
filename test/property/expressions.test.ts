/** What the node reads of a form by itself is what n8n's own engines make of it. */
import '../support/patientRegex';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { Expression } from 'n8n-workflow';
import { references, type Counts } from './support/expressions/equal';

const RUNS = Number(process.env.VALUES_RUNS ?? 3_000) / 10;

test('a plain reference, and what resembles one, is the value that n8n reads', async () => {
	expect(Expression.getActiveImplementation()).toBe('legacy');
	const counts: Counts = { cases: 0, sent: 0 };
	await fc.assert(references(counts), { numRuns: RUNS });
	expect(counts.sent).toBeGreaterThan(counts.cases / 4);
}, 240_000);

test('the same on the QuickJS engine', async () => {
	const file = 'test/property/support/expressions/quickJs.ts';
	const args = ['--import', 'tsx', file, String(Math.ceil(RUNS / 5))];
	const { stdout } = await promisify(execFile)(process.execPath, args);
	const { engine, sent, cases } = JSON.parse(stdout) as Counts & { engine: string };
	expect(engine).toBe('quickjs');
	expect(sent).toBeGreaterThan(cases / 4);
}, 240_000);
