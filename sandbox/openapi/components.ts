import type { TSchema } from '@sinclair/typebox';
import { componentName } from '../contract/schemas';

/** A JSON object of an OpenAPI 3.1 document. */
export interface JsonObject {
	[key: string]: Json;
}
export type Json = string | number | boolean | null | Json[] | JsonObject;

const pointerTo = (name: string) => `#/components/schemas/${name}`;

/**
 * Turns the routes' TypeBox schemas into those of a description. A schema that has a name, or an
 * `$id`, is written once, in `schemas`, and is referred to everywhere else.
 */
export class Components {
	readonly schemas: Record<string, Json> = {};

	/** A schema, or a part of one, as JSON, or a reference to where it is. */
	refer(value: unknown): Json {
		if (Array.isArray(value)) return value.map((one) => this.refer(one));
		if (typeof value !== 'object' || value === null) return value as Json;
		const { $id } = value as { $id?: string };
		const name = componentName(value as TSchema) ?? $id;
		if (name === undefined) return this.properties(value);
		if (!(name in this.schemas)) {
			// Present already while it is made: a schema may hold itself.
			this.schemas[name] = {};
			this.schemas[name] = this.properties(value);
		}
		return { $ref: pointerTo(name) };
	}

	private properties(schema: object): Json {
		const choices = literalsOf(schema);
		if (choices) return choices;
		const entries = Object.entries(schema)
			.filter(([key, value]) => key !== '$id' && value !== undefined)
			.map(([key, value]) => [key, key === '$ref' ? pointerTo(String(value)) : this.refer(value)]);
		return Object.fromEntries(entries) as Json;
	}
}

interface Choices {
	anyOf?: Array<{ const?: Json; type?: string }>;
	default?: Json;
}

/** A union of literals reads better as one `enum`. */
function literalsOf(schema: object): Json | undefined {
	const { anyOf, default: usual } = schema as Choices;
	const [first] = anyOf ?? [];
	if (!anyOf || !first?.type) return undefined;
	if (!anyOf.every((one) => 'const' in one && one.type === first.type)) return undefined;
	const choices = { type: first.type, enum: anyOf.map((one) => one.const as Json) };
	return usual === undefined ? choices : { ...choices, default: usual };
}
