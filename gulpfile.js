/** `npm run build`: makes `dist/` as it is published. */
const { mkdir, readFile, rm, writeFile } = require('node:fs/promises');
const { dirname } = require('node:path');
const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { ModuleKind, ScriptTarget, transpileModule } = require('typescript');
const { n8n } = require('./package.json');

/** `import()` becomes `require`, since n8n drops a package's modules from the cache of `require` when it updates it. */
const commonJs = {
	module: ModuleKind.CommonJS,
	target: ScriptTarget.ES2022,
	esModuleInterop: false,
	removeComments: true,
};
const iconFiles = '{nodes,credentials}/**/*.{svg,png}';
const jsonFiles = [
	'{nodes,credentials}/**/*.node.json',
	'{nodes,credentials}/**/__schema__/**/*.json',
];

/** JSON without its comments, which are for people who change it: 2 kB of the package. */
const uncommentedJson = {
	name: 'uncommented JSON',
	setup({ onLoad }) {
		onLoad({ filter: /\.json$/ }, async ({ path }) => {
			const withoutComments = (key, value) => (key === 'comment' ? undefined : value);
			const content = JSON.parse(await readFile(path, 'utf8'), withoutComments);
			return { contents: JSON.stringify(content), loader: 'json' };
		});
	},
};

const clean = () => rm('dist', { recursive: true, force: true });

/**
 * A file for each node and credential, and chunks of code that they share or load late, with the lines and names of
 * the sources, so that reviewers and readers of stack traces find their way. esbuild splits ES modules only, and n8n loads
 * CommonJS: TypeScript converts each file, and leaves out the few comments that esbuild keeps.
 */
async function scripts() {
	const { outputFiles } = await build({
		entryPoints: [...n8n.nodes, ...n8n.credentials].map((path) =>
			path.replace('dist/', '').replace(/js$/, 'ts'),
		),
		outbase: '.',
		outdir: 'dist',
		chunkNames: 'nodes/SalesManagement/[name]-[hash]',
		bundle: true,
		splitting: true,
		format: 'esm',
		charset: 'utf8',
		platform: 'node',
		packages: 'external',
		target: 'node20',
		write: false,
		plugins: [uncommentedJson],
		logLevel: 'warning',
	});
	for (const { path, text } of outputFiles) {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, transpileModule(text, { compilerOptions: commonJs }).outputText);
	}
}

/** Icons are copied byte by byte (`encoding: false`), or gulp 5 would spoil the PNGs. */
const icons = () => src(iconFiles, { encoding: false }).pipe(dest('dist'));

/** Codex files (`*.node.json`) and output schemas (`__schema__`). */
const json = () => src(jsonFiles).pipe(dest('dist'));

exports.build = series(clean, parallel(scripts, icons, json));
