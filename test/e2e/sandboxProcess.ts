/** A sandbox in a process of its own, its data in a file: one that can be killed and comes back as it was. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fetch } from 'undici';
import type { Ready } from '../../sandbox';
import { cleanEnvironment } from '../../scripts/n8n-host/environment';
import { root } from '../../scripts/n8n-host/packed';
import type { Scratch } from '../../scripts/scratch';
import { everyRecord, steered } from '../../harness/n8n/steering';

export class SandboxProcess {
	private constructor(
		private readonly scratch: Scratch,
		private readonly options: readonly string[],
		/** Its addresses and credentials, which stay when it is started again. */
		readonly ready: Ready,
		private child: ChildProcess,
	) {}

	/** `name` is that of its file; `options` are those of `npm run sandbox`. */
	static async start(
		scratch: Scratch,
		name: string,
		options: readonly string[] = [],
	): Promise<SandboxProcess> {
		const all = [...options, '--data', join(scratch.folder, `${name}.db`)];
		const { child, ready } = await run(scratch, 0, all);
		return new SandboxProcess(scratch, all, ready, child);
	}

	get port(): number {
		return Number(new URL(this.ready.admin).port);
	}

	async kill(): Promise<void> {
		const gone = once(this.child, 'exit');
		this.child.kill('SIGKILL');
		await gone;
	}

	async startAgain(): Promise<void> {
		({ child: this.child } = await run(this.scratch, this.port, this.options));
	}

	async steer<T>(method: string, path: string, body?: unknown): Promise<T> {
		return await steered<T>(this.ready, method, path, body);
	}

	/** A page of one of its lists, as another client reads it. */
	async read<T>(path: string): Promise<T> {
		const { v2, credentials } = this.ready;
		const headers = { authorization: `Bearer ${credentials.team}` };
		const answer = await fetch(`${v2}${path}`, { headers });
		if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`);
		return (await answer.json()) as T;
	}

	/** Every record of a list, such as `deals`. */
	async all<T>(list: string): Promise<T[]> {
		return await everyRecord<T>(this.ready, list, { limit: 1000 });
	}
}

async function run(scratch: Scratch, port: number, options: readonly string[]) {
	const cli = join(root, 'sandbox/cli.ts');
	const refuse = ['--set', 'unknownParameters=refuse'];
	const args = ['--import', 'tsx', cli, '--port', String(port), ...refuse, ...options];
	const stdio = ['ignore', 'pipe', 'inherit'] as const;
	const child = scratch.spawn(process.execPath, args, {
		...{ cwd: root, env: cleanEnvironment(), stdio: [...stdio] },
	});
	if (!child.stdout) throw new Error('The sandbox has no output');
	const lines = createInterface(child.stdout);
	const first = (await Promise.race([once(lines, 'line'), once(child, 'exit')])) as [unknown];
	if (typeof first[0] !== 'string') throw new Error('The sandbox ended as it started');
	return { child, ready: JSON.parse(first[0]) as Ready };
}
