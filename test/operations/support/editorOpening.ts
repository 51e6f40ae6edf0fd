/** What n8n's editor asks a node for by itself when its panel is opened, told by the node's description. */
import {
	NodeHelpers,
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';
import type { CallMethodOptions } from '../../../harness';

type Asked = Pick<CallMethodOptions, 'kind' | 'method' | 'path'>;

const NODE = { typeVersion: 1 };

/** What a parameter asks for while it is shown. Lists of locators wait until somebody opens them. */
function askedBy({ type, typeOptions = {} }: INodeProperties, path: string): Asked[] {
	const { loadOptionsMethod, resourceMapper } = typeOptions;
	const [kind, method] =
		type === 'resourceMapper'
			? (['resourceMapping', resourceMapper?.resourceMapperMethod] as const)
			: (['loadOptions', loadOptionsMethod] as const);
	return method === undefined ? [] : [{ kind, method, path }];
}

/** The whole form as the editor holds it: what it shows of what was entered, and defaults of the rest. */
export const formOf = ({ description }: INodeType, entered: INodeParameters): INodeParameters =>
	NodeHelpers.getNodeParameters(description.properties, entered, true, false, NODE, description) ??
	{};

/** Of what is added to collections, only rows such as conditions are looked at. */
export function askedOnOpening({ description }: INodeType, form: INodeParameters): Asked[] {
	const walk = (
		properties: readonly INodeProperties[],
		values: IDataObject,
		place: string,
	): Asked[] =>
		properties.flatMap((property) => {
			const { name, type, options = [] } = property;
			if (!NodeHelpers.displayParameterPath(form, property, place, NODE, description)) return [];
			const path = place === '' ? name : `${place}.${name}`;
			if (type !== 'fixedCollection') return askedBy(property, `parameters.${path}`);
			return (options as INodePropertyCollection[]).flatMap((group) => {
				const rows = (values[name] as IDataObject | undefined)?.[group.name];
				return (Array.isArray(rows) ? (rows as IDataObject[]) : []).flatMap((row, at) =>
					walk(group.values, row, `${path}.${group.name}[${at}]`),
				);
			});
		});
	return walk(description.properties, form, '');
}

/** The entries of a dropdown at the top of the form, as far as it shows them. */
export function entriesOf(node: INodeType, name: string, entered: INodeParameters): string[] {
	const isShown = ({ displayOptions }: Pick<INodeProperties, 'displayOptions'>) =>
		Object.entries(displayOptions?.show ?? {}).every(([key, values]) =>
			(values as unknown[]).includes(entered[key.replace('/', '')]),
		);
	return node.description.properties
		.filter((each) => each.name === name && isShown(each))
		.flatMap(({ options = [] }) => options as INodePropertyOptions[])
		.filter(isShown)
		.map(({ value }) => String(value));
}
