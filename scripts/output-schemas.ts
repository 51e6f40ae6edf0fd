/**
 * Writes the output schemas that n8n shows before a node has run: `npm run schemas`. They are
 * inferred from the simplified output, the default, of each operation on the sandbox. A test
 * compares the files with today's output.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import {
	contactActionScenario,
	contactScenario,
	customerActionScenario,
	customerScenario,
	customObjectScenario,
	dealActionScenario,
	dealScenario,
} from '../test/operations/support/records';
import { idName } from '../nodes/SalesManagement/records/reservedNames';
import { recordOf } from '../nodes/SalesManagement/records';
import { mainFields } from '../nodes/SalesManagement/records/record';
import { completeForm, type ScenarioBuilder } from '../test/operations/support/scenario';
import { byId, startNodeFixture, type NodeFixture } from '../test/support/nodeFixture';
import { usual, type TestOptions } from '../test/support/testSandbox';
import { inferSchema, type Schema } from './infer-schema';

/** The folder in which n8n looks for them, next to the node's file: version, resource, operation. */
export const FOLDER = join(__dirname, '..', 'nodes', 'SalesManagement', '__schema__');
const VERSION = 'v1.0.0';

/** The records that each operation returned, by operation id. */
export type Answers = Map<string, IDataObject[]>;

/** A condition that every record meets: a search needs one. */
const EVERY = { values: [{ field: 'id', operator: 'greaterThan', value: 0 }] };

interface Source {
	readonly build: ScenarioBuilder;
	/** The parameters with which Get Many lists all records. */
	readonly list?: IDataObject;
	/** The owner of a listed record, in the path of Get. */
	readonly owner?: IDataObject;
	readonly searchable?: boolean;
}

const SOURCES: readonly Source[] = [
	{ build: customerScenario, searchable: true },
	{ build: dealScenario, searchable: true },
	{ build: contactScenario, searchable: true },
	{
		build: customerActionScenario,
		list: { customerId: byId('all') },
		owner: { customerId: '={{ $json.customerId }}' },
	},
	{ build: dealActionScenario },
	{
		build: contactActionScenario,
		list: { contactId: byId('all') },
		owner: { contactId: '={{ $json.contactId }}' },
	},
	{
		build: customObjectScenario('ticket'),
		list: { customObjectDefKey: 'ticket' },
		owner: { customObjectDefKey: 'ticket' },
	},
];

/** Operations that need no scenario. */
const OTHERS: Readonly<Record<string, (ids: { group: number; user: number }) => IDataObject>> = {
	'account.check': () => ({}),
	'user.getCurrent': () => ({}),
	'user.getMany': () => ({ returnAll: true }),
	'role.getMany': () => ({ returnAll: true }),
	'userGroup.getMany': () => ({ returnAll: true }),
	'userGroup.update': ({ group }) => ({ userGroupId: group, updateFields: { name: 'Schema' } }),
	'userGroup.addMember': ({ group, user }) => ({ userGroupId: group, userId: byId(user) }),
	'userGroup.replaceMembers': ({ group, user }) => ({ userGroupId: group, userIds: [user] }),
};

/** The schemas of properties that no sample has: the check of an account shows them only if something differs. */
const KNOWN: Readonly<Record<string, Schema>> = {
	endpointOverrides: { type: 'object' },
};

/** Properties to add to those of the samples, by operation. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
	'account.check': ['endpointOverrides'],
};

/** Leaves the output to the form's default: the test fixture would ask for raw records. */
const BY_DEFAULT = { output: undefined };

/** The properties that a record has in every tenant, without custom fields, which are each tenant's own. */
function commonNames(resource: string): string[] | undefined {
	const record = recordOf(resource);
	if (record?.customs === undefined) return undefined;
	const main = mainFields(record).map(({ shownAs }) => shownAs);
	return [...main, ...main.map(idName), 'success'];
}

