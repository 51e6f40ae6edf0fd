/**
 * Another client, in a process of its own: twenty writes a second while a list is read. Of ten, seven
 * are updates, two are creations, one is a deletion. Told to end by SIGTERM, it prints what it made and
 * removed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import type { Ready } from '../../../sandbox';
import { steering } from '../../service';

const EVERY_MS = 50;

export interface Written {
	readonly updates: number;
	readonly created: number[];
	readonly deleted: number[];
}

async function main(): Promise<void> {
	const ready = JSON.parse(process.env.BENCH_SERVICE ?? '') as Ready & { lastId: number };
	const steer = steering(ready);
	const written = { updates: 0, created: [] as number[], deleted: [] as number[] };
	const gone = new Set<number>();
	const some = (): number => {
		const id = 1 + Math.floor(Math.random() * ready.lastId);
		return gone.has(id) ? some() : id;
	};
	const ending = new AbortController();
	process.once('SIGTERM', () => {
		ending.abort();
	});
	const begun = Date.now();
	for (let turn = 0; !ending.signal.aborted; turn++) {
		await pause(Math.max(0, begun + turn * EVERY_MS - Date.now()));
		const kind = turn % 10;
		if (kind < 7) {
			await steer('POST', '/records/deal', [{ id: some(), memo: `Changed ${turn}` }]);
			written.updates++;
		} else if (kind < 9) {
			const [id = 0] = await steer<number[]>('POST', '/records/deal', [{ name: `New ${turn}` }]);
			written.created.push(id);
		} else {
			const id = some();
			// By the personal token, which the service counts by itself.
			const { statusCode, body } = await request(`${ready.v2}/deals/${id}`, {
				method: 'DELETE',
				headers: { authorization: `Bearer ${ready.credentials.personal}` },
			});
			const text = await body.text();
			if (statusCode >= 300) throw new Error(`DELETE /deals/${id}: ${statusCode} ${text}`);
			gone.add(id);
			written.deleted.push(id);
		}
	}
	process.stdout.write(`${JSON.stringify(written satisfies Written)}\n`);
}

void main();
