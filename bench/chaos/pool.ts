/** Workers of the reliability tests: processes that each do one share after the other. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Outcome, Share } from './figures';

/**
 * Does all shares in so many processes. They end with this one, however it ends: their channel closes.
 *
 * @throws Error when a worker ended before its work was done
 */
export async function doShares(
	shares: readonly Share[],
	workers: number,
	done: (share: Share, outcome: Outcome) => void,
): Promise<void> {
	const left = [...shares];
	const children: ChildProcess[] = [];
	const work = async () =>
		await new Promise<void>((resolve, reject) => {
			const child = fork(join(__dirname, 'worker.ts'), { execArgv: ['--import', 'tsx'] });
			children.push(child);
			let current: Share | undefined;
			const next = () => {
				current = left.shift();
				if (current) child.send(current);
				else {
					child.disconnect();
					resolve();
				}
			};
			child.on('message', (outcome) => {
				if (current) done(current, outcome as Outcome);
				next();
			});
			child.on('error', reject);
			child.on('exit', (code, signal) => {
				if (!current) return;
				const { world, from } = current;
				reject(new Error(`A worker ended (${signal ?? code}) in ${world}, from ${from}`));
			});
			next();
		});
	try {
		await Promise.all(Array.from({ length: Math.min(workers, shares.length) }, work));
	} finally {
		for (const child of children) if (child.connected) child.disconnect();
	}
}
