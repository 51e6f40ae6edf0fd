/**
 * An ESLint rule: no file imports, by whatever way, a file that imports it. Imports of types count
 * too, which `import-x/no-cycle` leaves out: a circle of types binds files together as much.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

const specifiers = /\bfrom\s+['"](\.[^'"]+)['"]/g;

const fileOf = (importer, specifier) => {
	const base = resolve(dirname(importer), specifier);
	return [`${base}.ts`, `${base}/index.ts`].find((file) => existsSync(file));
};

/** The files that a file imports, read once for as long as one file is linted. */
function reader() {
	const known = new Map();
	return (file) => {
		const found =
			known.get(file) ??
			[...readFileSync(file, 'utf8').matchAll(specifiers)]
				.map(([, specifier]) => fileOf(file, specifier))
				.filter((imported) => imported !== undefined);
		known.set(file, found);
		return found;
	};
}

/** The files on the way from one file to another, both included; undefined if there is no way. */
function wayTo(goal, file, importsOf, seen = new Set()) {
	if (file === goal) return [file];
	if (seen.has(file)) return undefined;
	seen.add(file);
	for (const next of importsOf(file)) {
		const way = wayTo(goal, next, importsOf, seen);
		if (way) return [file, ...way];
	}
	return undefined;
}

export default {
	meta: {
		type: 'problem',
		messages: { circle: 'This import closes a circle: {{way}}.' },
		schema: [],
	},
	create({ filename, cwd, report }) {
		const importsOf = reader();
		const check = (node) => {
			const specifier = String(node.source?.value);
			const imported = specifier.startsWith('.') ? fileOf(filename, specifier) : undefined;
			const way = imported && wayTo(filename, imported, importsOf);
			if (!way) return;
			const names = [filename, ...way].map((file) => relative(cwd, file));
			report({ node, messageId: 'circle', data: { way: names.join(' → ') } });
		};
		return {
			ImportDeclaration: check,
			ExportNamedDeclaration: check,
			ExportAllDeclaration: check,
		};
	},
};
