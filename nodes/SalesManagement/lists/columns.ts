import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import type { Column } from '../fields';
import type { RecordDescription } from '../records/record';
import { sourcesIn, type NameSources } from './directory';
import { completeOptions } from './complete';
import { isWritable, toColumn, type CustomField } from './customFields';
import { withoutFields } from './customObjects';
import {
	customFieldsIn,
	customFieldsOf,
	isDealAsked,
	scopeOfForm,
	type FieldScope,
} from './fields';
import { hasCredential, recordSource, settingsSource } from './source';

/**
 * Custom fields as columns of a mapper; those that the service calculates are left out.
 * @param listsUsers whether fields of users have the list of them; else they take a name or an address.
 */
async function toColumns(
	{ own }: Pick<NameSources, 'own'>,
	all: readonly CustomField[],
	listsUsers = true,
): Promise<Column[]> {
	const fields = all.filter(isWritable);
	const users =
		listsUsers && fields.some(({ itemType }) => itemType === 'user')
			? await completeOptions(own, 'user.getMany')
			: undefined;
	return fields.map((each) => toColumn(each, users));
}

/** The columns of a record's custom fields. */
export const customColumnsIn = async (
	sources: NameSources,
	record: RecordDescription,
	scope: FieldScope,
): Promise<Column[]> => await toColumns(sources, await customFieldsIn(sources, record, scope));

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
	return await customColumnsIn(await sourcesIn(context), record, scopeOfForm(context, customs));
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

/**
 * The columns of a record's custom fields, as the mapper of these alone asks for them. Opening a form
 * costs at most two requests: where one of them asks for the chosen deal's type, users are not listed.
 */
export const columnsOf =
	(record: RecordDescription) =>
	async (context: ILoadOptionsFunctions): Promise<ResourceMapperFields> =>
		await asNotice(context, async () => ({
			fields: await toColumns(
				{ own: await recordSource(context) },
				await customFieldsOf(context, record),
				!isDealAsked(context, record),
			),
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
