/**
 * n8n's queue mode with two workers, which share one token without knowing of each other: 2,000 creates
 * are all done and none twice (docs/n8n.md, Queue mode), and an import whose worker was killed is whole
 * after it was repeated (docs/import-export.md, When an import stops).
 */
import { equal } from '../../../harness/n8n/checks';
import { minutesSince, type Arrived } from '../../../harness/n8n/figures';
import { createAtOnce, nameOf } from '../queue/creates';
import { killedImport } from '../queue/killedImport';
import { startQueueMode, takenBy, type QueueMode } from '../queue/mode';
import { SandboxProcess } from '../sandboxProcess';
import type { World } from '../../../harness/n8n/world';
import type { Part } from './part';

const WORKERS = 2;
const EXECUTIONS = 20;
const EACH = 100;
const OPTIONS = ['--seed', 'empty', '--set', 'rateLimit=5', '--set', 'latencyMs=50'];

async function creates(
	world: World,
	{ n8n, workers }: QueueMode,
	service: SandboxProcess,
): Promise<Arrived> {
	const states = await createAtOnce(world, n8n, { executions: EXECUTIONS, each: EACH });
	await world.check(`${EXECUTIONS} executions of ${EACH} creates each succeed`, () => {
		const failed = [...states].filter(([, status]) => status !== 'success');
		equal([states.size, failed], [EXECUTIONS, []]);
	});
	await world.check('each worker had some of them', () => {
		const without = workers.filter((worker) => !takenBy(worker).some((id) => states.has(id)));
		equal([workers.length, without.length], [WORKERS, 0]);
	});
	const names: string[] = [];
	for (const { name } of await service.all<{ name: string }>('customers')) names.push(name);
	const there = new Set(names);
	const asked = [...states.keys()].flatMap((id) =>
		Array.from({ length: EACH }, (_, value) => nameOf(id, value)),
	);
	const lost = asked.filter((name) => !there.has(name));
	await world.check('every customer is there, and none twice', () => {
		equal([lost, names.length], [[], asked.length]);
	});
	const { refusedWith429 } = await service.steer<{ refusedWith429: number }>('GET', '/stats');
	return {
		...{ written: asked.length, handedOut: there.size, lost: lost.length },
		...{ doubled: names.length - there.size, refusedWith429 },
	};
}

export const queue: Part = {
	name: 'queue',
	about: 'n8n in queue mode: two workers with one token, and one that is killed',
	isBase: false,
	needs: ['redis', 'postgresql'],
	run: async (world) => {
		const began = Date.now();
		const service = await SandboxProcess.start(world.site.scratch, 'queue', OPTIONS);
		const mode = await startQueueMode(world, service.ready, WORKERS);
		const results = {
			creates: await creates(world, mode, service),
			importRepeated: await killedImport(world, mode, service, 'killed'),
		};
		const done = { workers: WORKERS, executions: EXECUTIONS, workersKilled: 1 };
		world.tell('queue', { done, minutes: minutesSince(began), results });
	},
};
