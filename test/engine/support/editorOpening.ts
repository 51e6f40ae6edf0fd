/** What n8n's editor asks a node for by itself when its panel is opened, told by the node's description. */
import {
	NodeHelpers,
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import type { CallMethodOptions } from '../../support/harness';

export type Asked = Pick<CallMethodOptions, 'kind' | 'method' | 'path'>;

const NODE = { typeVersion: 1 };

/** By what was entered, which nobody changes: to fill in a form takes n8n milliseconds. */
const filledForms = new WeakMap<INodeTypeDescription, WeakMap<INodeParameters, INodeParameters>>();

/** The whole form as the editor holds it: what was entered, and the defaults of what is shown besides. */
function filledIn(description: INodeTypeDescription, entered: INodeParameters): INodeParameters {
	const forms = filledForms.get(description) ?? new WeakMap<INodeParameters, INodeParameters>();
	filledForms.set(description, forms);
	const { properties } = description;
	const form =
		forms.get(entered) ??
		NodeHelpers.getNodeParameters(properties, entered, true, false, NODE, description) ??
		{};
	forms.set(entered, form);
	return form;
}

const isObject = (value: unknown): value is INodeParameters =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a parameter asks for while it is shown. Lists of locators wait until somebody opens them. */
function askedBy({ type, typeOptions = {} }: INodeProperties, path: string): Asked[] {
	const { loadOptionsMethod, resourceMapper } = typeOptions;
	if (['options', 'multiOptions'].includes(type) && loadOptionsMethod !== undefined) {
		return [{ kind: 'loadOptions', method: loadOptionsMethod, path }];
	}
	const method = resourceMapper?.resourceMapperMethod;
	return type === 'resourceMapper' && method !== undefined
		? [{ kind: 'resourceMapping', method, path }]
		: [];
}

/** The rows of a collection, each with its path. */
function rowsAt(held: unknown, path: string): Array<[INodeParameters, string]> {
	if (isObject(held)) return [[held, path]];
	if (!Array.isArray(held)) return [];
	return held.filter(isObject).map((row, at) => [row, `${path}[${at}]`]);
}

export function askedOnOpening(
	{ description }: Pick<INodeType, 'description'>,
	entered: INodeParameters,
): Asked[] {
	const form = filledIn(description, entered);
	const walk = (properties: readonly INodeProperties[], values: INodeParameters, place: string) =>
		properties.flatMap((property): Asked[] => {
			const { name, type, options = [] } = property;
			const isShown = NodeHelpers.displayParameterPath(form, property, place, NODE, description);
			// Inside a collection only what was added is shown.
			if (!isShown || (place !== '' && !(name in values))) return [];
			const path = place === '' ? name : `${place}.${name}`;
			if (type === 'collection') {
				return rowsAt(values[name], path).flatMap(([row, at]) =>
					walk(options as INodeProperties[], row, at),
				);
			}
			if (type !== 'fixedCollection') return askedBy(property, `parameters.${path}`);
			const held = values[name];
			return options.flatMap((group): Asked[] =>
				'values' in group && isObject(held)
					? rowsAt((held as IDataObject)[group.name], `${path}.${group.name}`).flatMap(
							([row, at]) => walk(group.values, row, at),
						)
					: [],
			);
		});
	return walk(description.properties, form, '');
}

/** Whether the form shows a parameter of this name at its top. */
export const shows = (
	{ description }: Pick<INodeType, 'description'>,
	entered: INodeParameters,
	name: string,
): boolean => name in filledIn(description, entered);
