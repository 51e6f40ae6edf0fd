import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import type { Column } from '../fields';
import { recordOf } from '../records';
import type { RecordDescription } from '../records/record';
import { isWritable, toColumn } from './customFields';
import { withoutFields } from './customObjects';
import { customFieldsOf } from './fields';
import { textIn } from './parameters';
import { hasCredential, settingsSource } from './source';

/**
 * A record's custom fields as columns of a mapper, without those that the service calculates.
 * @param isOfOneType as in `customFieldsOf`.
 */
export const columnsOf = async (
	context: ILoadOptionsFunctions,
	record: RecordDescription,
	isOfOneType?: boolean,
): Promise<Column[]> => {
	const fields = await customFieldsOf(context, record, isOfOneType);
	return fields.filter(isWritable).map(toColumn);
};

const noColumns = (emptyFieldsNotice: string): ResourceMapperFields => ({
	fields: [],
	emptyFieldsNotice,
});

/** What has to change in the form is said where the columns would be: of an error n8n shows no text there. */
export async function asNotice(
	context: ILoadOptionsFunctions,
	columns: () => Promise<ResourceMapperFields>,
): Promise<ResourceMapperFields> {
	if (!hasCredential(context)) {
		return noColumns('With a credential chosen, open the node again to list the fields here.');
	}
	return await columns().catch((error: unknown) => {
		if (!(error instanceof UsageError)) throw error;
		return noColumns(error.message);
	});
}

/** The columns of the custom fields of the chosen resource, as the mapper of these alone asks for them. */
export async function customColumns(context: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const record = recordOf(textIn(context, 'resource'));
	if (!record) return { fields: [] };
	return await asNotice(context, async () => ({
		fields: await columnsOf(context, record),
		emptyFieldsNotice: await emptyNotice(context, record),
	}));
}

async function emptyNotice(
	context: ILoadOptionsFunctions,
	{ customs }: RecordDescription,
): Promise<string> {
	if (customs?.property === undefined) {
		return withoutFields(context);
	}
	return (await settingsSource(context))
		? `There are no custom fields for ${customs.called}.`
		: `The newest ${customs.called} have no custom fields. Enter a V1 API Key and V1 Base URL in the credential to read their definitions.`;
}
