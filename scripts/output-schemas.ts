/**
 * Writes the output schemas that n8n shows before a node has run: `npm run schemas`. They follow from `records/`, as
 * Simplified shows it, the default; that of Account: Check, which is no record, is written by hand. A test holds
 * them against what the operations put out.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Field } from '../nodes/SalesManagement/fields';
import {
	idName,
	mainFields,
	RECORDS,
	type RecordDescription,
} from '../nodes/SalesManagement/records';

/** The folder in which n8n looks for them, next to the node's file: version, resource, operation. */
export const FOLDER = join(__dirname, '..', 'nodes', 'SalesManagement', '__schema__');
const VERSION = 'v1.0.0';

/** A JSON schema. `nullable` keeps `type` a single word. */
interface Schema {
	readonly type: 'object' | 'array' | 'string' | 'integer' | 'boolean';
	readonly nullable?: true;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
}

/** The resources whose operations have schemas. */
const RESOURCES = [
	...['customer', 'contact', 'deal', 'customObject', 'user', 'userGroup', 'role'],
	...['customerAction', 'dealAction', 'contactAction'],
];
/** Their operations that return something else than the record. */
const WITHOUT = ['delete', 'createMany', 'updateMany', 'createOrUpdate', 'removeMember'];

/** The operations that return the record without some of its fields (v2 §4.1, §4.2), or not at all (v2 §4.11). */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
	'user.getCurrent': ['role', 'userGroups'],
	'userGroup.update': ['users'],
};
const RESULTS: Readonly<Record<string, Schema['properties']>> = {
	'customObject.update': { success: { type: 'boolean' }, id: { type: 'integer' } },
};

/** The properties under which Simplified shows a field: of a reference the name and the ID. */
function propertiesOf({ shownAs, type, traits }: Field): Array<[string, Schema]> {
	const { column, isList, valueKind } = type;
	// The names of what a list holds; JSON that is no value of its own is such a list, too.
	if (isList || valueKind === undefined) {
		return [[shownAs, { type: 'array', items: { type: 'string' } }]];
	}
	const isReference = valueKind === 'choice';
	const isNullable = traits.includes('clearable') || (isReference && !traits.includes('required'));
	const nullable = isNullable ? { nullable: true as const } : {};
	if (isReference) {
		return [
			[shownAs, { type: 'string', ...nullable }],
			[idName(shownAs), { type: 'integer', ...nullable }],
		];
	}
	const types: Readonly<Record<string, Schema['type']>> = { number: 'integer', boolean: 'boolean' };
	return [[shownAs, { type: types[column] ?? 'string', ...nullable }]];
}

function schemaOf(record: RecordDescription, id: string): Schema {
	const shown = mainFields(record).filter(({ shownAs }) => !LEFT_OUT[id]?.includes(shownAs));
	const properties = Object.fromEntries(shown.flatMap(propertiesOf));
	return { type: 'object', properties: RESULTS[id] ?? properties };
}

/** The schema of each operation, by operation id. */
export const schemas = (): Map<string, Schema> =>
	new Map(
		RECORDS.filter(({ id }) => RESOURCES.includes(id)).flatMap((record) =>
			record.operations
				// The entries of other lists are no records of this kind.
				.filter(({ id, kind }) => !WITHOUT.includes(id) && kind !== 'list')
				.map((operation): [string, Schema] => {
					const id = `${record.id}.${operation.id}`;
					return [id, schemaOf(record, id)];
				}),
		),
	);

export const fileOf = (operation: string): string =>
	join(FOLDER, VERSION, `${operation.replace('.', '/')}.json`);

/** The content of a schema's file. `version` is the version of the schema, as in n8n's own files. */
export const contentOf = (schema: Schema): string =>
	`${JSON.stringify({ ...schema, version: 1 }, null, '\t')}\n`;

function write(): void {
	// Those of operations that are no more go, too.
	for (const resource of RESOURCES) rmSync(join(FOLDER, VERSION, resource), { recursive: true });
	for (const [operation, schema] of schemas()) {
		mkdirSync(dirname(fileOf(operation)), { recursive: true });
		writeFileSync(fileOf(operation), contentOf(schema));
	}
}

if (require.main === module) write();
