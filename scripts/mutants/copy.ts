/** A copy of the project in which the mutated files are instrumented; the packages are shared. */
import { cpSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What is large, made by a task, or git's own. */
const LEFT_OUT = new Set(['node_modules', '.git', 'dist', 'coverage', '.cache']);

/** In the temporary folder of the task, which scripts/run.mjs removes however it ends. */
export function copyProject(root: string, instrumented: ReadonlyMap<string, string>): string {
	const copy = mkdtempSync(join(tmpdir(), 'n8n-sales-mutants-'));
	for (const name of readdirSync(root).filter((each) => !LEFT_OUT.has(each))) {
		cpSync(join(root, name), join(copy, name), { recursive: true });
	}
	for (const [file, text] of instrumented) writeFileSync(join(copy, file), text);
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
	return copy;
}
