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

/** How each type is written: NOT_FOUND for what a reference does not find (v2 §7). */
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

/** What the columns of a new record hold before a form is read. */
export const emptyOf = (properties: Properties): object =>
	Object.fromEntries(
		Object.entries(properties)
			.filter(([, { column }]) => column !== false)
			.map(([key, { type, usual, null: canBeNull }]) => [
				key,
				usual ?? (canBeNull ? null : (empties[type] ?? 0)),
			]),
	);

interface WriteRules<Row> {
	properties: Properties;
	writers?: Writers<Row>;
	at?: 'create' | 'update';
}

/** The record with the properties that the form holds changed, and no other (v2 §2.1 rule 4). */
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

/** What is written, and what no form says: dates, and columns that the place of the record decides. */
interface WriteInput<Row> extends Overrides {
	form: Form;
	/** An update that only looks whether it is right, and writes nothing. */
	isTrial?: boolean | undefined;
	columns?: Partial<Row> | undefined;
}

/** What writing needs to know of a kind of record. */
export type WrittenKind<Row extends BaseRow> = Pick<
	RecordKind<Row>,
	'name' | 'table' | 'properties' | 'writers' | 'settle'
>;

/** The table of a kind's records; the kind says itself what its rows are. */
export const tableOf = <Row extends BaseRow>(
	{ service }: Scope,
	{ table }: WrittenKind<Row>,
): Table<Row> => service.store.tables[table] as unknown as Table<Row>;

/** Links a record with what its form names, or with `delete` takes links away (v2 §2.8, §4.4). */
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

/** Writes a new record, or changes one that is there, with whatever follows; returns it. */
export function write<Row extends BaseRow>(
	scope: Scope,
	kind: WrittenKind<Row>,
	given: WriteInput<Row>,
	before?: Row,
): Row {
	const { form, columns, isTrial, ...overrides } = given;
	const begun = {
		...(before ?? { ...emptyOf(kind.properties), domainId: scope.caller.domainId }),
		// A table without dates has no columns for them.
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
