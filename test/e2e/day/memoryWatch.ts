/** The memory of n8n's main process, looked at now and then. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { N8nProcess } from '../../../scripts/n8n-host/process';
import type { Sample } from './memory';

const PATIENCE_MS = 30_000;

export class MemoryWatch {
	constructor(
		private readonly n8n: Pick<N8nProcess, 'pid'>,
		private readonly file: string,
	) {}

	/** With which n8n has to be started. */
	static variables(file: string): Record<string, string> {
		return { EXTERNAL_HOOK_FILES: join(__dirname, 'collect.cjs'), DAY_MEMORY: file };
	}

	get samples(): Sample[] {
		if (!existsSync(this.file)) return [];
		const lines = readFileSync(this.file, 'utf8').split('\n').filter(Boolean);
		return lines.map((line) => JSON.parse(line) as Sample);
	}

	/** Has n8n's garbage collected, and waits until what is left was written down. */
	async look(): Promise<void> {
		const before = this.samples.length;
		if (this.n8n.pid === undefined) throw new Error('n8n has no process');
		process.kill(this.n8n.pid, 'SIGUSR2');
		for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
			if (this.samples.length > before) return;
			await pause(50);
		}
		throw new Error(`n8n did not tell its memory within ${PATIENCE_MS / 1_000} s`);
	}
}
