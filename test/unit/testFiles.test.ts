/** How the files of the tests are named and where they stand. */
import { readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';

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

test('what is not a test stands in a support folder, and no test does', () => {
	const misplaced = files.filter(
		(path) => path.endsWith('.test.ts') === path.split('/').includes('support'),
	);
	expect(misplaced).toEqual([]);
});
