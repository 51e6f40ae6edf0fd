/** A program of this project, run as its command in package.json runs it, in a process of its own. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endOf } from '../../scripts/n8n-host/command';
import { cleanEnvironment } from '../../scripts/n8n-host/environment';
import { root } from '../../scripts/n8n-host/packed';
import type { Scratch } from '../../scripts/scratch';

export class Task {
	output = '';
	private code?: number | string;

	private constructor(
		private readonly scratch: Scratch,
		private readonly child: ChildProcess,
	) {
		for (const stream of [child.stdout, child.stderr]) {
			stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
		}
		child.once('close', (code, signal) => (this.code = code ?? signal ?? 'nothing'));
	}

	/** @param file its path in the project */
	static start(scratch: Scratch, file: string, args: readonly string[]): Task {
		const command = ['--import', 'tsx', join(root, file), ...args];
		const child = scratch.spawn(process.execPath, command, {
			cwd: root,
			env: cleanEnvironment(),
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		return new Task(scratch, child);
	}

	/** Waits until it has printed that, and answers the match. */
	async prints(text: RegExp): Promise<RegExpExecArray> {
		const deadline = Date.now() + 600_000;
		while (Date.now() < deadline) {
			const match = text.exec(this.output);
			if (match) return match;
			if (this.code !== undefined) throw new Error(this.tell(`It ended with ${this.code}`));
			await pause(100);
		}
		throw new Error(this.tell(`It did not print ${String(text)}`));
	}

	/** Ctrl+C reaches a terminal's whole group; another signal the task alone. Answers the code. */
	async end(signal: 'SIGINT' | 'SIGTERM'): Promise<number | string> {
		const { pid } = this.child;
		if (pid !== undefined) process.kill(signal === 'SIGINT' ? -pid : pid, signal);
		return await this.ended();
	}

	async ended(): Promise<number | string> {
		const deadline = Date.now() + 60_000;
		while (Date.now() < deadline) {
			if (this.code !== undefined) return this.code;
			await pause(100);
		}
		await this.scratch.stop(this.child);
		throw new Error(this.tell('It did not end'));
	}

	private tell(sentence: string): string {
		return `${sentence}. It had printed:\n${endOf(this.output)}`;
	}
}

/** The processes that have a text in their environment, such as the folder they work on. */
export function processesWith(text: string): number[] {
	if (!existsSync('/proc/self/environ')) return [];
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(text))
		.map(Number);
}

function environmentOf(pid: string): string {
	try {
		return readFileSync(`/proc/${pid}/environ`, 'utf8');
	} catch {
		// It has ended meanwhile, or is another user's.
		return '';
	}
}
