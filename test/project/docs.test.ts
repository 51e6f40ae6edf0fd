/** The pages: made ones are as made, links and anchors lead somewhere, what is named exists. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROUTES } from '../../nodes/SalesManagement/api';
import { operationsPage, PAGE } from '../../scripts/operations-page';
import { OPERATION_COUNTS } from '../support/counts';
import { temporaryFolder } from '../support/temporaryFolder';
import { node, parameters } from './support/nodeTexts';

const root = resolve(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const filesIn = (folder: string, ending: RegExp) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((path) => ending.test(path))
		.map((path) => join(folder, path));

const pages = [
	...readdirSync(root).filter((name) => name.endsWith('.md')),
	...filesIn('docs', /md$/),
	'test/README.md',
	'bench/README.md',
];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe('docs/operations.md', () => {
	const page = operationsPage();

	test('is the page that `npm run docs` writes', () => {
		expect(readFileSync(PAGE, 'utf8')).toBe(page);
	});

	test.each(['v2', 'v1'] as const)('names the route of every operation of %s', (version) => {
		const routes = Object.values(ROUTES[version]).map(({ method, path }) => `${method} ${path}`);
		expect(routes).toHaveLength(OPERATION_COUNTS[version]);
		expect(routes.filter((route) => !page.includes(`${version}: \`${route}\``))).toEqual([]);
	});

	test('has every parameter of a request', () => {
		const ofNode = parameters.filter(({ path }) => path.startsWith(`${node.name}.`));
		const asked = ofNode.flatMap(
			({ path }) => /\.((?:additionalFields|updateFields|filters)\.[^.]+)$/.exec(path)?.[1] ?? [],
		);
		expect(asked.length).toBeGreaterThan(100);
		expect(asked.filter((parameter) => !page.includes(`\`${parameter}\``))).toEqual([]);
	});
});

/** The places of a page that a link may lead to: its headings as GitHub names them, and its anchors. */
function anchorsOf(text: string): string[] {
	const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
		heading
			.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
	return [...headings, ...Array.from(text.matchAll(/<a id="([^"]+)">/g), ([, id = '']) => id)];
}

describe.each(pages)('%s', (page) => {
	const text = read(page);

	test('links only to what exists, anchors included', () => {
		const links = Array.from(text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g), ([, link = '']) => link);
		const broken = links.filter((link) => {
			const [file = '', anchor] = link.split('#');
			const target = file === '' ? page : join(page, '..', file);
			if (!existsSync(join(root, target))) return true;
			return (
				anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).includes(anchor)
			);
		});
		expect(broken).toEqual([]);
	});

	test('names only commands that exist', () => {
		const named = Array.from(
			text.matchAll(/npm (?:run )?(test|(?<=run )[\w-]+)/g),
			([, name]) => name!,
		);
		expect(named.filter((name) => !(name in scripts))).toEqual([]);
	});
});

/** The links that n8n shows beside the nodes and their credentials. */
test('the addresses of this repository in the package lead to headings that exist', () => {
	const sources = [
		'package.json',
		...['credentials', 'nodes'].flatMap((each) => filesIn(each, /(?:ts|json)$/)),
	];
	const own =
		/https:\/\/github\.com\/(n8n-nodes-sales-management)\/\1(?:\/blob\/main\/([\w./-]+))?#([\w-]+)/g;
	const links = sources.flatMap((path) =>
		Array.from(read(path).matchAll(own), ([, , file = 'README.md', anchor = '']) => ({
			file,
			anchor,
		})),
	);
	expect(links.length).toBeGreaterThan(5);
	const broken = links.filter(
		({ file, anchor }) => anchor !== 'readme' && !anchorsOf(read(file)).includes(anchor),
	);
	expect(broken).toEqual([]);
});

