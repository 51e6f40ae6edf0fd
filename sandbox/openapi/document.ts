import type { TSchema } from '@sinclair/typebox';
import { most } from '../contract/limits';
import type { OperationContract } from '../contract/operationContract';
import { componentName } from '../contract/schemas';
import { memberSettings } from '../domain/permissions';
import { answersOf, conditions } from './responseSchemas';
import { notes, parameterTexts, versionTexts } from './descriptions';
import type { Version } from '../operations/versions';

const pointerTo = (name: string) => `#/components/schemas/${name}`;

/**
 * Turns the routes' TypeBox schemas into those of a description. A schema that has a name, or an
 * `$id`, is written once, in `schemas`, and is referred to everywhere else.
 */
class Components {
	readonly schemas: Record<string, unknown> = {};

	/** A schema, or a part of one, as JSON; for a named one, a reference to its component. */
	refer(value: unknown): unknown {
		if (Array.isArray(value)) return value.map((one) => this.refer(one));
		if (typeof value !== 'object' || value === null) return value;
		const { $id } = value as { $id?: string };
		const name = componentName(value as TSchema) ?? $id;
		if (name === undefined) return this.properties(value);
		if (!(name in this.schemas)) {
			// Entered before it is made, since a schema may contain itself.
			this.schemas[name] = {};
			this.schemas[name] = this.properties(value);
		}
		return { $ref: pointerTo(name) };
	}

	private properties(schema: object): unknown {
		const entries = Object.entries(schema)
			.filter(([key, value]) => key !== '$id' && value !== undefined)
			.map(([key, value]) => [key, key === '$ref' ? pointerTo(String(value)) : this.refer(value)]);
		return Object.fromEntries(entries);
	}
}

const jsonContent = (schema: unknown) => ({ 'application/json': { schema } });

/** The OpenAPI 3.1 description of a version, made from its operations' own schemas. */
export function describe(version: Version) {
	const { title, description, securityScheme, resources } = versionTexts[version.name];
	const [schemeName, scheme] = securityScheme;
	const components = new Components();
	/** The operations by path, then by method in lower case. */
	const paths: Record<string, Record<string, ReturnType<typeof describeOperation>>> = {};
	for (const operation of version.operations) {
		const path = (paths[operation.path] ??= {});
		path[operation.method.toLowerCase()] = describeOperation(version, operation, components);
	}
	const schemas = Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1));
	return {
		openapi: '3.1.0',
		info: { title, version: version.name, description },
		servers: [{ url: `/${version.name}`, description: 'This sandbox' }],
		security: [{ [schemeName]: [] }],
		tags: Object.entries(resources).map(([name, description]) => ({ name, description })),
		paths,
		components: {
			securitySchemes: { [schemeName]: scheme },
			schemas: Object.fromEntries(schemas),
		},
	};
}

function describeOperation(version: Version, operation: OperationContract, components: Components) {
	const { id, body } = operation;
	const [resource = ''] = id.split('.');
	const parts = versionTexts[version.name].resources[resource];
	if (parts === undefined) throw new Error(`${version.name} has no text for ${resource}`);
	const parameters = parametersOf(operation, components);
	return {
		operationId: id,
		tags: [resource],
		description: [`${parts}.`, ...rulesOf(version, operation)].join(' '),
		...(parameters.length > 0 ? { parameters } : {}),
		...(body
			? { requestBody: { required: true, content: jsonContent(components.refer(body)) } }
			: {}),
		responses: responsesOf(version, operation, components),
	};
}

/** Rules that the schemas cannot say: the operation's own notes, and those that follow from its data. */
function rulesOf({ name }: Version, { id, path, needs }: OperationContract): string[] {
	const isBulk = path.endsWith('/bulk');
	const note = notes[name][id];
	return [
		...(note ? [note] : []),
		...(isBulk
			? [`At most ${most.bulkItems} items; all or nothing. Sends no notifications (${name} §4).`]
			: []),
		...(needs && name === 'v2'
			? [
					`A personal token needs \`${needs}\`` +
						(needs === memberSettings
							? ' (v2 §4.2).'
							: ' where the domain uses permission settings (v2 §5).'),
				]
			: []),
	];
}

function parametersOf({ id, path, params, query }: OperationContract, components: Components) {
	const sources = [
		['path', params],
		['query', query],
	] as const;
	return sources.flatMap(([place, { properties, required = [] }]) =>
		Object.entries(properties)
			.filter(([name]) => place === 'query' || path.includes(`{${name}}`))
			.map(([name, schema]) => {
				const description = parameterTexts[name];
				if (!description) throw new Error(`${id} has no text for its parameter ${name}`);
				return {
					name,
					in: place,
					required: place === 'path' || required.includes(name),
					description,
					schema: components.refer(schema),
				};
			}),
	);
}

function responsesOf(version: Version, operation: OperationContract, components: Components) {
	const responses = [...answersOf(version, operation)].map(([status, { body, codes }]) => {
		const success = body ? 'Success' : 'Success, without a body';
		const description = codes.map((code) => conditions[code]).join(' ') || success;
		const content = body && { content: jsonContent(components.refer(body)) };
		return [status, { description, ...content }] as const;
	});
	return Object.fromEntries(responses);
}
