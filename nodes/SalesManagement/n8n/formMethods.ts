import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { toNodeError } from '../api/errors/errors';
import { dropdownLists, dropdownSearches } from '../lookups/dropdownEntries';
import type { FormMethod } from '../lookups/form';
import { customColumns, fieldDropdowns } from '../lookups/formFields';
import { locatorSearches } from '../lookups/searchableLists';
import { getInputColumns } from './mapperColumns';

/** The kinds of methods that n8n calls to fill a form. */
export type Kind = 'loadOptions' | 'listSearch' | 'resourceMapping';

/** What fills the form: lists, and the fields that a search can compare and a summary use. */
const METHODS: Readonly<Record<Kind, Readonly<Record<string, FormMethod>>>> = {
	listSearch: { ...locatorSearches, ...dropdownSearches },
	loadOptions: { ...fieldDropdowns, ...dropdownLists },
	resourceMapping: { getCustomFields: customColumns, getInputColumns },
};

/**
 * Fills a part of the form.
 * @throws n8n's own errors with a readable message.
 */
export async function filled(
	[kind, name]: readonly [Kind, string],
	context: ILoadOptionsFunctions,
	args: [filter?: string, token?: string],
): Promise<unknown> {
	try {
		return await METHODS[kind][name]?.(context, ...args);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}
