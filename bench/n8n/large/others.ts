/** The other kinds of records: imported from a file, then all of them exported. */
import { join } from 'node:path';
import { own } from '../workflows';
import { columnOf } from '../../../test/e2e/storedFiles';
import { figuresOf, unless, type Figures } from './figures';
import { FROM_FILE, readFile } from './imports';
import { rowsFile } from './rows';
import type { Stage } from './stage';

const NODE = 'Sales Management';

const RESOURCES = [
	...(['customer', 'contact', 'customerAction', 'contactAction', 'dealAction'] as const),
	'customObject',
] as const;

interface Kind {
	readonly resource: string;
	readonly table: string;
	/** Of actions, which share a table. */
	readonly kind?: string;
	/** The operation that writes from a file, and its parameters. */
	readonly operation: string;
	readonly parameters?: object;
	/** Where the list has others as well. */
	readonly filters?: object;
	readonly head: readonly string[];
	readonly row: (at: number) => ReadonlyArray<string | number>;
}

const ACTION = ['startDatetime', 'endDatetime', 'creator', 'preNote'];

const time = (at: number, hours: number) =>
	new Date(Date.UTC(2027, 0, 1, hours) + at * 60_000).toISOString();

const kinds = ({ account }: Stage): Record<(typeof RESOURCES)[number], Kind> => {
	const customers = account.ids('customer');
	const [user = 0] = account.ids('user');
	const customer = (at: number) => customers[at % customers.length] ?? 0;
	const contacts = account.ids('contact');
	const deals = account.dealsToActOn();
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
			...{ resource: 'customerAction', table: 'action', kind: 'customerAction' },
			operation: 'createMany',
			head: ['customer', ...ACTION, 'pattern'],
			row: (at) => [customer(at), ...action(at), 1],
		},
		contactAction: {
			...{ resource: 'contactAction', table: 'action', kind: 'contactAction' },
			operation: 'createMany',
			// Else it lists those of deals, too.
			filters: { dataType: 1 },
			head: ['contact', ...ACTION, 'pattern'],
			row: (at) => [contacts[at % contacts.length] ?? 0, ...action(at), 1],
		},
		dealAction: {
			...{ resource: 'dealAction', table: 'action', kind: 'dealAction' },
			operation: 'createMany',
			head: ['deal', 'purpose', 'dealType', ...ACTION],
			row: (at) => {
				const { id = 0, purpose = 0, dealTypeId = 0 } = deals[at % deals.length] ?? {};
				return [id, purpose, dealTypeId, ...action(at)];
			},
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
	const made = () => stage.account.count(table, kind.kind);
	const file = join(stage.world.site.scratch.folder, `${resource}.csv`);
	await rowsFile(file, head, count, row);
	const before = made();
	const ran = await stage.run(`import: ${resource}`, [
		readFile(file),
		own(stage.target, `${resource}.${operation}`, { ...FROM_FILE, ...parameters }),
	]);
	const more = made() - before;
	const problems = unless([more === count, `${more} made instead of ${count}`]);
	return figuresOf({ job: `import: ${resource}`, mode: stage.mode, records: count }, ran, problems);
}

async function exportKind(
	stage: Stage,
	{ resource, table, kind, parameters, filters = {} }: Kind,
): Promise<Figures> {
	const job = `export: ${resource}`;
	const ran = await stage.run(job, [
		own(stage.target, `${resource}.getMany`, {
			...{ output: 'file', filters },
			...parameters,
		}),
	]);
	const files = ran.execution.files(NODE).flatMap((each) => Object.values(each));
	const ids: string[] = [];
	for await (const id of columnOf(stage, files, 'id')) ids.push(id);
	const expected = stage.account.count(table, kind);
	const problems = unless(
		[ids.length === expected, `${ids.length} rows instead of ${expected}`],
		[new Set(ids).size === ids.length, 'records more than once'],
	);
	return figuresOf({ job, mode: stage.mode, records: ids.length }, ran, problems);
}

/** What a job needs before it begins, by the name of its resource. */
const SAMPLES: Partial<Record<(typeof RESOURCES)[number], [kind: string, row: object]>> = {
	// Where a definition has no records, nothing tells its fields.
	customObject: ['customObject', { customObjectDefKey: 'ticket', subject: 'Sample', priority: 1 }],
	contactAction: ['contact', { name: 'Sample' }],
};

/** A job for each kind, by the name of its resource. */
export const otherKinds = (count: number) =>
	Object.fromEntries(
		RESOURCES.map((resource) => [
			resource,
			async (stage: Stage): Promise<Figures[]> => {
				const [table, sample] = SAMPLES[resource] ?? [];
				if (sample) await stage.service.steer('POST', `/records/${table}`, [sample]);
				const kind = kinds(stage)[resource];
				return [await importKind(stage, kind, count), await exportKind(stage, kind)];
			},
		]),
	);
