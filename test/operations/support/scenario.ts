/** The life of a record as data: what is entered in each field, and what the record then shows. */
import type { IDataObject, ResourceMapperFields } from 'n8n-workflow';
import { byId, unpacedCredentials, type NodeFixture } from '../../support/nodeFixture';
import { callMethod } from '../../../harness';
import { mapperMethod, recordFields, type Authentication } from './recordForm';

interface Step<Expected = unknown> {
	/** As a user or an expression enters it. */
	readonly input: unknown;
	/** What the record must show afterwards; of the properties of a field a part is enough. */
	readonly expected: Expected;
}

/** One field. */
export interface FieldScenario {
	/** Absent where Create does not take the field. */
	readonly created?: Step<IDataObject>;
	/** Absent where Update does not take the field. */
	readonly updated?: Step<IDataObject> | ((record: IDataObject) => Step<IDataObject>);
	/** What the record shows once the field is cleared. */
	readonly cleared?: IDataObject;
	/** The properties of the record that may change when this field alone is updated. */
	readonly changes: readonly string[];
}

/** One custom field: its itemKey, which is the column's id, and two values. */
export interface CustomFieldScenario extends Record<'created' | 'updated', Step> {
	readonly key: string;
	readonly itemType: string;
	readonly read: (record: IDataObject) => unknown;
}

export interface RecordScenario {
	readonly resource: string;
	/** The record's owner or definition, in the path of every operation. */
	readonly owner: IDataObject;
	/** The parameter that takes the record's id. */
	readonly idName: string;
	readonly fields: Readonly<Record<string, FieldScenario>>;
	/** The custom fields, and the property that holds them; none where they are properties. */
	readonly customFields: readonly CustomFieldScenario[];
	readonly customFieldsProperty: readonly string[];
	/** What a read must ask for so that the record shows all. */
	readonly readOptions: IDataObject;
	/** Lists and searches that must find the record, and it alone. */
	readonly findings: (record: IDataObject) => Array<{ operation: string; parameters: IDataObject }>;
	/** A field that refers to another record, for bad input and unknown ids. */
	readonly reference: string;
}

export type ScenarioBuilder = (fixture: NodeFixture) => Promise<RecordScenario>;

/** A field, once its name is known. */
type Row = (name: string) => FieldScenario;

/** The fields of rows; what a row says of the record is said of the property with the field's name. */
export const fieldsOf = (rows: Readonly<Record<string, Row | FieldScenario>>) =>
	Object.fromEntries(
		Object.entries(rows).map(([name, row]) => [name, typeof row === 'function' ? row(name) : row]),
	);

interface Shown<Given> {
	/** What the property shows of what is given. */
	readonly as?: (given: Given) => unknown;
	/** How it is entered in Create's form. */
	readonly entered?: (given: Given) => unknown;
	readonly cleared?: unknown;
	/** The property that shows it, unless it is called as the field is. */
	readonly by?: string;
	/** What changes with it. */
	readonly also?: readonly string[];
}

/** A field with one value at first and another one later. */
export const value =
	<Given>(first: Given, second: Given, shown: Shown<Given> = {}): Row =>
	(name) => {
		const { as, entered, by = name, also = [], cleared = null } = shown;
		const holds = (each: unknown) => ({ [by]: each }) as IDataObject;
		const held = (given: Given) => holds(as ? as(given) : given);
		return {
			created: { input: entered ? entered(first) : first, expected: held(first) },
			updated: { input: second, expected: held(second) },
			cleared: holds(cleared),
			changes: [by, ...also],
		};
	};

/** A field that refers to a record, which the property shows by its id. */
export const reference = (first = 0, second = 0, shown: Shown<number> = {}): Row =>
	value(first, second, { as: (id) => ({ id }), entered: byId, ...shown });

/** A field with several records, of which the property shows the ids in order. */
export const references = (first: number[], second: number[], shown: Shown<number[]> = {}): Row =>
	value(first, second, { as: (ids) => ids.map((id) => ({ id })), cleared: [], ...shown });

/** Associations with records: on update one goes and another comes (v2 §4.4). */
export const associations =
	([a = 0, b = 0, c = 0]: number[]): Row =>
	(name) => ({
		created: { input: `${a}, ${b}`, expected: { [name]: [{ id: a }, { id: b }] } },
		updated: { input: `-${a}, ${c}`, expected: { [name]: [{ id: b }, { id: c }] } },
		changes: [name],
	});

/** The mapper's content, with the columns that the editor loads for it. */
export async function mapperValue(
	fixture: NodeFixture,
	{ resource, owner }: RecordScenario,
	entered: IDataObject,
	more: IDataObject = {},
): Promise<IDataObject> {
	const form = { authentication: 'personalToken', resource, operation: 'create' };
	const { fields } = (await callMethod({
		kind: 'resourceMapping',
		method: mapperMethod(resource) ?? '',
		parameters: { ...form, ...owner, ...more },
		credentials: unpacedCredentials(fixture.sandbox),
	})) as ResourceMapperFields;
	return { mappingMode: 'defineBelow', value: entered, schema: fields };
}

/** The whole create form, every field filled. */
export async function completeForm(
	fixture: NodeFixture,
	scenario: RecordScenario,
	authentication?: Authentication,
): Promise<IDataObject> {
	const { owner, resource, fields, customFields } = scenario;
	const { top, more } = recordFields(resource, 'create', authentication);
	const entered = (all: typeof top) =>
		Object.fromEntries(all.map(({ name }) => [name, fields[name]?.created?.input])) as IDataObject;
	const customs = customFields.map(({ key, created }) => [key, created.input] as const);
	const first = entered(top);
	const mapped = Object.fromEntries(customs) as IDataObject;
	return {
		...owner,
		...first,
		additionalFields: entered(more),
		customFields: await mapperValue(fixture, scenario, mapped, first),
	};
}

export async function readRecord(
	fixture: NodeFixture,
	{ resource, owner, idName, readOptions: options }: RecordScenario,
	id: number,
): Promise<IDataObject> {
	const parameters = { ...owner, [idName]: byId(id), options };
	return (await fixture.records(`${resource}.get`, { parameters }))[0]!;
}
