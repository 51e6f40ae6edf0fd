/** How a stand-in for one of n8n's own nodes is made. */
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';

export type Run = (
	node: IExecuteFunctions,
) => INodeExecutionData[][] | Promise<INodeExecutionData[][]>;

export const given = (name: string, type: INodeProperties['type'] = 'json'): INodeProperties => ({
	...{ displayName: name, name, type, default: '' },
});

/** A node with these parameters, taken as they are: no form stands between them and the test. */
export function node(
	name: string,
	parameters: readonly (string | INodeProperties)[],
	run: Run,
	{ inputs = 1, outputs = 1 } = {},
): INodeType {
	return {
		description: {
			...{ displayName: name, name, group: ['transform'], version: 1, description: name },
			...{ defaults: { name }, requiredInputs: 1 },
			inputs: Array<'main'>(inputs).fill('main'),
			outputs: Array<'main'>(outputs).fill('main'),
			properties: parameters.map((each) => (typeof each === 'string' ? given(each) : each)),
		},
		async execute(this: IExecuteFunctions) {
			return await run(this);
		},
	};
}
