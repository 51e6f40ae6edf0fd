/** An export and an import that are cancelled in the middle end at once, and say where to go on. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../../sandbox';
import type { WorkflowNode } from '../../../scripts/n8n-host/rest';
import { equal, isTrue } from '../../../harness/n8n/checks';
import { finished } from '../../../harness/n8n/execution';
import { eventually } from '../polling';
import { fetched, served } from '../served';
import { steered } from '../../../harness/n8n/steering';
import { action, row, START } from '../../../harness/n8n/workflows';
import { column, everything, filesOf, FROM_FILE, succeeds, type Place } from './place';

const COUNT = 'Count';
const EXPORT = 'Cancelled Export';
const IMPORT = 'Cancelled Import';
const DEALS = 12_000;
const CUSTOMERS = 12_000;
/** Longer than a request and the pace take. */
const QUIET_MS = 3_000;

interface Stage extends Place {
	readonly sandbox: Sandbox;
}

const stats = async ({ sandbox }: Stage) =>
	await steered<{ requests: number; records: { customer: number } }>(sandbox, 'GET', '/stats');

const logOf = ({ n8n }: Stage) => readFileSync(n8n.settings.log, 'utf8');

/** Runs the nodes, cancels them once n8n's log tells a part, and answers what it told last. */
async function cancelledIn(
	stage: Stage,
	nodes: readonly WorkflowNode[],
	told: RegExp,
): Promise<RegExpExecArray> {
	const { world, n8n } = stage;
	const name = nodes.at(-1)?.name ?? '';
	const id = await world.begin(await world.save(row(name, nodes), n8n), START, n8n);
	await eventually('a part', () => told.exec(logOf(stage)) ?? undefined);
	await n8n.rest.call('POST', `/executions/${id}/stop`);
	equal((await finished(n8n.rest, id)).status, 'canceled');
	const { requests } = await stats(stage);
	await pause(QUIET_MS);
	equal((await stats(stage)).requests, requests);
	const last = [...logOf(stage).matchAll(new RegExp(told.source, 'g'))].at(-1);
	if (!last) throw new Error('It told nothing');
	return last;
}

const numberIn = (text: string | undefined) => Number(text?.replaceAll(',', ''));

async function cancelledExport(stage: Stage): Promise<void> {
	const { world } = stage;
	const counted = await succeeds(stage, COUNT, [
		everything(COUNT, 'deal.getMany', { output: 'summary' }),
	]);
	const all = Number(counted.items(COUNT)[0]?.count);
	let [, written, cursor]: Array<string | undefined> = [];
	const exporting = (options: object) =>
		everything(EXPORT, 'deal.getMany', { output: 'file', ...options });
	const inFiles = { fileOptions: { recordsPerFile: 1_000 } };
	await world.check('a cancelled export asks for nothing more, and logs its cursor', async () => {
		const told = new RegExp(
			`${EXPORT}: deals-\\d+\\.csv is written, ([\\d,]+) records so far\\. Start Cursor to go on: (\\S+)`,
		);
		[, written, cursor] = await cancelledIn(stage, [exporting(inFiles)], told);
		isTrue(`${written} of ${all}`, numberIn(written) < all);
	});
	await world.check('from that cursor, the rest comes, each record once', async () => {
		const nodes = [exporting({ options: { startCursor: cursor } })];
		const execution = await succeeds(stage, EXPORT, nodes);
		const ids = await column(stage, filesOf(execution, EXPORT), 'id');
		equal([new Set(ids).size, ids.length], [ids.length, all - numberIn(written)]);
	});
}

async function cancelledImport(stage: Stage): Promise<void> {
	const { world } = stage;
	const before = (await stats(stage)).records.customer;
	const rows = Array.from({ length: CUSTOMERS }, (_, at) => `Row ${at + 1},03-${at + 1}`);
	const address = await served(world, 'customers.csv', ['name,telNo', ...rows].join('\n'));
	const nodes = (fileOptions: object) => [
		fetched('Get the File', address),
		action(IMPORT, 'customer.createOrUpdate', { ...FROM_FILE, matchBy: 'telNo', fileOptions }),
	];
	let next = 0;
	await world.check('a cancelled import sends nothing more, and logs the row', async () => {
		const told = new RegExp(`${IMPORT}: customers\\.csv: up to row .*? set Start Row to (\\d+)\\.`);
		const [, startRow] = await cancelledIn(stage, nodes({}), told);
		next = Number(startRow);
		const made = (await stats(stage)).records.customer - before;
		isTrue(`${made} made, up to row ${next - 1}`, made >= next - 1 && made < CUSTOMERS);
	});
	await world.check('from that row, every row becomes one customer', async () => {
		const execution = await succeeds(stage, IMPORT, nodes({ startRow: next }));
		equal(execution.items(IMPORT)[0]?.rows, CUSTOMERS - next + 1);
		equal((await stats(stage)).records.customer - before, CUSTOMERS);
	});
}

export async function cancelled({ world, mode }: Place): Promise<void> {
	const sandbox = await world.startSandbox();
	await steered(sandbox, 'POST', '/generate/deal', { count: DEALS });
	// Slow enough that there is a middle on any machine.
	const n8n = await world.n8nFor(sandbox, { requestsPerSecond: 2 });
	await cancelledExport({ world, n8n, mode, sandbox });
	await cancelledImport({ world, n8n: await world.n8nFor(sandbox), mode, sandbox });
	await sandbox.close();
}
