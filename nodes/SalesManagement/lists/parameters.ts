import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { toId, unwrap, type Field } from '../fields';
import { recordOf } from '../records';
import { dropdowns } from '../records/lookups';
import { isBlank, isObject } from '../values';

/** The id that a form's field holds, or a deal's address names; none while it is empty or an expression without a value yet. */
export function idIn(entered: unknown): number | undefined {
	try {
		return toId(isObject(entered) ? entered.value : entered, '', { urlPath: 'deals' });
	} catch {
		return undefined;
	}
}

/** The operations whose form has the deal type of a new record, and those that send rows of one type. */
const NEW = ['create', 'createOrUpdate'];
const ROWS = ['createMany', 'updateMany'];

/**
 * The field that asks for the deal type, where the form has one that nobody has filled yet. What an
 * expression gives is not known here.
 */
export function missingDealType(context: ILoadOptionsFunctions): Field | undefined {
	const record = recordOf(textIn(context, 'resource'));
	const operation = textIn(context, 'operation');
	if (!record) return undefined;
	const fields = NEW.includes(operation)
		? record.fields
		: ROWS.includes(operation)
			? record.bulk
			: [];
	const field = fields.find(({ lookup }) => lookup?.method === dropdowns.dealTypes.method);
	return field && isBlank(unwrap(context.getCurrentNodeParameter(field.name))) ? field : undefined;
}

/** The text of a parameter, without spaces around it; empty when it holds none. */
export const textIn = (context: ILoadOptionsFunctions, name: string): string => {
	const entered = context.getCurrentNodeParameter(name);
	return typeof entered === 'string' && !entered.startsWith('=') ? entered.trim() : '';
};
