/** The scenario of a record as data: what is entered in each field, and what the record then shows. */
import type { IDataObject } from 'n8n-workflow';
import type { NodeFixture } from '../nodeFixture';

export interface FieldStep {
	/** As a user or an expression enters it. */
	readonly input: unknown;
	/** Properties of the record that it must show afterwards; a part of each is enough. */
	readonly expected: IDataObject;
}

/** One field. */
export interface FieldScenario {
	/** Absent where Create does not take the field. */
	readonly created?: FieldStep;
	/** Absent where Update does not take the field. */
	readonly updated?: FieldStep | ((record: IDataObject) => FieldStep);
	/** What the record shows once the field is cleared. */
	readonly cleared?: IDataObject;
	/** The properties of the record that may change when this field alone is updated. */
	readonly changes: readonly string[];
}

/** One custom field. */
export interface CustomFieldScenario {
	/** The column's id: the field's itemKey. */
	readonly key: string;
	readonly itemType: string;
	readonly created: { readonly input: unknown; readonly expected: unknown };
	readonly updated: { readonly input: unknown; readonly expected: unknown };
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

/** A field whose property has its name and shows what was entered. */
export const valueField = (name: string, first: unknown, second: unknown): FieldScenario => ({
	created: { input: first, expected: { [name]: first } as IDataObject },
	updated: { input: second, expected: { [name]: second } as IDataObject },
	cleared: { [name]: null },
	changes: [name],
});

/** A field that refers to a record, which the property shows by its id. */
export const referenceField = (
	property: string,
	first: unknown,
	second: unknown,
): FieldScenario => ({
	created: { input: first, expected: { [property]: { id: Number(first) } } },
	updated: { input: second, expected: { [property]: { id: Number(second) } } },
	cleared: { [property]: null },
	changes: [property],
});

/** A field with several records, of which the property shows the ids in order. */
export const referenceListField = (
	property: string,
	first: number[],
	second: number[],
): FieldScenario => {
	const entry = (ids: number[]): FieldStep => ({
		input: ids,
		expected: { [property]: ids.map((id) => ({ id })) },
	});
	return {
		created: entry(first),
		updated: entry(second),
		cleared: { [property]: [] },
		changes: [property],
	};
};

/** Associations with custom objects: on update one goes and another comes (v2 §4.4). */
export const associationField = (
	property: string,
	[a = 0, b = 0, c = 0]: number[],
): FieldScenario => ({
	created: { input: `${a}, ${b}`, expected: { [property]: [{ id: a }, { id: b }] } },
	updated: { input: `-${a}, ${c}`, expected: { [property]: [{ id: b }, { id: c }] } },
	changes: [property],
});
