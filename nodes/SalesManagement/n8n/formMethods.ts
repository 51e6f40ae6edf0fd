import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { toNodeError } from '../api/errors/errors';
import { ROUTES, type ApiVersion } from '../api/routes';
import { columnOf, CUSTOM, isRequired } from '../fields';
import { dropdownLists, dropdownSearches } from '../lookups/dropdownEntries';
import type { FormMethod } from '../lookups/form';
import { asNotice, customFieldColumns, customColumns, fieldDropdowns } from '../lookups/formFields';
import { locatorSearches } from '../lookups/searchableLists';
import { RESOURCES } from '../operations';
import { fillablesOf } from '../operations/items/columns/columnReader';
import type { NodeOperation } from '../operations/model';

/** The kinds of methods that n8n calls to fill a form. */
export type FormMethodKind = 'loadOptions' | 'listSearch' | 'resourceMapping';

function chosenOperation(context: ILoadOptionsFunctions): NodeOperation | undefined {
	const resource = context.getCurrentNodeParameter('resource');
	const operation = context.getCurrentNodeParameter('operation');
	return RESOURCES.find(({ id }) => id === resource)?.operations.find(({ id }) => id === operation);
}

const versionFor = (context: ILoadOptionsFunctions, { route }: NodeOperation): ApiVersion =>
	context.getCurrentNodeParameter('authentication') === 'v1ApiKey' ||
	(route !== undefined && !(route in ROUTES.v2))
		? 'v1'
		: 'v2';

/** The columns that the form of the chosen operation has fields for: its own, then custom fields. */
async function inputColumns(context: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const operation = chosenOperation(context);
	const { filling } = operation?.form ?? {};
	if (!operation || !filling) return { fields: [] };
	const matchBy = context.getCurrentNodeParameter('matchBy');
	const own = fillablesOf(operation.form, filling, versionFor(context, operation), matchBy);
	// Custom fields of all deal types, since each row may have another type.
	const customs = await customFieldColumns(context, filling.record, false);
	return {
		fields: [
			...own.map(({ field }) => {
				// A row with an ID is an update, which needs no other field.
				const isNeeded = isRequired(field) && matchBy !== 'id';
				return columnOf(field.name, field.label, field.type, isNeeded);
			}),
			...customs.map((each) => ({ ...each, id: `${CUSTOM}${each.id}` })),
		],
	};
}

/**
 * The methods that fill the form: lists, columns, and the fields that a search can compare and a summary use.
 */
const METHODS: Readonly<Record<FormMethodKind, Readonly<Record<string, FormMethod>>>> = {
	listSearch: { ...locatorSearches, ...dropdownSearches },
	loadOptions: {
		...fieldDropdowns,
		...dropdownLists,
		getColumnFields: async (context) =>
			(await inputColumns(context)).fields.map(({ id: value, displayName: name }) => ({
				name,
				value,
			})),
	},
	resourceMapping: {
		getCustomFields: customColumns,
		getInputColumns: async (context) =>
			await asNotice(context, async () => await inputColumns(context)),
	},
};

/**
 * Fills a part of the form.
 * @throws n8n's own errors with a readable message.
 */
export async function callFormMethod(
	kind: FormMethodKind,
	name: string,
	context: ILoadOptionsFunctions,
	args: [filter?: string, token?: string],
): Promise<unknown> {
	try {
		return await METHODS[kind][name]?.(context, ...args);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}