/** What logs in is for the environment or standard input: npm's log and the list of processes show the rest. */
describe('no token is given on a command line', () => {
	const folders = ['acceptance', 'bench', 'demo', 'harness', 'sandbox', 'scripts', 'test/e2e'];
	const programs = folders.flatMap((folder) => filesIn(folder, /\.(?:ts|mjs|cjs)$/));

	test.each<[string, RegExp, readonly string[]]>([
		['by a page', /^.*(?:--(?:token|key|secret)|(?:TOKEN|KEY|SECRET)=\S).*$/gm, pages],
		['as an option', /^.*\b(?:token|key|secret|password)'?: \{ type: 'string'.*$/gm, programs],
		['as an argument', /^.*\b(?:token|secret|ready)\b.*process\.argv.*$/gim, programs],
	])('%s', (_, pattern, paths) => {
		expect(paths.length).toBeGreaterThan(10);
		const lines = paths.flatMap((path) => read(path).match(pattern) ?? []);
		expect(lines).toEqual([]);
	});
});

describe('commands', () => {
	const FIRST = 'node scripts/install-if-missing.mjs && ';
	const commands = Object.entries(scripts);
	/** The files of this project that a command names. */
	const filesOf = (command: string) =>
		Array.from(command.replace(FIRST, '').matchAll(/[\w/-]+(?:\.\w+)?\.(?:ts|mjs|js)\b/g), String);

	test.each(commands)('%s installs first what is missing', (_, command) => {
		expect(command.startsWith(FIRST)).toBe(true);
	});

	test.each(commands)(
		'%s says what it runs: a known tool, or one file that exists',
		(name, command) => {
			const files = filesOf(command).filter((file) => file !== 'eslint.config.mjs');
			const isToolAlone = ['build', 'format', 'lint', 'pack', 'test', 'typecheck'].includes(name);
			expect(files).toHaveLength(isToolAlone ? 0 : 1);
			expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
		},
	);
});

const folder = temporaryFolder('command');
test('a command that fails ends with 1 and leaves nothing in the temporary folder', () => {
	// tsx's own cache stays there otherwise.
	const env = { ...process.env, TMPDIR: folder, TMP: folder, TEMP: folder, TSX_DISABLE_CACHE: '1' };
	const run = ['--import', 'tsx', 'sandbox/cli.ts', '--seed', 'no-such-seed'];
	expect(spawnSync(process.execPath, run, { cwd: root, env }).status).toBe(1);
	expect(readdirSync(folder)).toEqual([]);
});

describe('docs/decisions.md', () => {
	const folders = 'bench credentials demo docs harness nodes sandbox scripts test'.split(' ');
	const sources = folders.flatMap((folder) => filesIn(folder, /\.(?:ts|md|mjs|json)$/));
	const anchors = anchorsOf(read('docs/decisions.md'));

	/** `v2 §2.5, §3` cites two parts, `v2 §2.1 rule 4` a rule of one, `S1 to S7` its two ends. */
	function citationsIn(text: string): string[] {
		const parts = text.matchAll(/\bv([12]) (§\d[\d.]*(?:(?:,| and) §\d[\d.]*)*)(?: rule (\d))?/g);
		const cited = Array.from(parts, ([, version, list = '', rule]) =>
			list.split(/(?:,| and) /).map((part, index, all) => {
				const isOfRule = rule !== undefined && index === all.length - 1;
				return `v${version}-${part.replace(/^§|\.$/g, '')}${isOfRule ? `.${rule}` : ''}`;
			}),
		);
		return [...cited.flat(), ...(text.match(/\b(?:S[1-8]|A[1-4])\b/g) ?? [])];
	}

	test('has an entry for everything that is cited, and for each decision and assumption', () => {
		const missing = [...pages, ...sources].flatMap((path) =>
			citationsIn(read(path))
				.filter((id) => !anchors.includes(id))
				.map((id) => `${path}: ${id}`),
		);
		expect(missing).toEqual([]);
		const own = 'S1 S2 S3 S4 S5 S6 S7 S8 A1 A2 A3 A4'.split(' ');
		expect(anchors).toEqual(expect.arrayContaining(own));
	});
});

describe('what the connector’s sources hold', () => {
	const textOf = (ending: RegExp) =>
		['nodes', 'credentials']
			.flatMap((folder) => filesIn(folder, ending))
			.map(read)
			.join('\n');
	const code = textOf(/\.ts$/);
	/** A part that the code fills in is an ellipsis on the page. */
	const messages = code.replace(/\$\{[^}]*\}/g, '…') + textOf(/\.json$/).replace(/\{\w+\}/g, '…');

	test('every message that docs/troubleshooting.md explains', () => {
		const page = read('docs/troubleshooting.md');
		const explained = Array.from(page.matchAll(/^\| `(.+?)` +\|/gm), ([, message]) => message!);
		expect(explained.length).toBeGreaterThan(15);
		expect(explained.filter((message) => !messages.includes(message))).toEqual([]);
	});

	test('every entry that CONTRIBUTING.md shows in full', () => {
		const inOneLine = (text: string) => text.replace(/\s+/g, ' ');
		const shown = Array.from(
			read('CONTRIBUTING.md').matchAll(/```(?:ts|json)\n((?:(?:export )?const |")[^]*?)\n```/g),
		);
		expect(shown.length).toBeGreaterThan(1);
		const data = filesIn('nodes/SalesManagement/records/data', /\.json$/).map(read);
		const all = inOneLine([code, ...data].join('\n'));
		expect(shown.filter(([, entry = '']) => !all.includes(inOneLine(entry)))).toEqual([]);
	});
});

test.each(['CONTRIBUTING.md', 'test/README.md'])(
	'every file and folder that %s names exists',
	(page) => {
		const places = ['', 'nodes/SalesManagement', 'test'].map((place) => join(root, place));
		const named = Array.from(
			read(page).matchAll(/`([\w./-]+(?:\/|\.(?:ts|mjs|js|json)))`/g),
			([, path]) => path!,
		);
		expect(named.length).toBeGreaterThan(10);
		const isNowhere = (path: string) => !places.some((place) => existsSync(join(place, path)));
		expect(named.filter(isNowhere)).toEqual([]);
	},
);
