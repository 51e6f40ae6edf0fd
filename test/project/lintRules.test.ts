/** The lint rules of scripts/: each refuses what it is for, and nothing else. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** ESLint in a process of its own, apart from jest's runtime. */
const LINT = `
import { Linter } from 'eslint';
const { rule, options, cwd, files } = JSON.parse(process.argv[1]);
const { default: tested } = await import(rule);
const config = {
	files: ['**/*.{js,ts}'],
	plugins: { house: { rules: { tested } } },
	rules: { 'house/tested': ['error', ...options] },
};
const linter = new Linter({ cwd });
const messages = files.map(([name, text]) =>
	linter
		.verify(text, config, cwd + '/' + name)
		.map(({ line, message }) => [line, message]),
);
console.log(JSON.stringify(messages));
`;

interface Given {
	readonly files: ReadonlyArray<readonly [name: string, text: string]>;
	readonly cwd?: string;
	readonly options?: readonly unknown[];
}

/** The line and text of each message, by files. */
function lint(rule: string, { cwd = root, options = [], files }: Given): unknown {
	const given = { rule: join(root, 'scripts', rule), options, cwd, files };
	const run = ['--input-type=module', '-e', LINT, JSON.stringify(given)];
	return JSON.parse(execFileSync(process.execPath, run, { cwd: root, encoding: 'utf8' }));
}

test('a comment that hides its subject behind an opener is refused', () => {
	const message = (word: string) =>
		`A comment names its subject first; this one begins with "${word}".`;
	const text = [
		'/** What a page holds. */',
		'// Where a page begins',
		'// Of nothing: this goes on from the line above.',
		'/**\n * Whoever asks.\n */',
		'const page = 1; // Beside others.',
		'/** The records of one page: what it holds. */',
		'/** Whatever is given; of any kind. */',
		"const word = '// What is text';",
	];
	expect(lint('subject-first.js', { files: [['page.js', text.join('\n')]] })).toEqual([
		[
			[1, message('What')],
			[2, message('Where')],
			[4, message('Whoever')],
			[7, message('Beside')],
		],
	]);
});

test('a name that two files export is refused, unless it is passed on', () => {
	const cwd = mkdtempSync(join(tmpdir(), 'meanings-'));
	const files = [
		['one.ts', 'export const page = 1;\nexport const own = 1;'],
		['other.ts', 'const own = 2;\nexport class page {}'],
		['index.ts', "export { page } from './one';"],
	] as const;
	try {
		for (const [name, text] of files) writeFileSync(join(cwd, name), text);
		const twice = (other: string) => `page is exported by ${other} as well: one name, one meaning.`;
		expect(lint('one-meaning.js', { cwd, files, options: ['.'] })).toEqual([
			[[1, twice('other.ts')]],
			[[2, twice('one.ts')]],
			[],
		]);
	} finally {
		rmSync(cwd, { recursive: true });
	}
});
