/** How the test files are named and where they are. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { NEEDS_BUILD } from '../support/buildFirst';

const folder = resolve(__dirname, '..');
// The end-to-end tests are a program of their own.
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.map((path) => path.replaceAll('\\', '/'))
	.filter((path) => path.endsWith('.ts') && !path.startsWith('e2e/'));

test('file names are in camelCase', () => {
	expect(files.length).toBeGreaterThan(100);
	const odd = files.filter((path) => !/^[a-z][a-zA-Z0-9]*(\.test)?\.ts$/.test(basename(path)));
	expect(odd).toEqual([]);
});

test('what is not a test is in a support folder, and no test is', () => {
	const misplaced = files.filter(
		(path) => path.endsWith('.test.ts') === path.split('/').includes('support'),
	);
	expect(misplaced).toEqual([]);
});

test('the tests that read dist/ are in the one file that builds it', () => {
	const reading = files
		.filter((path) => path.endsWith('.test.ts'))
		.filter((path) => /'dist['/]/.test(readFileSync(join(folder, path), 'utf8')))
		.map((path) => `test/${path}`);
	expect(reading).toEqual([NEEDS_BUILD]);
});

test('what runs on the documented service whatever is asked for says why, and is counted apart', () => {
	const texts = files
		.filter((path) => path.startsWith('engine/'))
		.map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const);
	expect(texts.filter(([, text]) => text.includes('dialects: []')).map(([path]) => path)).toEqual(
		[],
	);
	const unsaid = texts
		.filter(([, text]) => text.includes('DOCUMENTED') && !text.includes("documented('"))
		.map(([path]) => path);
	// It compares the two.
	expect(unsaid).toEqual(['engine/otherDeployment.test.ts']);
});
