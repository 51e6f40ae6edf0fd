/** Whether a mutant passes the type checker, which is the first of the tests. */
import { join } from 'node:path';
import ts from 'typescript';
import type { Mutation } from './mutations';

/** "Declared but never used" in its forms: a rule of tidiness, which says nothing about behaviour. */
const UNUSED = new Set([6133, 6138, 6192, 6196, 6198, 6199, 6205]);

export function typeCheck(root: string): (mutation: Mutation) => boolean {
	const config = join(root, 'tsconfig.json');
	const { config: json } = ts.readConfigFile(config, (path) => ts.sys.readFile(path)) as {
		config: object;
	};
	const published = { ...json, include: ['credentials', 'nodes'] };
	const { options, fileNames } = ts.parseJsonConfigFileContent(published, ts.sys, root);
	const mutated = new Map<string, { version: number; text: string }>();
	const service = ts.createLanguageService({
		getCompilationSettings: () => options,
		getScriptFileNames: () => fileNames,
		getScriptVersion: (path) => String(mutated.get(path)?.version ?? 0),
		getScriptSnapshot: (path) => {
			const text = mutated.get(path)?.text ?? ts.sys.readFile(path);
			return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
		},
		getCurrentDirectory: () => root,
		getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
		fileExists: (path) => ts.sys.fileExists(path),
		readFile: (path) => ts.sys.readFile(path),
	});
	let version = 0;
	return ({ file, start, end, replacement }) => {
		const path = join(root, file).replaceAll('\\', '/');
		const text = ts.sys.readFile(path) ?? '';
		mutated.set(path, {
			version: ++version,
			text: text.slice(0, start) + replacement + text.slice(end),
		});
		const errors = [
			...service.getSyntacticDiagnostics(path),
			...service.getSemanticDiagnostics(path),
		].filter(({ category, code }) => category === ts.DiagnosticCategory.Error && !UNUSED.has(code));
		mutated.set(path, { version: ++version, text });
		return errors.length === 0;
	};
}
