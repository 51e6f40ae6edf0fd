import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { isName, toId, unwrap, type Field } from '../fields';
import { recordOf } from '../records';
import { dropdowns } from '../records/names';
import { isBlank, isObject } from '../values';
import { scatteredNames, type NameSources } from './directory';

/** The id that a form's field holds, or a deal's address names; none while it is empty or an expression without a value yet. */
export function idIn(entered: unknown): number | undefined {
	try {
		return toId(isObject(entered) ? entered.value : entered, '', { urlPath: 'deals' });
	} catch {
		return undefined;
	}
}

/** The first of these parameters that holds an id. */
const firstId = (context: ILoadOptionsFunctions, names: readonly string[]): number | undefined =>
	names
		.map((name) => idIn(context.getCurrentNodeParameter(name)))
		.find((each) => each !== undefined);

const DEAL_TYPE_PARAMETERS = ['dealType', 'dealTypeId', 'additionalFields.dealType'];
const DEAL_PARAMETERS = ['dealId', 'deal', 'updateFields.deal', 'filters.dealId'];

/**
 * The deal type that the form is about: the chosen one, else that of the chosen deal, which is
 * requested from the service; `undefined` when nothing is chosen yet.
 */
export async function chosenDealType(
	context: ILoadOptionsFunctions,
	sources: NameSources,
): Promise<number | undefined> {
	const chosen = firstId(context, DEAL_TYPE_PARAMETERS) ?? (await namedDealType(context, sources));
	const deal = firstId(context, DEAL_PARAMETERS);
	if (chosen !== undefined || deal === undefined) return chosen;
	const { own } = sources;
	return await own.cached(`deal type of ${deal}`, async () => {
		const { body } = await own.client.send({ operation: 'deal.get', path: { id: deal } });
		return isObject(body)
			? idIn(isObject(body.dealType) ? body.dealType.id : undefined)
			: undefined;
	});
}

const nameOfDealType = (context: ILoadOptionsFunctions): string | undefined =>
	DEAL_TYPE_PARAMETERS.map((each) => unwrap(context.getCurrentNodeParameter(each)))
		.filter(isName)
		.find((each) => !each.startsWith('='));

/** The deal type that the form names; `undefined` where it doesn't, or there is none of this name. */
async function namedDealType(
	context: ILoadOptionsFunctions,
	sources: NameSources,
): Promise<number | undefined> {
	const name = nameOfDealType(context);
	if (name === undefined) return undefined;
	const { dealTypes } = dropdowns;
	if (!('records' in dealTypes.names)) return undefined;
	const { entries } = await scatteredNames(sources, dealTypes, dealTypes.names);
	const folded = (text: string) => text.trim().toLowerCase();
	return entries.find((each) => folded(each.name) === folded(name))?.id;
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
