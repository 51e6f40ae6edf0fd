import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { isOfKind } from '../api/errors/errors';
import type { ServiceRequest } from '../api/routes';
import type { CustomField } from '../fields';
import { LIST_PARAMETERS } from '../records/equalsFilter';
import { quoted, UsageError } from '../shared';
import { textIn } from './form';

/**
 * Custom objects: neither interface serves their definitions, and their fields are bare properties
 * without names or types (v2 §2.8), so both are learned from the values that objects hold.
 */

const FILTERABLE = ['text', 'number', 'date'];

/** Whether the list of objects can be filtered by a field (v2 §4.11). */
export const isFilterable = ({ key, itemType }: CustomField): boolean =>
	!LIST_PARAMETERS.includes(key) && (itemType === undefined || FILTERABLE.includes(itemType));

/**
 * The list of the objects of a definition.
 * @param key the Definition Key.
 * @throws UsageError while no key is entered.
 */
export function objectsOf(key: string): ServiceRequest {
	if (key !== '') return { operation: 'customObject.getMany', path: { customObjectDefKey: key } };
	throw new UsageError('Enter the custom object’s key first, under Definition Key.');
}

/** The list of the objects of the definition that the form is about. */
export const objectsRequest = (context: ILoadOptionsFunctions): ServiceRequest =>
	objectsOf(textIn(context, 'customObjectDefKey'));

/**
 * Runs a read of a definition's objects.
 * @throws UsageError if the service has no such definition: it then answers 404.
 */
export const ofDefinition = async <Read>(
	{ path = {} }: ServiceRequest,
	read: () => Promise<Read>,
): Promise<Read> =>
	await read().catch((error: unknown) => {
		if (!isOfKind(error, 'missing')) throw error as Error;
		throw new UsageError(
			`The service knows no custom object with the key ${quoted(path.customObjectDefKey)}: check Definition Key, also its upper and lower case.`,
		);
	});

/** The notice of a form for a definition that exists, but whose fields no object shows. */
export const withoutFields = (context: ILoadOptionsFunctions): string =>
	`The key ${quoted(textIn(context, 'customObjectDefKey'))} is right, but there are no fields to see: the service names them only in the objects themselves, and none holds a value yet. Give the values as an object by item key in an expression.`;
