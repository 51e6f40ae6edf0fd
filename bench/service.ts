import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Ready } from '../sandbox';
import { steered } from '../harness/n8n/steering';

/** A call of a sandbox's admin interface; the caller names the answer that it goes on with. */
export type Steer = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;

export const steering =
	(sandbox: Pick<Ready, 'admin'>): Steer =>
	async <Answer>(...call: Parameters<Steer>) =>
		await steered<Answer>(sandbox, ...call);

/** A sandbox in a process of its own, so that its work is none of the connector's. */
export interface BenchService extends Ready {
	readonly steer: Steer;
	/** How many requests the service has had since the last call of this, and the 429s among them. */
	requests(): Promise<{ count: number; refused: number }>;
	close(): Promise<void>;
}

/** @param data a file for its records, where they are too many for memory */
export async function startService(data?: string): Promise<BenchService> {
	const cli = join(__dirname, '../sandbox/cli.ts');
	const argv = ['--import', 'tsx', cli, '--port', '0', '--seed', 'empty'];
	if (data !== undefined) argv.push('--data', data);
	const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
	const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
	const ready = JSON.parse(line) as Ready;
	const ended = once(child, 'exit');

	const steer = steering(ready);
	const seen = { requests: 0, refusedWith429: 0 };
	return {
		...ready,
		steer,
		requests: async () => {
			const { requests, refusedWith429 } = await steer<typeof seen>('GET', '/stats');
			const count = requests - seen.requests;
			const refused = refusedWith429 - seen.refusedWith429;
			Object.assign(seen, { requests, refusedWith429 });
			return { count, refused };
		},
		close: async () => {
			child.kill('SIGTERM');
			await ended;
		},
	};
}
