import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { isObject } from '../values';
import type { Source } from './source';

/** The id at the end of a record's address, such as `…/v2/deals/12`. */
const ID_IN_URL = /^https?:\/\/.*\/(\d+)\/?(?:[?#].*)?$/;

/** The id that a form's field holds: a number, its text, an address, or one of these in a locator. */
export function idIn(entered: unknown): number | undefined {
	const value = isObject(entered) ? entered.value : entered;
	if (typeof value === 'number') return value > 0 ? value : undefined;
	if (typeof value !== 'string') return undefined;
	const digits = ID_IN_URL.exec(value)?.[1] ?? value.trim();
	// What else may stand there is an expression that has no value yet.
	return /^\d+$/.test(digits) ? idIn(Number(digits)) : undefined;
}

/** The first of these parameters that holds an id. */
const firstId = (context: ILoadOptionsFunctions, names: readonly string[]): number | undefined =>
	names
		.map((name) => idIn(context.getCurrentNodeParameter(name)))
		.find((each) => each !== undefined);

const DEAL_TYPE = ['dealType', 'dealTypeId', 'additionalFields.dealType'];
const DEAL = ['dealId', 'deal', 'updateFields.deal', 'filters.dealId'];

/**
 * The deal type that the form speaks of: the chosen one, else that of the chosen deal, which is
 * asked from the service; `undefined` when nothing is chosen yet.
 */
export async function chosenDealType(
	context: ILoadOptionsFunctions,
	source: Source,
): Promise<number | undefined> {
	const chosen = firstId(context, DEAL_TYPE);
	const deal = firstId(context, DEAL);
	if (chosen !== undefined || deal === undefined) return chosen;
	return await source.cached(`deal type of ${deal}`, async () => {
		const { body } = await source.client.send({ operation: 'deal.get', path: { id: deal } });
		return isObject(body)
			? idIn(isObject(body.dealType) ? body.dealType.id : undefined)
			: undefined;
	});
}

/** The text of a parameter, without spaces around it; empty when it holds none. */
export const textIn = (context: ILoadOptionsFunctions, name: string): string => {
	const entered = context.getCurrentNodeParameter(name);
	return typeof entered === 'string' && !entered.startsWith('=') ? entered.trim() : '';
};
