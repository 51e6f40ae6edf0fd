/**
 * An ESLint rule: no two files of a folder export the same name, so that each name has one meaning. Re-exports don't count, since
 * they pass on the same thing.
 */
const { readdirSync, readFileSync, statSync } = require('node:fs');
const { join, relative } = require('node:path');

const declaration =
	/^export (?:async )?(?:abstract )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm;

const namesIn = (text) => [...text.matchAll(declaration)].map(([, name]) => name);

/** The names that each file exports, with the time of that version: an editor lints files that change. */
const known = new Map();

function namesOf(file) {
	const { mtimeMs } = statSync(file);
	const before = known.get(file);
	if (before?.mtimeMs === mtimeMs) return before.names;
	const names = new Set(namesIn(readFileSync(file, 'utf8')));
	known.set(file, { mtimeMs, names });
	return names;
}

const filesIn = (folder) =>
	readdirSync(folder, { recursive: true })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name));

module.exports = {
	meta: {
		type: 'problem',
		messages: { twice: '{{name}} is exported by {{other}} as well: one name, one meaning.' },
		/** The folder. */
		schema: [{ type: 'string' }],
	},
	create({ filename, cwd, options: [folder], sourceCode, report }) {
		return {
			Program() {
				const others = filesIn(join(cwd, folder)).filter((file) => file !== filename);
				for (const match of sourceCode.text.matchAll(declaration)) {
					const [, name] = match;
					const other = others.find((file) => namesOf(file).has(name));
					if (other === undefined) continue;
					const loc = sourceCode.getLocFromIndex(match.index);
					report({ loc, messageId: 'twice', data: { name, other: relative(cwd, other) } });
				}
			},
		};
	},
};
