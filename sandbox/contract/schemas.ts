import { Type, type Static, type TProperties, type TSchema } from '@sinclair/typebox';
import { most } from './limits';
import { decimalPattern } from './values';

const names = new WeakMap<TSchema, string>();

/** Gives a schema a name. An OpenAPI description then writes it once and refers to it everywhere else. */
export function component<T extends TSchema>(name: string, schema: T): T {
	names.set(schema, name);
	return schema;
}
export const componentName = (schema: TSchema): string | undefined => names.get(schema);

/** A schema of the same type that also allows null. */
export const orNull = <T extends TSchema>(schema: T) =>
	Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });

/** An object without further properties, so that the check of responses finds any that should not be there. */
export const closed = <P extends TProperties>(properties: P) =>
	Type.Object(properties, { additionalProperties: false });

/** One of these values, all of the same JSON type. */
export const oneOf = <Choice extends string | number>(
	choices: readonly Choice[],
	more: { default?: Choice; description?: string } = {},
) => Type.Unsafe<Choice>({ type: typeof choices[0], enum: choices, ...more });

export const integer = Type.Integer();
/** A whole number that is a value, not an id; a double holds it with all of its digits. */
export const wholeNumber = Type.Integer({
	minimum: Number.MIN_SAFE_INTEGER,
	maximum: Number.MAX_SAFE_INTEGER,
});
export const text = Type.String();
export const flag = Type.Boolean();
export const date = Type.String({ format: 'date' });
export const dateTime = Type.String({ format: 'date-time' });

export const nullable = {
	integer: orNull(integer),
	text: orNull(text),
	dateTime: orNull(dateTime),
};

/** A reference to another record in a request (v2 §2.1 rule 3). */
export const reference = component('Reference', Type.Object({ id: integer }));
export const references = Type.Array(reference);

/** A reference to another record in a response. */
export const named = component('Named', closed({ id: integer, name: text }));
/** A reference in a response to a setting with a key, such as a billing type (v1 §2.7, §2.8). */
export const keyed = closed({ id: integer, key: text, name: text });
export const namedOrNull = orNull(named);

/** The response of a bulk create: the ids of the new records. */
export const ids = Type.Array(integer);

/** An association with a custom object in a request. It is added, or removed if `delete` is true (v2 §2.8). */
const association = Type.Object({ id: integer, delete: Type.Optional(flag) });
export const associations = component('Associations', Type.Array(association));
/** The associations of a contact, of which one call takes a limited number (v2 §4.9). */
export const contactAssociations = component(
	'ContactAssociations',
	Type.Array(association, { maxItems: most.associations }),
);

/** A decimal number, as text or as a number. */
export const decimal = Type.Unsafe<string | number>({
	type: ['number', 'string'],
	pattern: decimalPattern,
});
