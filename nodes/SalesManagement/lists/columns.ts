import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import type { Column, CustomField } from '../fields';
import type { RecordDescription } from '../records/record';
import { sourcesIn } from './directory';
import { isWritable, toColumn } from './customFields';
import { withoutFields } from './customObjects';
import { customFieldsIn, customFieldsOf, scopeOfForm } from './fields';
import { hasCredential, settingsSource } from './source';

/** Custom fields as columns of a mapper; those that the service calculates are left out. */
const toColumns = (fields: readonly CustomField[]): Column[] =>
	fields.filter(isWritable).map(toColumn);

/**
 * The columns of a record's custom fields, in the editor, from at most two requests: those of all
 * deal types, since each row may have its own.
 */
export async function quickCustomColumns(
	context: ILoadOptionsFunctions,
	record: RecordDescription,
): Promise<Column[]> {
	const { customs } = record;
	if (!customs) return [];
	const sources = await sourcesIn(context);
	return toColumns(await customFieldsIn(sources, record, scopeOfForm(context, customs)));
}

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

/** The columns of a record's custom fields, as the mapper of these alone asks for them. */
export const columnsOf =
	(record: RecordDescription) =>
	async (context: ILoadOptionsFunctions): Promise<ResourceMapperFields> =>
		await asNotice(context, async () => ({
			fields: toColumns(await customFieldsOf(context, record)),
			emptyFieldsNotice: await emptyNotice(context, record),
		}));

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