/** Creates a full and a bare record, updates one, and reads all records in every way. */
async function answersOf(
	fixture: NodeFixture,
	{ build, list, owner, searchable }: Source,
): Promise<Answers> {
	const scenario = await build(fixture);
	const { resource, idName } = scenario;
	const call = async (operation: string, parameters: IDataObject, input?: IDataObject[]) =>
		await fixture.records(`${resource}.${operation}`, {
			parameters: { ...scenario.owner, ...parameters, ...BY_DEFAULT },
			input,
		});
	const form = await completeForm(fixture, scenario);
	const created = [
		...(await call('create', form)),
		...(await call('create', { ...form, customFields: null, additionalFields: {} })),
	];
	const updated = await call('update', {
		[idName]: byId(created[0]?.id as number),
		customFields: form.customFields,
	});
	const listed = await call('getMany', { returnAll: true, ...list });
	const got = await call('get', { ...owner, [idName]: '={{ $json.id }}' }, listed);
	// These three return the record (v2 §4), except for an update with an empty response (v2 §4.11).
	const record = [...got, ...created, ...updated.filter(({ updatedAt }) => updatedAt)];
	const answers: Answers = new Map([
		['create', record],
		['get', record],
		['update', updated.every(({ updatedAt }) => updatedAt) ? record : updated],
		['getMany', listed],
	]);
	if (searchable) {
		answers.set('search', await call('search', { returnAll: true, conditions: EVERY }));
	}
	return new Map([...answers].map(([operation, all]) => [`${resource}.${operation}`, all]));
}

/** Adds data that no seeded record has: a registered company (v2 §2.4), and contacts with every field. */
async function fillGaps(fixture: NodeFixture): Promise<void> {
	await fixture.write('customer', [{ webUrl: 'https://registered-works.example' }]);
	const contacts = await fixture.records('contact.getMany', { parameters: { returnAll: true } });
	const rest = { memo: 'Met at the fair', lifecycleStages: [{ id: 101 }] };
	await fixture.write(
		'contact',
		contacts.slice(1).map(({ id }) => ({ id, ...rest })),
	);
}

/** Today's output of all operations that have a schema, from a new sandbox with the usual options. */
export async function todaysAnswers(options: TestOptions = {}): Promise<Answers> {
	const fixture = await startNodeFixture({ ...options, set: usual });
	try {
		const answers: Answers = new Map();
		await fillGaps(fixture);
		for (const source of SOURCES) {
			for (const [operation, records] of await answersOf(fixture, source)) {
				answers.set(operation, records);
			}
		}
		const [group = 0] = await fixture.write('userGroup', [{ name: 'New' }]);
		const [user = 0] = await fixture.write('user', [{ name: 'Ann', email: 'ann@schema.example' }]);
		for (const [operation, parameters] of Object.entries(OTHERS)) {
			answers.set(
				operation,
				await fixture.records(operation, {
					parameters: { ...parameters({ group, user }), ...BY_DEFAULT },
				}),
			);
		}
		return answers;
	} finally {
		await fixture.close();
	}
}

/** A schema with only those properties that a record has in every tenant. */
function shared({ properties = {}, ...schema }: Schema, names: readonly string[]): Schema {
	const kept = Object.entries(properties).filter(([name]) => names.includes(name));
	return { ...schema, properties: Object.fromEntries(kept) };
}

const withMore = ({ properties, ...schema }: Schema, names: readonly string[]): Schema => ({
	...schema,
	...(properties && {
		properties: {
			...properties,
			...Object.fromEntries(names.map((name) => [name, KNOWN[name] as Schema])),
		},
	}),
});

/** The schema of each operation, by operation id. */
export const schemasOf = (answers: Answers): Map<string, Schema> =>
	new Map(
		[...answers].map(([operation, records]) => {
			const schema = withMore(inferSchema(records, KNOWN), ALSO[operation] ?? []);
			const common = commonNames(operation.split('.')[0] ?? '');
			return [operation, common ? shared(schema, common) : schema];
		}),
	);

export const fileOf = (operation: string): string =>
	join(FOLDER, VERSION, `${operation.replace('.', '/')}.json`);

/** The content of a schema's file. `version` is the version of the schema, as in n8n's own files. */
export const contentOf = (schema: Schema): string =>
	`${JSON.stringify({ ...schema, version: 1 }, null, '\t')}\n`;

/** Writes all files. The scenarios use jest's `expect`, which has to be made global outside jest. */
async function write(): Promise<void> {
	Object.assign(globalThis, { expect: (await import('expect')).expect });
	const schemas = schemasOf(await todaysAnswers());
	rmSync(FOLDER, { recursive: true, force: true });
	for (const [operation, schema] of schemas) {
		mkdirSync(dirname(fileOf(operation)), { recursive: true });
		writeFileSync(fileOf(operation), contentOf(schema));
	}
}

if (require.main === module) void write();
