import { isOperationId, type ResourceId } from '../api/routes';
import type { Field } from '../fields';
import { remembered } from '../shared';
import SHARED from './data/shared.json';
import { EVENTS } from './events';
import { CANONICALS, LOOKUPS, TYPES } from './namedInData';
import { USUAL, type OperationSpec, type RecordDescription, type Watch } from './record';

/**
 * Makes records of their data: the files in `data/`, whose properties are described in `schema/`. Tests hold them to
 * that, and read all of them; the compiler does not look into JSON.
 */

/** @throws for a name that the table does not have; a test reads all data. */
function named<Thing>(table: Readonly<Record<string, Thing>>, name: string): Thing {
	const thing = table[name];
	if (thing === undefined) throw new Error(`There is no "${name}"`);
	return thing;
}

export type Data = Readonly<Record<string, unknown>>;

/** A field: all of it, that in which it differs from another one, or the name of one in `data/shared.json`. */
type FieldData = string | Data;

/** The parts of a field, with those that it has from the one that it is like. */
function whole(data: FieldData): Data {
	if (typeof data === 'string') return whole(named<unknown>(SHARED, data) as Data);
	return data.like === undefined ? data : { ...whole(data.like as FieldData), ...data };
}

function fieldOf(data: FieldData): Field {
	const { type, name, label, from, columns, choices, sent, ...options } = read(whole(data));
	const needed = [from, columns, choices, sent].filter((each) => each !== undefined);
	const make = named(TYPES, type as string) as (...parts: unknown[]) => Field;
	return make(name, label, ...needed, options);
}

/** The shared fields, each made once. */
const SHARED_FIELDS = new Map<string, Field>();

const fieldsOf = (list: readonly FieldData[]): Field[] =>
	list.map((data) =>
		typeof data === 'string' ? remembered(SHARED_FIELDS, data, () => fieldOf(data)) : fieldOf(data),
	);

/** The properties that hold fields, or names of what is not data; all others are as they stand. */
const READERS: Readonly<Partial<Record<string, (part: never) => unknown>>> = {
	parentParams: fieldsOf,
	listParentParams: fieldsOf,
	bulk: fieldsOf,
	fields: fieldsOf,
	filters: fieldsOf,
	conditions: fieldsOf,
	path: fieldsOf,
	options: fieldsOf,
	sort: fieldsOf,
	bodyFields: fieldsOf,
	changedFields: fieldsOf,
	columns: fieldsOf,
	from: (name: string) => named(LOOKUPS, name),
	canonical: (name: string) => named(CANONICALS, name),
	events: (names: string[]) => names.map((name) => named(EVENTS, name)),
};

/** The properties for people and editors, and the one that `whole` has followed. */
const ASIDE = ['$schema', 'comment', 'like'];

/** The parts of a record, of what the trigger watches, of an operation or of a field. */
function read(data: Data): Data {
	const parts: Record<string, unknown> = {};
	for (const [name, part] of Object.entries(data)) {
		if (!ASIDE.includes(name)) parts[name] = READERS[name]?.(part as never) ?? part;
	}
	return parts;
}

/** The data of a record, of which some is still to be read; parts that are left out are empty. */
interface Given extends Partial<Omit<RecordDescription, 'key' | 'watch' | 'operations'>> {
	readonly name: string;
	readonly key?: Data;
	readonly watch?: Data;
	readonly operations?: Readonly<Record<string, Data>>;
}

const PLAIN = {
	sortable: false,
	newestFirst: false,
	unlinkable: false,
	related: [],
	conditions: [],
	events: [],
};

/** The usual operations that the service has for a resource. */
const usualOf = (id: ResourceId): Record<string, Data> =>
	Object.fromEntries(
		USUAL.filter((kind) => isOperationId(`${id}.${kind}`)).map((kind) => [kind, {}]),
	);

function specOf(id: ResourceId, operation: string, spec: Data): OperationSpec {
	// Create or Update is offered wherever there is a Create, the first of its two requests.
	const route = `${id}.${operation === 'createOrUpdate' ? 'create' : operation}`;
	return { kind: operation, ...read(spec), id: operation, route } as OperationSpec;
}

/** Makes a record of its data; parts that are left out are empty. */
export function recordFrom(id: ResourceId, data: Data): RecordDescription {
	const { key, watch, operations, ...rest } = read(data) as unknown as Given;
	const { name, parentParams = [], one = name.toLowerCase(), many = `${one}s` } = rest;
	return {
		listParentParams: parentParams,
		bulk: [],
		fields: [],
		filters: [],
		related: [],
		...rest,
		id,
		one,
		many,
		parentParams,
		key: key && { ...fieldOf(key), key: 'id', shownAs: 'id' },
		...(watch && {
			watch: {
				...PLAIN,
				sample: { name: `Sample ${one}` },
				...(read(watch) as Partial<Watch>),
			},
		}),
		operations: Object.entries({ ...usualOf(id), ...operations }).map(([operation, spec]) =>
			specOf(id, operation, spec),
		),
	};
}
