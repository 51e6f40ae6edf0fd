/** An import whose worker is killed half way through, and the same import once more. */
import { equal, isTrue } from '../../../harness/n8n/checks';
import { finished } from '../../../harness/n8n/execution';
import type { Arrived } from '../../../harness/n8n/figures';
import { FROM_FILE } from '../files/place';
import { eventually } from '../polling';
import type { SandboxProcess } from '../sandboxProcess';
import { fetched, served } from '../served';
import { action, row, START } from '../../../harness/n8n/workflows';
import type { World } from '../../../harness/n8n/world';
import { startWorker, takenBy, type QueueMode, type QueueWorker } from './mode';

const ROWS = 5_000;
/** So that there are fifty requests that write, and a middle on any machine. */
const BATCH = 100;
const IMPORT = 'Import';

interface Customer {
	readonly name: string;
	readonly telNo: string;
}

const rowsOf = (prefix: string): Customer[] =>
	Array.from({ length: ROWS }, (_, at) => ({
		name: `${prefix} ${at}`,
		telNo: `${prefix}-${String(at).padStart(5, '0')}`,
	}));

const csv = (rows: readonly Customer[]) =>
	['name,telNo', ...rows.map(({ name, telNo }) => `${name},${telNo}`), ''].join('\n');

async function stored(service: SandboxProcess, prefix: string): Promise<Customer[]> {
	const all: Customer[] = [];
	for (const { name, telNo } of await service.all<Customer>('customers')) {
		if (name.startsWith(prefix)) all.push({ name, telNo });
	}
	return all;
}

/** Waits for the middle, kills the worker, and starts another as whoever watches over it would. */
async function killHalfWay(
	world: World,
	{ n8n, workers }: QueueMode,
	{ service, id, before }: { service: SandboxProcess; id: string; before: number },
): Promise<{ workers: QueueWorker[]; written: number }> {
	const working = await eventually('a worker takes the import', () =>
		workers.find((worker) => takenBy(worker).includes(id)),
	);
	const count = async () => {
		const { records } = await service.steer<{ records: { customer: number } }>('GET', '/stats');
		return records.customer - before;
	};
	await eventually('half of the rows are written', async () =>
		(await count()) >= ROWS / 2 ? true : undefined,
	);
	await working.process.kill();
	const written = await count();
	const another = await startWorker(world, n8n, `worker-instead-of-one-for-${id}`);
	return { workers: workers.map((one) => (one === working ? another : one)), written };
}

/** @param prefix of the rows' names and keys, by which they are told from all others */
export async function killedImport(
	world: World,
	mode: QueueMode,
	service: SandboxProcess,
	prefix: string,
): Promise<Arrived> {
	const rows = rowsOf(prefix);
	const address = await served(world, `${prefix}.csv`, csv(rows));
	const options = { batchSize: BATCH };
	const node = action(IMPORT, 'customer.createOrUpdate', {
		...FROM_FILE,
		...{ matchBy: 'telNo', options },
	});
	const flow = await world.save(row(prefix, [fetched('Get the File', address), node]), mode.n8n);
	const { records } = await service.steer<{ records: { customer: number } }>('GET', '/stats');
	const id = await world.begin(flow, START, mode.n8n);
	const killed = await killHalfWay(world, mode, { service, id, before: records.customer });
	await world.check('its worker was killed half way: n8n lists the import as failed', async () => {
		isTrue(`${killed.written} rows were written`, killed.written < ROWS);
		// n8n knows it when a worker starts in the place of the one that is gone.
		const { status, error = '' } = await finished(mode.n8n.rest, id);
		console.log(`  ${killed.written} of ${ROWS} rows were written; ${status}: ${error}`);
		isTrue(`it is ${status}`, ['error', 'crashed'].includes(status));
	});
	await world.check('the import once more writes what is missing', async () => {
		const again = await world.run(flow, START, mode.n8n);
		equal([again.status, again.errorOf(IMPORT)], ['success', undefined]);
		const [{ rows: all, failed, unknown } = {}] = again.items(IMPORT);
		equal({ all, failed, unknown }, { all: ROWS, failed: 0, unknown: 0 });
	});
	const there = await stored(service, prefix);
	const keys = new Set(there.map(({ telNo }) => telNo));
	const wrong = rows.filter(({ telNo }) => !keys.has(telNo));
	await world.check('every row is there, and none twice', () => {
		equal([wrong, there.length], [[], ROWS]);
	});
	return {
		...{ written: ROWS, handedOut: keys.size, lost: wrong.length },
		...{ doubled: there.length - keys.size, writtenBeforeTheKill: killed.written },
	};
}
