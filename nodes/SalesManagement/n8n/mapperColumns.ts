import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { ROUTES } from '../api/routes/routes';
import type { ApiVersion } from '../api/routes/types';
import { columnOf, CUSTOM, isRequired } from '../fields';
import { asNotice, columnsOf } from '../lookups/formFields';
import { RESOURCES } from '../operations';
import { fillablesOf } from '../operations/items/columns/columnReader';
import type { Operation } from '../operations/model/operation';

function chosenOperation(context: ILoadOptionsFunctions): Operation | undefined {
	const resource = context.getCurrentNodeParameter('resource');
	const operation = context.getCurrentNodeParameter('operation');
	return RESOURCES.find(({ id }) => id === resource)?.operations.find(({ id }) => id === operation);
}

const versionFor = (context: ILoadOptionsFunctions, { route }: Operation): ApiVersion =>
	context.getCurrentNodeParameter('authentication') === 'v1ApiKey' || !(route in ROUTES.v2)
		? 'v1'
		: 'v2';

/** The columns that the form of the chosen operation has fields for: its own, then custom fields. */
async function inputColumns(context: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const operation = chosenOperation(context);
	const { filling } = operation?.form ?? {};
	if (!operation || !filling) return { fields: [] };
	const own = fillablesOf(operation.form, filling, versionFor(context, operation));
	// Of all deal types, since each row may have its own.
	const customs = await columnsOf(context, filling.record, false);
	return {
		fields: [
			...own.map(({ field }) => columnOf(field.name, field.label, field.type, isRequired(field))),
			...customs.map((each) => ({ ...each, id: `${CUSTOM}${each.id}` })),
		],
	};
}

export const getInputColumns = async (
	context: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> =>
	await asNotice(context, async () => await inputColumns(context));
