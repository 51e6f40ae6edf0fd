/**
 * Writes the output schemas that n8n shows before a node has run, from what the node returns on the
 * sandbox by default, which is simplified: `npm run schemas`. A test compares the files with today's output.
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

/** n8n reads them next to the node's file, by the node's version, resource and operation. */
export const FOLDER = join(__dirname, '..', 'nodes', 'SalesManagement', '__schema__');
const VERSION = 'v1.0.0';

/** What each operation returned, by operation id. */
export type Answers = Map<string, IDataObject[]>;

/** A condition that every record meets: a search needs one. */
const EVERY = { values: [{ field: 'id', operator: 'greaterThan', value: 0 }] };

interface Source {
	readonly build: ScenarioBuilder;
	/** What Get Many needs to list all records. */
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

/** What no sample tells: what the check of an account says only where something differs. */
const KNOWN: Readonly<Record<string, Schema>> = {
	endpointOverrides: { type: 'object' },
};

/** Besides the properties that the sample has. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
	'account.check': ['endpointOverrides'],
};

/** The form's own default: the fixture would ask for raw records. */
const BY_DEFAULT = { output: undefined };

/** The names that a record has in every tenant: custom fields are each tenant's own. */
function commonNames(resource: string): string[] | undefined {
	const record = recordOf(resource);
	if (record?.customs === undefined) return undefined;
	const main = mainFields(record).map(({ shownAs, key }) => shownAs ?? key);
	return [...main, ...main.map(idName), 'success'];
}

/** Creates a whole record and a bare one, updates one, and reads all there are in every way. */
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
	// All three return the record (v2 §4), except for an update that returns nothing (v2 §4.11).
	const record = [...got, ...created, ...updated.filter(({ updatedAt }) => updatedAt)];
	const answers: Answers = new Map([
		['create', record],
		['get', record],
		['update', updated.every(({ updatedAt }) => updatedAt) ? record : updated],
		['getMany', listed],
	]);
	if (searchable) {
		answers.set(
			'search',
			await call('search', { returnAll: true, searchMode: 'builder', conditions: EVERY }),
		);
	}
	return new Map([...answers].map(([operation, all]) => [`${resource}.${operation}`, all]));
}

/** What no seeded record has: a registered company (v2 §2.4), and contacts with every field. */
async function fillGaps(fixture: NodeFixture): Promise<void> {
	await fixture.write('customer', [{ webUrl: 'https://registered-works.example' }]);
	const contacts = await fixture.records('contact.getMany', { parameters: { returnAll: true } });
	const rest = { memo: 'Met at the fair', lifecycleStages: [{ id: 101 }] };
	await fixture.write(
		'contact',
		contacts.slice(1).map(({ id }) => ({ id, ...rest })),
	);
}

/** Today's output of all operations that have a schema, from a sandbox of its own, a usual one. */
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

/** Only the properties that a record has in every tenant, where its fields are each tenant's own. */
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

/** The content of the file; `version` is that of the schema, as n8n's own files have it. */
export const contentOf = (schema: Schema): string =>
	`${JSON.stringify({ ...schema, version: 1 }, null, '\t')}\n`;

/** The scenarios say with jest's own `expect` what a record shows; outside jest it has to be brought. */
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
