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
type FieldData = string | FieldParts;

interface FieldParts {
	readonly like?: FieldData;
	readonly comment?: string;
	readonly type: string;
	readonly name: string;
	readonly label: string;
	readonly from?: string;
	readonly columns?: readonly FieldData[];
	readonly choices?: unknown;
	readonly sent?: unknown;
	readonly canonical?: string;
}

/** A field that another one is like. */
const shared = (name: string) => named<unknown>(SHARED, name) as FieldParts;

/** The parts of a field, with those that it has from the one that it is like. */
const whole = ({ like, ...own }: FieldParts): FieldParts =>
	like === undefined ? own : { ...whole(typeof like === 'string' ? shared(like) : like), ...own };

const SHARED_FIELDS = new Map<string, Field>();

function fieldOf(data: FieldData): Field {
	if (typeof data === 'string') {
		return remembered(SHARED_FIELDS, data, () => fieldOf(shared(data)));
	}
	const {
		comment: _comment,
		type,
		name,
		label,
		from,
		columns,
		choices,
		sent,
		canonical,
		...options
	} = whole(data);
	const make = named(TYPES, type) as (...parts: unknown[]) => Field;
	const list = from === undefined ? undefined : named(LOOKUPS, from);
	const needed = [list, columns?.map(fieldOf), choices, sent].filter((each) => each !== undefined);
	const own = canonical !== undefined && { canonical: named(CANONICALS, canonical) };
	return make(name, label, ...needed, { ...options, ...own });
}

/** The parts of records, of what the trigger watches and of operations that are lists of fields. */
const LISTS = new Set([
	'parentParams',
	'listParentParams',
	'bulk',
	'fields',
	'filters',
	'conditions',
	'path',
	'options',
	'sort',
	'bodyFields',
	'changedFields',
]);

const read = ({ $schema: _schema, comment: _comment, ...data }: Data): Data =>
	Object.fromEntries(
		Object.entries(data).map(([name, part]) => [
			name,
			LISTS.has(name) ? (part as FieldData[]).map(fieldOf) : part,
		]),
	);

/** The data of a record, of which some is still to be read; parts that are left out are empty. */
interface Given extends Partial<Omit<RecordDescription, 'key' | 'watch' | 'operations'>> {
	readonly name: string;
	readonly key?: FieldParts;
	readonly watch?: Data & { readonly events?: readonly string[] };
	readonly operations?: Readonly<Record<string, Data>>;
}

const PLAIN = {
	sortable: false,
	newestFirst: false,
	unlinkable: false,
	related: [],
	conditions: [],
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
				events: (watch.events ?? []).map((event) => named(EVENTS, event)),
			},
		}),
		operations: Object.entries({ ...usualOf(id), ...operations }).map(([operation, spec]) =>
			specOf(id, operation, spec),
		),
	};
}
