import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { isMissing, UsageError } from '../api/errors/errors';
import { problemInPath } from '../api/routes/route';
import type { ServiceRequest } from '../api/types';
import type { CustomField } from '../fields';
import { COMMON_PROPERTIES, LIST_PARAMETERS } from '../records/customObject';
import { quoted } from '../values';
import { plainName } from './labels';
import { textIn } from './parameters';
import { recordsOf, type LookupSource } from './source';

/**
 * Custom objects: neither interface serves their definitions, and their fields are bare properties
 * without names or types (v2 §2.8), so both are inferred from the values that objects hold.
 */

/** v2 §4.11. */
const OBJECTS_PER_PAGE = 100;

/** This many take a second or two. */
const OBJECTS_READ = 5 * OBJECTS_PER_PAGE;

const FILTERABLE = ['text', 'number', 'date'];

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const ADDRESS = /^https?:\/\/\S+$/;

/**
 * The type that a field must have to hold these values, or the closest one: decimals and single
 * choices can't be told from text.
 */
function typeOfValues(values: readonly unknown[]): string | undefined {
	const filled = values.filter(
		(each) => each !== null && each !== '' && !(Array.isArray(each) && each.length === 0),
	);
	const every = (holds: (value: unknown) => boolean) => filled.every(holds);
	const matches = (pattern: RegExp) => (value: unknown) =>
		typeof value === 'string' && pattern.test(value);
	if (filled.length === 0) return undefined;
	if (every((each) => typeof each === 'number')) return 'number';
	if (every(Array.isArray)) {
		const members = filled.flat();
		return members.every((each) => typeof each === 'number') ? 'user' : 'multi_select';
	}
	if (every(matches(DATE_TIME))) return 'date';
	return every(matches(ADDRESS)) ? 'url' : 'text';
}

/** The fields that the objects of one definition have. */
function fieldsOfObjects(objects: readonly IDataObject[]): CustomField[] {
	const values = new Map<string, unknown[]>();
	for (const object of objects) {
		for (const [key, value] of Object.entries(object)) {
			if (COMMON_PROPERTIES.includes(key)) continue;
			const seen = values.get(key) ?? [];
			seen.push(value);
			values.set(key, seen);
		}
	}
	return [...values].map(([key, all]) => {
		const itemType = typeOfValues(all);
		const chosen = itemType === 'multi_select' ? new Set(all.flat().filter(isFilledText)) : [];
		const options = [...chosen].map((value) => ({ name: value, value }));
		return { key, name: key, itemType, options };
	});
}

const isFilledText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether the list of objects can be filtered by a field (v2 §4.11). */
export const isFilterable = ({ key, itemType }: CustomField): boolean =>
	!LIST_PARAMETERS.includes(key) && (itemType === undefined || FILTERABLE.includes(itemType));

/** The name of an object: its first text, else its id. */
export function nameOfObject(object: IDataObject): string {
	const [first] = Object.entries(object).filter(
		([key, value]) => !COMMON_PROPERTIES.includes(key) && typeOfValues([value]) === 'text',
	);
	return first ? (first[1] as string) : plainName({ id: object.id });
}

/**
 * The list of the objects of a definition.
 * @throws UsageError while no key is entered, or one that no address can hold.
 */
export function objectsOf(key: string): ServiceRequest {
	if (key === '')
		throw new UsageError('Enter the custom object’s key first, under Definition Key.');
	const problem = problemInPath(key);
	if (problem !== undefined) throw new UsageError(`Definition Key ${problem}.`);
	return { operation: 'customObject.getMany', path: { customObjectDefKey: key } };
}

/** The list of the objects of the definition that the form is about. */
export const objectsRequest = (context: ILoadOptionsFunctions): ServiceRequest =>
	objectsOf(textIn(context, 'customObjectDefKey'));

/**
 * Reads of objects of a definition.
 * @throws UsageError where the service has no such definition: it then answers 404.
 */
export const ofDefinition = async <Read>(
	{ path = {} }: ServiceRequest,
	read: () => Promise<Read>,
): Promise<Read> =>
	await read().catch((error: unknown) => {
		if (!isMissing(error)) throw error as Error;
		throw new UsageError(
			`The service knows no custom object with the key ${quoted(path.customObjectDefKey)}: check Definition Key, also its upper and lower case.`,
		);
	});

/** What a form says of a definition that exists, and whose fields nothing shows. */
export const withoutFields = (context: ILoadOptionsFunctions): string =>
	`The key ${quoted(textIn(context, 'customObjectDefKey'))} is right, but there are no fields to see: the service names them only in the objects themselves, and none holds a value yet. Give the values as an object by item key in an expression.`;

/** The fields of the objects of a list, as its first objects show them. */
export async function objectFields(
	source: LookupSource,
	request: ServiceRequest,
	onePage = false,
): Promise<CustomField[]> {
	const most = onePage ? OBJECTS_PER_PAGE : OBJECTS_READ;
	const load = async () => {
		const objects: IDataObject[] = [];
		for await (const object of recordsOf(source, request, most)) objects.push(object);
		return fieldsOfObjects(objects);
	};
	const key = `fields of ${most} ${JSON.stringify(request.path)}`;
	return await ofDefinition(request, async () => await source.cached(key, load));
}
