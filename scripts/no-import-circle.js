/**
 * An ESLint rule against circles of imports: no file imports, by whatever way, a file that imports
 * it; with the option `folders`, no folder imports a folder that imports it. Imports of types count
 * too, unlike in `import-x/no-cycle`: a circle of types binds files together as much.
 */
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { dirname, join, relative, resolve } = require('node:path');

const specifiers = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;

const fileOf = (importer, specifier) => {
	const base = resolve(dirname(importer), specifier);
	return [`${base}.ts`, `${base}/index.ts`].find((file) => existsSync(file));
};

/** The imports of each file, with the time of its change: an editor lints a file while it changes. */
const known = new Map();

function importsOf(file) {
	const { mtimeMs } = statSync(file);
	const before = known.get(file);
	if (before?.mtimeMs === mtimeMs) return before.imports;
	const imports = [...readFileSync(file, 'utf8').matchAll(specifiers)]
		.map(([, specifier]) => fileOf(file, specifier))
		.filter((imported) => imported !== undefined);
	known.set(file, { mtimeMs, imports });
	return imports;
}

/** The folders that the files of a folder import. */
const foldersOf = (folder) =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.ts'))
		.flatMap((name) => importsOf(join(folder, name)))
		.map((file) => dirname(file))
		.filter((each) => each !== folder);

/** The way from one file or folder to another, both included; undefined if there is none. */
function wayTo(goal, from, nextOf, seen = new Set()) {
	if (from === goal) return [from];
	if (seen.has(from)) return undefined;
	seen.add(from);
	for (const next of nextOf(from)) {
		const way = wayTo(goal, next, nextOf, seen);
		if (way) return [from, ...way];
	}
	return undefined;
}

module.exports = {
	meta: {
		type: 'problem',
		messages: { circle: 'This import closes a circle: {{way}}.' },
		/** The option `folders`: circles of folders are errors, too. */
		schema: [{ enum: ['folders'] }],
	},
	create({ filename, cwd, options, report }) {
		const folder = dirname(filename);
		const check = (node) => {
			const specifier = String(node.source?.value);
			const imported = specifier.startsWith('.') ? fileOf(filename, specifier) : undefined;
			if (!imported) return;
			const other = dirname(imported);
			const way =
				wayTo(filename, imported, importsOf)?.toSpliced(0, 0, filename) ??
				(options[0] !== 'folders' || other === folder
					? undefined
					: wayTo(folder, other, foldersOf)?.toSpliced(0, 0, folder));
			if (!way) return;
			const names = way.map((each) => relative(cwd, each));
			report({ node, messageId: 'circle', data: { way: names.join(' → ') } });
		};
		return {
			ImportDeclaration: check,
			ExportNamedDeclaration: check,
			ExportAllDeclaration: check,
			ImportExpression: check,
		};
	},
};
