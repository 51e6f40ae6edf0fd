/** `tsc --watch` on the published sources, into a folder of its own: `dist/` stays as it is. */
import { join } from 'node:path';
import { cleanEnvironment } from '../n8n-host/environment';
import { root } from '../n8n-host/packed';
import type { Scratch } from '../scratch';

export interface Compiled {
	/** Whether the whole compiles; nothing is written while it doesn't. */
	readonly errors: readonly string[];
}

/** Calls back after each compilation; answers a promise that ends only when the compiler does. */
export function watchSources(
	scratch: Scratch,
	outDir: string,
	onCompiled: (result: Compiled) => void,
): Promise<void> {
	const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
	const child = scratch.spawn(
		process.execPath,
		[
			...[tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', outDir, '--watch'],
			...['--preserveWatchOutput', '--pretty', 'false', '--noEmitOnError'],
		],
		{ cwd: root, env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
	);
	let errors: string[] = [];
	let rest = '';
	const read = (chunk: Buffer) => {
		const lines = `${rest}${chunk.toString()}`.split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) {
			if (/ error TS\d+: /.test(line)) errors.push(line);
			if (!/Found \d+ errors?\. Watching/.test(line)) continue;
			onCompiled({ errors });
			errors = [];
		}
	};
	child.stdout?.on('data', read);
	child.stderr?.on('data', read);
	return new Promise((done) => child.once('exit', () => done()));
}
