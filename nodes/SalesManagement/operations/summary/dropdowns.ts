import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { customFieldsOf, method } from '../../lists';
import { recordOf } from '../../records';
import { asOption } from '../search/dropdowns';
import { summaryFields } from './choose';
import { customType, isDate, isNumber, type SummaryField } from './field';

type Fits = (field: Pick<SummaryField, 'type'>) => boolean;

/** The fields of the chosen record that a summary can use, its custom ones as well. */
async function fieldOptions(
	context: ILoadOptionsFunctions,
	fits: Fits,
): Promise<INodePropertyOptions[]> {
	const record = recordOf(context.getCurrentNodeParameter('resource') as string);
	if (!record) return [];
	const version = context.getCurrentNodeParameter('authentication') === 'v1ApiKey' ? 'v1' : 'v2';
	const { customs } = record;
	const ofCustoms = customs ? await customFieldsOf(context, record) : [];
	return [
		...summaryFields(record, version)
			.filter(fits)
			.map(({ label, value }) => ({ name: label, value })),
		...ofCustoms
			.filter(({ itemType }) => customs && fits({ type: customType(itemType, customs) }))
			.map(asOption),
	];
}

/** What a summary can group by. */
export const getGroupFields = method(async (context) => await fieldOptions(context, () => true));

/** What it can compute with: numbers and dates. */
export const getValueFields = method(
	async (context) => await fieldOptions(context, (each) => isNumber(each) || isDate(each)),
);
