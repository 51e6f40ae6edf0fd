/** How long the nodes of an n8n take, by its own count. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** One execution, as tell-times.cjs writes it. */
export interface Told {
	readonly workflow: string;
	readonly status: string;
	/** From its begin to its end, in milliseconds. */
	readonly ms: number;
	/** By the names of the nodes; their own times in milliseconds. */
	readonly nodes: Readonly<Record<string, { ms: number; items: number; error?: string }>>;
}

export class NodeTimes {
	constructor(private readonly file: string) {}

	/** What n8n needs to be started with. */
	get variables(): Readonly<Record<string, string>> {
		return { EXTERNAL_HOOK_FILES: join(__dirname, 'tell-times.cjs'), BENCH_TOLD: this.file };
	}

	/** Waits for the end of a workflow's first execution. */
	async of(workflow: string, milliseconds = 600_000): Promise<Told> {
		for (const deadline = Date.now() + milliseconds; Date.now() < deadline;) {
			const told = this.all().find((each) => each.workflow === workflow);
			if (told) return told;
			await pause(100);
		}
		throw new Error(`The execution did not end within ${milliseconds / 1000} s`);
	}

	private all(): Told[] {
		if (!existsSync(this.file)) return [];
		const lines = readFileSync(this.file, 'utf8').split('\n').slice(0, -1);
		return lines.map((line) => JSON.parse(line) as Told);
	}
}
