/**
 * What users install: the packed tarball has the build and the documents, is small, needs nothing at
 * run time, and passes n8n's own scanner for community packages.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../support/temporaryFolder';

interface Manifest {
	name: string;
	dependencies?: Record<string, string>;
	peerDependencies: Record<string, string>;
	n8n: { nodes: string[]; credentials: string[] };
}

const root = resolve(__dirname, '../..');
const folder = temporaryFolder('package');
const unpacked = join(folder, 'package');
let tarball = '';
let files: string[] = [];
let manifest: Manifest;

beforeAll(() => {
	// Of all tests these alone look at `dist/`; the other worker of jest goes on meanwhile.
	execFileSync(process.execPath, [join(root, 'node_modules/gulp/bin/gulp.js'), 'build'], {
		cwd: root,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const report = JSON.parse(
		execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
			cwd: root,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
			shell: process.platform === 'win32',
		}),
	) as Array<{ filename: string; files: Array<{ path: string }> }>;
	tarball = join(folder, report[0]!.filename);
	files = report[0]!.files.map(({ path }) => path);
	execFileSync('tar', ['-xzf', tarball, '-C', folder]);
	manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Manifest;
}, 600_000);

test('the tarball holds dist, README, LICENSE, CHANGELOG and package.json only', () => {
	const top = [...new Set(files.map((path) => path.split('/')[0]))].sort();
	expect(top).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json']);
});

test('dist holds the compiled nodes and credentials and what the editor shows of them', () => {
	const kinds = files
		.filter((path) => path.startsWith('dist/'))
		.filter((path) => !/^dist\/(nodes|credentials)\/.*\.(js|d\.ts|json|svg|png)$/.test(path));
	expect(kinds).toEqual([]);
	for (const path of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
		expect(files).toContain(path);
	}
});

test('the codex file of each node names it and puts it under Sales', () => {
	for (const path of manifest.n8n.nodes) {
		const name = /(\w+)\.node\.js$/.exec(path)![1]!;
		const codex = JSON.parse(
			readFileSync(join(unpacked, path.replace(/\.js$/, '.json')), 'utf8'),
		) as {
			node: string;
			categories: string[];
		};
		expect(codex.node).toBe(`${manifest.name}.${name[0]!.toLowerCase()}${name.slice(1)}`);
		expect(codex.categories).toEqual(['Sales']);
	}
});

test('each icon that a node or credential names is packed', () => {
	const folders = ['dist/nodes/SalesManagement', 'dist/credentials'];
	const sources = folders.flatMap((at) =>
		readdirSync(join(unpacked, at))
			.filter((name) => name.endsWith('.js'))
			.map((name) => ({ at, text: readFileSync(join(unpacked, at, name), 'utf8') })),
	);
	const icons = sources.flatMap(({ at, text }) =>
		[...text.matchAll(/file:([\w./-]+)/g)].map(([, icon]) => join(at, icon!)),
	);
	expect(icons.length).toBeGreaterThan(0);
	for (const icon of icons) expect(files).toContain(icon);
});

// n8n empties the cache of `require` when it updates a package; it can't empty that of `import()`.
test('dist loads its pieces by require', () => {
	const scripts = files.filter((path) => path.endsWith('.js'));
	const texts = scripts.map((path) => readFileSync(join(unpacked, path), 'utf8'));
	expect(texts.filter((text) => /\bimport\(/.test(text))).toEqual([]);
});

test('every output schema is packed where n8n looks for it', () => {
	const folder = 'nodes/SalesManagement/__schema__';
	const schemas = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.json'))
		.map((name) => `dist/${folder}/${name.replaceAll('\\', '/')}`);
	expect(schemas.length).toBeGreaterThan(0);
	expect(files).toEqual(expect.arrayContaining(schemas));
});

test('the tarball is under 200 kB', () => {
	expect(statSync(tarball).size).toBeLessThan(200_000);
});

test('nothing but n8n-workflow, as a peer, is needed at run time', () => {
	expect(manifest.dependencies).toBeUndefined();
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
});

// On the sources `npm run lint` runs the same rules.
test('n8n’s scanner for community packages passes the unpacked tarball', () => {
	// It is an ES module with an eslint of its own, hence a process of its own.
	const script = `
		import { analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';
		const verdict = await analyzePackage(process.argv[1], ['**/*.js', 'package.json']);
		console.log('\\n' + JSON.stringify(verdict));`;
	const output = execFileSync(
		process.execPath,
		['--input-type=module', '-e', script, '--', unpacked],
		{
			cwd: root,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
			// Under NODE_ENV=test, as jest sets it, the lint plugin takes every file for a node's.
			env: { ...process.env, NODE_ENV: 'production' },
		},
	);
	expect(JSON.parse(output.trim().split('\n').at(-1)!)).toEqual({ passed: true });
});

test('strict mode: the lint configuration is the one that n8n’s command line makes', () => {
	const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		n8n: { strict: boolean };
	};
	const made = 'node_modules/@n8n/node-cli/dist/template/templates/shared/default';
	const [ours, theirs] = [root, join(root, made)].map((at) =>
		readFileSync(join(at, 'eslint.config.mjs'), 'utf8'),
	);
	expect(n8n.strict).toBe(true);
	expect(ours).toBe(theirs);
});
