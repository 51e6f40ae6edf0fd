/**
 * Some of n8n's own nodes, as much of them as the examples use. Those that reach out (mail, files) output what
 * they were given, expressions worked out. `npm run e2e -- examples` runs the examples on n8n's real ones.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

/** A node with these parameters, taken as they are: no form stands between them and the test. */
export function node(
	name: string,
	parameters: readonly string[],
	run: (self: IExecuteFunctions) => INodeExecutionData[],
): INodeType {
	return {
		description: {
			displayName: name,
			name,
			group: ['transform'],
			version: 1,
			description: name,
			defaults: { name },
			inputs: ['main'],
			outputs: ['main'],
			properties: parameters.map((each) => ({
				displayName: each,
				name: each,
				type: 'json',
				default: '',
			})),
		},
		async execute(this: IExecuteFunctions) {
			return [run(this)];
		},
	};
}

/** Hands its input on. */
export const passing = (name: string) => node(name, [], (self) => self.getInputData());

/** One item for each, of which its parameters make the JSON. */
const mapping = (
	name: string,
	parameters: readonly string[],
	json: (given: (parameter: string) => IDataObject) => IDataObject,
) =>
	node(name, parameters, (self) =>
		self.getInputData().map((_, item) => ({
			json: json((each) => self.getNodeParameter(each, item) as IDataObject),
			pairedItem: { item },
		})),
	);

const telling = (name: string, ...parameters: string[]) =>
	mapping(name, parameters, (given) =>
		Object.fromEntries(parameters.map((each) => [each, given(each)])),
	);

const editFields = mapping('set', ['assignments'], (given) =>
	Object.fromEntries(
		(given('assignments.assignments') as unknown as IDataObject[]).map(
			({ name, value }) => [name, value] as [string, IDataObject],
		),
	),
);

/** Remove Duplicates across executions, by one value; it remembers as long as it lives. */
function removeDuplicates(): INodeType {
	const seen = new Set<unknown>();
	return node('removeDuplicates', ['dedupeValue'], (self) =>
		self.getInputData().filter((_, item) => {
			const value = self.getNodeParameter('dedupeValue', item);
			return !seen.has(value) && Boolean(seen.add(value));
		}),
	);
}

/** By full name; any other node of n8n's hands its input on. */
export const EXAMPLE_NODES: Readonly<Record<string, () => INodeType>> = {
	'n8n-nodes-base.emailSend': () => telling('emailSend', 'subject', 'text', 'options'),
	'n8n-nodes-base.readWriteFile': () => telling('readWriteFile', 'fileName'),
	'n8n-nodes-base.removeDuplicates': removeDuplicates,
	'n8n-nodes-base.set': () => editFields,
};
