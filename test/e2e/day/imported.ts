/** The import of the afternoon: rows of a file, some of which are customers already. */
import { equal } from '../checks';
import type { Arrived } from '../figures';
import { FROM_FILE, succeeds } from '../files/place';
import { fetched, served } from '../served';
import { action } from '../workflows';
import { authenticatedAs, type Known, type Stage } from './stage';

const NODE = 'Import';
const PREFIX = 'From the file';
const ROWS = 2_000;
/** These are updated one by one, for want of a bulk operation. */
const THERE = 50;

interface Customer {
	readonly id: number;
	readonly name: string;
	readonly telNo: string | null;
	readonly updatedAt: string;
}

const telNoOf = (row: number) => `09-${String(row).padStart(5, '0')}`;

/** Customers that have the numbers of the file's first rows. */
async function prepared({ service, writer }: Stage): Promise<void> {
	const rows = Array.from({ length: THERE }, (_, at) => ({
		...{ name: `Known by number ${at}`, telNo: telNoOf(at) },
	}));
	await writer.create('customer', rows);
	// A change of the last two seconds is not yet to be seen by a trigger.
	await service.moveTo(service.now + 5_000);
}

export async function importRound(stage: Stage, known: Known): Promise<Arrived | undefined> {
	const { world, service, writer } = stage;
	const rows = Array.from({ length: ROWS }, (_, at) => `${PREFIX} ${at},${telNoOf(at)}`);
	const address = await served(world, 'customers.csv', ['name,telNo', ...rows, ''].join('\n'));
	await prepared(stage);
	const write = action(NODE, 'customer.createOrUpdate', {
		...{ ...FROM_FILE, ...authenticatedAs(known.consumer), matchBy: 'telNo' },
	});
	const before = service.now;
	let arrived: Arrived | undefined;
	await world.check(`the import writes ${ROWS} rows, ${THERE} of them onto customers`, async () => {
		const place = { world, n8n: known.n8n };
		const run = await succeeds(place, NODE, [fetched('Get the File', address), write]);
		const [{ created, updated, failed } = {}] = run.items(NODE);
		equal({ created, updated, failed }, { created: ROWS - THERE, updated: THERE, failed: 0 });
	});
	const there = (await service.all<Customer>('customers')).filter(({ name }) =>
		name.startsWith(PREFIX),
	);
	for (const { id, name, updatedAt } of there) {
		writer.noteImported({ record: id, name, at: Date.parse(updatedAt) }, before);
	}
	await world.check('every row is a customer, and none is two', () => {
		const names = new Set(there.map(({ telNo }) => telNo));
		arrived = {
			...{ written: ROWS, handedOut: names.size, lost: ROWS - names.size },
			doubled: there.length - names.size,
		};
		equal([arrived.lost, arrived.doubled], [0, 0]);
	});
	return arrived;
}
