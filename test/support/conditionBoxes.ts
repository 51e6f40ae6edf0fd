/** The boxes of a search's conditions: a value goes into the one that the form shows for its field. */
import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { actionNode } from '../../harness';
import { FormView } from './formView';

const form = new FormView(actionNode().description);

const chosenFor = (resource: string) => ({
	authentication: 'personalToken',
	resource,
	operation: 'search',
});

const columnsOf = (resource: string): INodeProperties[] =>
	form
		.entries('conditions', chosenFor(resource))
		.flatMap((rows) => (rows as unknown as { values: INodeProperties[] }).values);

/** The operators that the form offers. */
export const operatorsOf = (resource: string): unknown[] =>
	columnsOf(resource)
		.filter(({ name }) => name === 'operator')
		.flatMap(({ options = [] }) => (options as INodePropertyOptions[]).map(({ value }) => value));

/** The boxes that the form shows beside a field and an operator. */
export const boxesFor = (resource: string, row: INodeParameters): INodeProperties[] =>
	columnsOf(resource).filter(
		(column) =>
			!['field', 'operator'].includes(column.name) &&
			form.isShown(column, chosenFor(resource), row),
	);

/** Where a person enters what a field is compared with; where all boxes show, it is the one for any value. */
function boxOf(resource: string, field: unknown): string {
	const names = boxesFor(resource, { field: String(field), operator: 'equals' });
	return names.length === 1 ? names[0]!.name : 'value';
}

function rowInBox(resource: string, row: IDataObject): IDataObject {
	if (!('value' in row)) return row;
	const { value, ...rest } = row;
	return { ...rest, [boxOf(resource, row.field)]: value };
}

const mapped = (rows: unknown, change: (row: IDataObject) => IDataObject): IDataObject => {
	const { values } = rows as { values?: IDataObject[] };
	return Array.isArray(values) ? { values: values.map(change) } : (rows as IDataObject);
};

/** The parameters of a search whose conditions have each their `value`, as its form has them. */
export function inBoxes(resource: string, parameters: IDataObject): IDataObject {
	const { conditions, groups } = parameters;
	const boxed = (rows: unknown) => mapped(rows, (row) => rowInBox(resource, row));
	const boxedGroup = (group: IDataObject) => ({ ...group, conditions: boxed(group.conditions) });
	return {
		...parameters,
		...(conditions !== undefined && { conditions: boxed(conditions) }),
		...(groups !== undefined && { groups: mapped(groups, boxedGroup) }),
	};
}
