import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { method } from '../../lists';
import { customsProperty } from '../../records/record';
import { distinctBy } from '../../values';
import { fieldOptions } from '../search/dropdowns';
import { customType, type RecordField } from '../recordFields';
import { isDate, isNumber, summaryFields } from './fields';

/** The fields of the chosen record that a summary can use, its custom ones as well. */
async function summaryOptions(
	context: ILoadOptionsFunctions,
	fits: (field: Pick<RecordField, 'type'>) => boolean,
): Promise<INodePropertyOptions[]> {
	return await fieldOptions(context, {
		standard: (record) => distinctBy(summaryFields(record), ({ value }) => value).filter(fits),
		customs: ({ itemType }, record) =>
			fits({ type: customType(itemType, customsProperty(record)) }),
	});
}

/** What a summary can group by. */
export const getGroupFields = method(async (context) => await summaryOptions(context, () => true));

/** What it can compute with: numbers and dates. */
export const getValueFields = method(
	async (context) => await summaryOptions(context, (each) => isNumber(each) || isDate(each)),
);
