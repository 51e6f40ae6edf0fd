/**
 * n8n's own nodes in the examples, as much of them as the examples use: what they do to items is what
 * n8n 2.41 does. Those that reach out (mail, forms) output what they were given, expressions worked out.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';
import { SalesManagement } from '../../../nodes/SalesManagement/SalesManagement.node.ts';
import { actionType } from '../../support/harness';
import { compareDatasets } from './exampleCompare';
import { given, node } from './exampleNode';
import { dataTable } from './exampleTables';

/** Hands its input on. */
const passing = (name: string) => node(name, [], (self) => [self.getInputData()]);

/** Outputs its own parameters. */
const telling = (name: string, parameters: readonly string[]) =>
	node(name, parameters, (self) => [
		self.getInputData().map((_, item) => ({
			json: Object.fromEntries(
				parameters.map((each) => [each, self.getNodeParameter(each, item) as IDataObject]),
			),
			pairedItem: { item },
		})),
	]);

const conditions: INodeProperties = {
	...given('conditions', 'filter'),
	default: {},
	typeOptions: { filter: { caseSensitive: true, typeValidation: 'strict', version: 2 } },
};

/** n8n's engine evaluates conditions by itself. */
function divided(self: IExecuteFunctions): [INodeExecutionData[], INodeExecutionData[]] {
	const kept: INodeExecutionData[] = [];
	const others: INodeExecutionData[] = [];
	for (const [item, each] of self.getInputData().entries()) {
		const fits = self.getNodeParameter('conditions', item, false, { extractValue: true });
		(fits === true ? kept : others).push({ ...each, pairedItem: { item } });
	}
	return [kept, others];
}

const editFields = node('set', ['mode', 'assignments', 'jsonOutput'], (self) => [
	self.getInputData().map((_, item) => {
		const json =
			self.getNodeParameter('mode', item) === 'raw'
				? (self.getNodeParameter('jsonOutput', item) as IDataObject)
				: Object.fromEntries(
						(
							self.getNodeParameter('assignments.assignments', item) as Array<{
								name: string;
								value: IDataObject;
							}>
						).map(({ name, value }) => [name, value]),
					);
		return { json, pairedItem: { item } };
	}),
]);

/** One item for each value of the field to split by; it counts and concatenates. */
function summarized(self: IExecuteFunctions): INodeExecutionData[][] {
	const by = self.getNodeParameter('fieldsToSplitBy', 0) as string;
	const wanted = self.getNodeParameter('fieldsToSummarize.values', 0) as Array<
		Record<'aggregation' | 'field' | 'separateBy', string>
	>;
	const groups = new Map<unknown, INodeExecutionData[]>();
	for (const item of self.getInputData()) {
		groups.set(item.json[by], [...(groups.get(item.json[by]) ?? []), item]);
	}
	const json = (value: unknown, items: INodeExecutionData[]): IDataObject => {
		const summary: IDataObject = { [by]: value as IDataObject };
		for (const { aggregation, field, separateBy } of wanted) {
			const values = items.map((each) => each.json[field] as string);
			if (aggregation === 'count') summary[`count_${field}`] = values.length;
			else summary[`concatenated_${field}`] = values.join(separateBy);
		}
		return summary;
	};
	return [[...groups].map(([value, items]) => ({ json: json(value, items) }))];
}

/** Loop Over Items, one at a time: what is left is kept with the node, until none is. */
function looped(self: IExecuteFunctions): INodeExecutionData[][] {
	const context = self.getContext('node') as { left?: INodeExecutionData[] };
	context.left ??= [...self.getInputData()];
	const next = context.left.splice(0, 1);
	return next.length > 0 ? [[], next] : [self.getInputData(), []];
}

/** Remove Duplicates across executions, by one value. */
function unseen(): INodeType {
	const seen = new Set<unknown>();
	return node('removeDuplicates', ['dedupeValue'], (self) => [
		self.getInputData().filter((_, item) => {
			const value = self.getNodeParameter('dedupeValue', item);
			return !seen.has(value) && Boolean(seen.add(value));
		}),
	]);
}

/** All of them; data tables and what was seen are empty, and live as long as what this returns. */
export function exampleNodes(): Readonly<Record<string, INodeType>> {
	const base: INodeType[] = [
		...['formTrigger', 'extractFromFile', 'scheduleTrigger', 'manualTrigger'].map(passing),
		telling('emailSend', ['fromEmail', 'toEmail', 'subject', 'text']),
		telling('form', ['completionTitle', 'completionMessage']),
		node('filter', [conditions], (self) => [divided(self)[0]]),
		node('if', [conditions], divided, { outputs: 2 }),
		unseen(),
		node('splitInBatches', [], looped, { outputs: 2 }),
		editFields,
		node('summarize', ['fieldsToSummarize', 'fieldsToSplitBy'], summarized),
		compareDatasets(),
		dataTable(),
	];
	const langchain = ['chatTrigger', 'agent', 'lmChatOpenAi', 'memoryBufferWindow'].map(passing);
	const named = (scope: string, nodes: readonly INodeType[]) =>
		nodes.map((each) => [`${scope}.${each.description.name}`, each] as const);
	return {
		...Object.fromEntries(named('n8n-nodes-base', base)),
		...Object.fromEntries(named('@n8n/n8n-nodes-langchain', langchain)),
		// n8n makes the tool from the node.
		[`${actionType}Tool`]: new SalesManagement(),
	};
}
