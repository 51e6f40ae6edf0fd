/** Hints for a model that builds workflows, in addition to the types of the form that it reads. */
import type { IBuilderHint } from 'n8n-workflow';
import { isRequired } from '../fields';
import type { Resource } from '../operations/model';
import { forms } from './builderHints.json';

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
	...forms.map(({ lines, ...shown }) => ({ ...shown, content: lines.join('\n') })),
	...resources.flatMap(requiredFieldsHints),
];
