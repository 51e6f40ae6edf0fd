/**
 * Makes `dist/` as it is published: a file for each node and credential, and chunks of code that
 * they share or load late, without white space. Names stay those of the sources, also in stack
 * traces.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const target = 'node20';

function gulp(task) {
	const args = [join(root, 'node_modules/gulp/bin/gulp.js'), '--silent', task];
	const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 1);
}

gulp('clean');
// esbuild splits ES modules only, and n8n loads CommonJS: each file is converted afterwards.
const { outputFiles } = await build({
	absWorkingDir: root,
	entryPoints: [...n8n.nodes, ...n8n.credentials].map((path) =>
		path.replace('dist/', '').replace(/js$/, 'ts'),
	),
	outbase: '.',
	outdir: 'dist',
	chunkNames: 'nodes/SalesManagement/[name]-[hash]',
	bundle: true,
	splitting: true,
	format: 'esm',
	platform: 'node',
	packages: 'external',
	target,
	write: false,
	logLevel: 'warning',
});
for (const { path, text } of outputFiles) {
	const { code } = await transform(text, {
		format: 'cjs',
		platform: 'neutral',
		target,
		minifyWhitespace: true,
		// `import()` becomes `require`, since n8n drops a package's modules from the cache of `require`
		// when it updates the package.
		supported: { 'dynamic-import': false },
	});
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, code);
}
gulp('assets');
