import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox';
import type { VersionName } from '../../contract/operationContract';
import {
	associations,
	component,
	date,
	dateTime,
	decimal,
	flag,
	integer,
	named,
	namedOrNull,
	orNull,
	reference,
	references,
	text,
	wholeNumber,
} from '../../contract/schemas';
import { associatedObjects, customItems, customsShape } from './customValueSchemas';
import { nameIn, nameOut, type Properties, type Property } from './property';

const integers = Type.Array(integer);
const requestSchemas: Record<Exclude<Property['type'], 'customs' | 'json'>, TSchema> = {
	text,
	integer: wholeNumber,
	decimal,
	flag,
	date,
	moment: dateTime,
	id: integer,
	ref: reference,
	ids: integers,
	refs: references,
	links: associations,
};

/** The schema of a property in requests. */
function requestOf({ type, request, required, owner, null: canBeNull }: Property): TSchema {
	if (request) return request;
	if (type === 'customs') return customItems(owner ?? 'deal');
	if (type === 'json') return Type.Unknown();
	if (type === 'text' && required) return Type.String({ minLength: 1 });
	return canBeNull === true ? orNull(requestSchemas[type]) : requestSchemas[type];
}

const someNamed = Type.Array(named);
const responseSchemas: typeof requestSchemas = {
	...requestSchemas,
	decimal: text,
	id: named,
	ref: named,
	ids: someNamed,
	refs: someNamed,
	links: associatedObjects,
};

/** The schema of a property in the responses of a version. */
function responseOf(property: Property, version: VersionName): TSchema {
	const { type, response, owner, null: canBeNull } = property;
	if (response) return typeof response === 'function' ? response(version) : response;
	if (type === 'customs') return customsShape(owner ?? 'deal', version);
	if (type === 'json') return Type.Unknown();
	if (!canBeNull) return responseSchemas[type];
	return type === 'id' || type === 'ref' ? namedOrNull : orNull(responseSchemas[type]);
}

/** Whether a version knows a property. */
const isOf = ({ v2 }: Property, version: VersionName) => version === 'v2' || !v2;

/** The properties that the responses of a version show, each as `[column, property]`. */
export const responseProperties = (properties: Properties, version: VersionName) =>
	Object.entries(properties).filter(([, one]) => !one.hidden && isOf(one, version));

/**
 * The schema of a request body: of the create form, of the update form, or (`any`) of both in one,
 * in which nothing is required.
 */
export function formOf(
	properties: Properties,
	of: 'create' | 'update' | 'any',
	version: VersionName = 'v2',
	isOpen?: boolean,
): TObject {
	const held = Object.entries(properties).filter(([, property]) => {
		const { write = of } = property;
		return write !== 'never' && (write === of || of === 'any') && isOf(property, version);
	});
	return Type.Object(
		Object.fromEntries(
			held.map(([key, property]) => {
				const schema = requestOf(property);
				const isRequired = of === 'create' && property.required;
				return [nameIn(key, property), isRequired ? schema : Type.Optional(schema)];
			}),
		),
		isOpen ? { additionalProperties: true } : {},
	);
}

/** The schema of a record in the responses of a version. */
export const shapeOf = (
	properties: Properties,
	version: VersionName,
	{ times = true, isOpen = false }: { times?: boolean; isOpen?: boolean } = {},
): TObject => {
	const shown: Array<[string, TSchema]> = responseProperties(properties, version).map(
		([key, property]) => [nameOut(key, property), responseOf(property, version)],
	);
	const dates: TProperties = times ? { createdAt: dateTime, updatedAt: dateTime } : {};
	const all = { id: integer, ...Object.fromEntries(shown), ...dates };
	return Type.Object(all, { additionalProperties: isOpen });
};

/** The schemas of a kind of record in one version: its create form, its update form, its responses. */
export interface Schemas {
	create: TObject;
	update: TObject;
	shape: TObject;
}

/**
 * The schemas of a kind of record for each version, made when they are first needed.
 * @param name the name in OpenAPI descriptions, as in `Deal`, `DealForm`, `DealChanges`
 * @param options.isOpen whether the schemas allow further properties
 * @param options.times whether responses show when a record was written
 */
export function schemasOf(
	name: string,
	properties: Properties,
	{ isOpen = false, times = true }: { isOpen?: boolean; times?: boolean } = {},
): (version: VersionName) => Schemas {
	const made: Partial<Record<VersionName, Schemas>> = {};
	return (version) =>
		(made[version] ??= {
			create: component(`${name}Form`, formOf(properties, 'create', version, isOpen)),
			update: component(`${name}Changes`, formOf(properties, 'update', version, isOpen)),
			shape: component(name, shapeOf(properties, version, { isOpen, times })),
		});
}
