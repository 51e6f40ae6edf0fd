/** Hints for a model that builds workflows, in addition to the types of the form that it reads. */
import type { IBuilderHint } from 'n8n-workflow';
import { isRequired } from '../fields';
import type { Resource } from '../operations/model';

const EVERYWHERE = `References take names: { __rl: true, mode: 'name', value: 'Acme' }, several ['Ann Lee', 'Bo Ek']. A name that two records have is an error. Mode 'id' is for IDs of earlier output.
Many rows: createOrUpdate, which may run twice, with fieldsFrom 'input' or 'file', whose keys or columns are fields by label or key, custom ones too; matchBy: 'name', 'email' or another unique field. Never a loop of create.
How many or how much: output 'summary'. A list for people: output 'file'; outputFields also lists the fields of fileContent 'selectedFields'.
Custom fields by label: customFields: { mappingMode: 'defineBelow', value: { Level: 'Gold', Topics: ['Price', 'Service'] } }.
Items come out as { id, name, amount, phase: 'Won', phaseId, customer: 'Acme', customerId, Level: 'Gold', … }.
An option or field left out is not set; its @default counts once it is added.`;

const SEARCH = `conditions: { values: [{ field: 'phaseId', choices: ['Won'] }, { field: 'createdAt', operator: 'greaterOrEqual', day: '2026-11-01' }] }`;

const SUMMARY = `output 'summary': groupBy: ['dealType', 'phase', 'createdAt:month'], values: ['amount:sum']`;

type Hints = NonNullable<IBuilderHint['extraTypeDefContent']>;

/**
 * A hint for each operation with several required fields that names them, since the types call every reference
 * optional. A single one is the record or the list that the operation is about, which a model gives without a hint.
 */
function requiredFieldsHints({ id: resource, operations }: Resource): Hints {
	return operations.flatMap(({ id: operation, form }) => {
		const names = form.fields.filter(isRequired).map(({ name }) => name);
		if (names.length < 2) return [];
		const show = { resource: [resource], operation: [operation] };
		return [{ content: `Required: ${names.join(', ')}`, displayOptions: { show } }];
	});
}

/** The hints of the node, each with the parameters for which n8n shows it. */
export const builderHints = (resources: readonly Resource[]): Hints => [
	{ content: EVERYWHERE },
	{ content: SEARCH, displayOptions: { show: { operation: ['search'] } } },
	{
		content: SUMMARY,
		displayOptions: { show: { resource: ['deal'], operation: ['getMany'] } },
	},
	...resources.flatMap(requiredFieldsHints),
];
