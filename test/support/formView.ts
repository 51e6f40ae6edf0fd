/** What n8n's editor shows of a node's form, by n8n's own rule. */
import {
	displayParameter,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';

export type Entry = Pick<INodeProperties, 'displayOptions' | 'name' | 'description'> & {
	readonly value?: unknown;
	readonly action?: string;
};

/** What a form shows for a resource or one of its operations, whatever else decides about it. */
export function formFor(
	properties: readonly INodeProperties[],
	chosen: Readonly<Record<string, unknown>>,
): INodeProperties[] {
	const isPart = ({ displayOptions }: INodeProperties): boolean =>
		Object.entries(displayOptions?.show ?? {}).every(([path, values = []]) => {
			const given = chosen[path.replace('/', '')];
			return given === undefined || (values as unknown[]).includes(given);
		});
	return properties
		.filter(isPart)
		.map((each) =>
			each.type === 'collection'
				? { ...each, options: (each.options as INodeProperties[]).filter(isPart) }
				: each,
		);
}

export class FormView {
	private readonly node: INode;

	constructor(private readonly description: INodeTypeDescription) {
		const { name: type } = description;
		const place = { typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
		this.node = { id: 'node', name: 'Node', type, ...place };
	}

	/** @param siblings the values beside it, where they are not those of the top. */
	isShown(each: Entry, chosen: INodeParameters, siblings = chosen): boolean {
		const { name, displayOptions } = each;
		const parameter = { name, value: '', displayOptions };
		return displayParameter(siblings, parameter, this.node, this.description, chosen);
	}

	/** The entries of the parameters of this name: of a dropdown, or of a collection. */
	entries(name: string, chosen: INodeParameters, siblings = chosen): Entry[] {
		return this.description.properties
			.filter((each) => each.name === name && this.isShown(each, chosen, siblings))
			.flatMap(({ options = [] }) => options as Entry[])
			.filter((each) => this.isShown(each, chosen, siblings));
	}
}
