import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { toNodeError } from '../api/errors/errors';
import { listMethods, type FormMethod } from '../lookups';
import { getInputColumns } from './mapperColumns';

/** The kinds of methods that n8n calls to fill a form. */
export type Kind = 'loadOptions' | 'listSearch' | 'resourceMapping';

/** What fills the form: lists, and the fields that a search can compare and a summary use. */
const METHODS: Readonly<Record<Kind, Readonly<Record<string, FormMethod>>>> = {
	...listMethods,
	resourceMapping: { ...listMethods.resourceMapping, getInputColumns },
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
