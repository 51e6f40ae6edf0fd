/** The other kinds of records: imported from a file, then all of them exported. */
import { join } from 'node:path';
import { own } from '../workflows';
import { columnOf } from '../../../test/e2e/storedFiles';
import { figuresOf, unless, type Figures } from './figures';
import { FROM_FILE, readFile } from './imports';
import { rowsFile } from './rows';
import type { Stage } from './stage';

const NODE = 'Sales Management';

const RESOURCES = ['customer', 'contact', 'customerAction', 'customObject'] as const;

interface Kind {
	readonly resource: string;
	readonly table: string;
	/** The operation that writes from a file, and its parameters. */
	readonly operation: string;
	readonly parameters?: object;
	readonly head: readonly string[];
	readonly row: (at: number) => ReadonlyArray<string | number>;
}

const time = (at: number, hours: number) =>
	new Date(Date.UTC(2027, 0, 1, hours) + at * 60_000).toISOString();

const kinds = ({ account }: Stage): Record<(typeof RESOURCES)[number], Kind> => {
	const customers = account.ids('customer');
	const [user = 0] = account.ids('user');
	const customer = (at: number) => customers[at % customers.length] ?? 0;
	const action = (at: number) => [time(at, 8), time(at, 9), user, `Note ${at}`];
	return {
		customer: {
			...{ resource: 'customer', table: 'customer', operation: 'createMany' },
			head: ['name', 'telNo', 'address'],
			row: (at) => [
				`Imported ${at}`,
				`03-1234-${String(at % 10_000).padStart(4, '0')}`,
				`Street ${at}`,
			],
		},
		contact: {
			...{ resource: 'contact', table: 'contact', operation: 'createOrUpdate' },
			parameters: { matchBy: 'email' },
			head: ['name', 'email', 'customer'],
			row: (at) => [`Person ${at}`, `person-${at}@customer.example`, customer(at)],
		},
		customerAction: {
			...{ resource: 'customerAction', table: 'action', operation: 'createMany' },
			head: ['customer', 'startDatetime', 'endDatetime', 'creator', 'preNote', 'pattern'],
			row: (at) => [customer(at), ...action(at), 1],
		},
		customObject: {
			...{ resource: 'customObject', table: 'customObject', operation: 'createMany' },
			parameters: { customObjectDefKey: 'ticket' },
			head: ['subject', 'priority'],
			row: (at) => [`Ticket ${at}`, at % 9],
		},
	};
};

async function importKind(stage: Stage, kind: Kind, count: number): Promise<Figures> {
	const { resource, table, operation, parameters, head, row } = kind;
	const file = join(stage.world.site.scratch.folder, `${resource}.csv`);
	await rowsFile(file, head, count, row);
	const before = stage.account.count(table);
	const ran = await stage.run(`import: ${resource}`, [
		readFile(file),
		own(stage.target, `${resource}.${operation}`, { ...FROM_FILE, ...parameters }),
	]);
	const made = stage.account.count(table) - before;
	const problems = unless([made === count, `${made} made instead of ${count}`]);
	return figuresOf({ job: `import: ${resource}`, mode: stage.mode, records: count }, ran, problems);
}

async function exportKind(stage: Stage, { resource, table, parameters }: Kind): Promise<Figures> {
	const job = `export: ${resource}`;
	const ran = await stage.run(job, [
		own(stage.target, `${resource}.getMany`, { returnAll: true, output: 'file', ...parameters }),
	]);
	const files = ran.execution.files(NODE).flatMap((each) => Object.values(each));
	const ids: string[] = [];
	for await (const id of columnOf(stage, files, 'id')) ids.push(id);
	const expected = stage.account.count(table);
	const problems = unless(
		[ids.length === expected, `${ids.length} rows instead of ${expected}`],
		[new Set(ids).size === ids.length, 'records more than once'],
	);
	return figuresOf({ job, mode: stage.mode, records: ids.length }, ran, problems);
}

/** Where a definition has no records, nothing tells its fields. */
const sample = { customObjectDefKey: 'ticket', subject: 'Sample', priority: 1 };

/** A job for each kind, by the name of its resource. */
export const otherKinds = (count: number) =>
	Object.fromEntries(
		RESOURCES.map((resource) => [
			resource,
			async (stage: Stage): Promise<Figures[]> => {
				if (resource === 'customObject') {
					await stage.service.steer('POST', '/records/customObject', [sample]);
				}
				const kind = kinds(stage)[resource];
				return [await importKind(stage, kind, count), await exportKind(stage, kind)];
			},
		]),
	);
