/** Infers a JSON schema from sample values, as n8n keeps one for a node's output. */

/** The part of JSON Schema that a sample can tell. `nullable` keeps `type` a single word. */
export interface Schema {
	readonly type: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
	readonly nullable?: true;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
}

type Type = Schema['type'];

function typeOf(value: unknown): Type {
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
	return typeof value as Type;
}

/** The type that all values have; integers and decimals together are numbers. */
function commonType(values: readonly unknown[], path: string): Type {
	const types = new Set(values.map(typeOf));
	if (types.size > 1) types.delete('integer');
	const [type, ...others] = types;
	if (type === undefined || others.length > 0) {
		throw new Error(`${path} holds ${[...types].join(' and ') || 'nothing'}`);
	}
	return type;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The schema that all values fit.
 * @param known the schemas of properties that no sample can tell, by name
 * @throws Error for values of several types, and for a property without any value or known type
 */
export function inferSchema(
	values: readonly unknown[],
	known: Readonly<Record<string, Schema>> = {},
	path = '',
): Schema {
	const filled = values.filter((value) => value !== null && value !== undefined);
	const nullable = values.includes(null) ? { nullable: true as const } : {};
	const told = known[path.split('.').pop() ?? ''];
	if (told) return { ...told, ...nullable };
	const type = commonType(filled, path);
	if (type === 'object') {
		const objects = filled.filter(isObject);
		const keys = [...new Set(objects.flatMap((each) => Object.keys(each)))];
		const properties = Object.fromEntries(
			keys.map((key) => {
				const held = objects.filter((each) => key in each).map((each) => each[key]);
				return [key, inferSchema(held, known, path === '' ? key : `${path}.${key}`)];
			}),
		);
		return { type, ...nullable, properties };
	}
	if (type === 'array') {
		const members = filled.flat();
		if (members.length === 0) return { type, ...nullable };
		return { type, ...nullable, items: inferSchema(members, known, `${path}[]`) };
	}
	return { type, ...nullable };
}
