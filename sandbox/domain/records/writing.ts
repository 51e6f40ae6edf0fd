import { readDateTime } from '../../contract/time';
import { decimalOf } from '../../contract/values';
import {
	nameIn,
	type CustomItems,
	type CustomValues,
	type Form,
	type BaseRow,
	type Properties,
	type Property,
} from '../properties/property';
import { writeCustoms } from '../rules/customValues';
import { checkedId, rowOf } from '../rules/references';
import { timesOf, type Overrides, type Scope } from '../scope';
import type { Table } from '../store/table';
import type { RecordKind, Writers } from './kind';

type Draft = Record<string, unknown> & { id?: number; dealTypeId?: number; customs?: CustomValues };
type TypeWriter = (
	given: never,
	about: { scope: Scope; property: Property; draft: Draft },
) => unknown;

const asGiven: TypeWriter = (given: unknown) => given;
const unique = (ids: number[]) => [...new Set(ids)];
const refers: TypeWriter = (given: number, { scope, property, draft }) =>
	checkedId(scope, property.to ?? 'customer', given, draft.dealTypeId);

/** Turns a value of a form into the stored one, by type; a reference to a missing record is NOT_FOUND (v2 §7). */
const typeWriters: Record<Property['type'], TypeWriter> = {
	text: asGiven,
	integer: asGiven,
	flag: asGiven,
	links: asGiven,
	json: asGiven,
	decimal: decimalOf,
	date: asGiven,
	moment: (given: string) => readDateTime(given),
	id: refers,
	ref: ({ id }: { id: number }, about) => refers(id as never, about),
	ids: (given: number[], about) => given.map((id) => refers(id as never, about)),
	refs: (given: Array<{ id: number }>, about) =>
		unique(given.map(({ id }) => refers(id as never, about) as number)),
	customs: (given: CustomItems, { scope, property: { owner = 'deal' }, draft }) =>
		writeCustoms(scope, owner, draft, given),
};

const empties: Partial<Record<Property['type'], unknown>> = {
	text: '',
	date: '',
	decimal: decimalOf(0),
	flag: false,
	ids: [],
	refs: [],
};

const emptyRows = new WeakMap<Properties, Readonly<Record<string, unknown>>>();

/** The columns of a new record before its form is applied: one object for all records of a kind. */
export function emptyOf(properties: Properties): Readonly<Record<string, unknown>> {
	const row =
		emptyRows.get(properties) ??
		Object.fromEntries(
			Object.entries(properties)
				.filter(([, { column }]) => column !== false)
				.map(([key, { type, usual, null: canBeNull }]) => [
					key,
					usual ?? (canBeNull ? null : (empties[type] ?? 0)),
				]),
		);
	emptyRows.set(properties, row);
	return row;
}

interface WriteRules<Row> {
	properties: Properties;
	writers?: Writers<Row>;
	at?: 'create' | 'update';
}

/** The record with the properties of the form changed, and no others (v2 §2.1 rule 4). */
export function applyForm<Row extends object>(
	scope: Scope,
	{ properties, writers: own = {}, at = 'update' }: WriteRules<Row>,
	before: Row,
	form: Form,
): Row {
	const draft = { ...before } as Row & Draft;
	for (const [key, property] of Object.entries(properties)) {
		const name = nameIn(key, property);
		const { type, column, write = at } = property;
		const given = form[name];
		if (given === undefined || column === false || write !== at) continue;
		const rule = own[key as keyof Row] as Writers<Draft>[string];
		// The form's schema has checked the type.
		const value = given as never;
		const changed: Draft = draft;
		if (rule) changed[key] = rule(value, draft, scope);
		else
			changed[key] = given === null ? null : typeWriters[type](value, { scope, property, draft });
	}
	return draft;
}

/**
 * The input of a write: the form, and values that no form holds, such as dates and the columns that
 * the request's path decides.
 */
interface WriteInput<Row> extends Overrides {
	form: Form;
	/** Only checks an update, and writes nothing. */
	isTrial?: boolean | undefined;
	columns?: Partial<Row> | undefined;
}

/** The part of a kind of record that writing needs. */
export type WrittenKind<Row extends BaseRow> = Pick<
	RecordKind<Row>,
	'name' | 'table' | 'properties' | 'writers' | 'settle'
>;

/** The table of a kind's records, typed by the rows of the kind. */
export const tableOf = <Row extends BaseRow>(
	{ service }: Scope,
	{ table }: WrittenKind<Row>,
): Table<Row> => service.store.tables[table] as unknown as Table<Row>;

/** Links a record with those that its form names, or unlinks those with `delete` (v2 §2.8, §4.4). */
function writeLinks(
	scope: Scope,
	properties: Properties,
	id: number,
	{ form, isTrial }: WriteInput<unknown>,
): void {
	for (const [key, property] of Object.entries(properties)) {
		if (!property.link) continue;
		const [own, other] = property.link;
		const given = (form[nameIn(key, property)] ?? []) as Array<{ id: number; delete?: boolean }>;
		for (const one of given) {
			const { id: otherId } = rowOf(scope, other, one.id);
			if (!isTrial) scope.service.store.link([own, id], [other, otherId], one.delete);
		}
	}
}

/**
 * Creates a record, or updates `before`, with its links.
 * @returns the stored record
 * @throws Refusal if a rule of the kind refuses it
 */
export function write<Row extends BaseRow>(
	scope: Scope,
	kind: WrittenKind<Row>,
	given: WriteInput<Row>,
	before?: Row,
): Row {
	const { form, columns, isTrial, ...overrides } = given;
	const begun = {
		...(before ?? { ...emptyOf(kind.properties), domainId: scope.caller.domainId }),
		// Tables without dates have no columns for these, and ignore them.
		...timesOf(scope, overrides, before),
		...columns,
	} as unknown as Row;
	const at = before ? 'update' : 'create';
	const draft = applyForm(scope, { ...kind, at }, begun, form);
	const row = kind.settle?.(scope, draft, form, before) ?? draft;
	const table = tableOf(scope, kind);
	if (before && !isTrial) table.update(row);
	const id = before?.id ?? table.insert(row, overrides.id);
	writeLinks(scope, kind.properties, id, given);
	return { ...row, id };
}
