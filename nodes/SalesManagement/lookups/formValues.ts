import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { toId } from '../fields';
import { recordOf } from '../records';
import { attempt } from '../shared';

/** The id that a form's field holds; none while it is empty or an expression without a value yet. */
export const idIn = (entered: unknown): number | undefined => attempt(() => toId(entered, ''));

/** The text of a parameter, without spaces around it; empty when it holds none. */
export const textIn = (context: ILoadOptionsFunctions, name: string): string => {
	const entered = context.getCurrentNodeParameter(name);
	return typeof entered === 'string' && !entered.startsWith('=') ? entered.trim() : '';
};

/** The record that is chosen under Resource. */
export const recordIn = (context: ILoadOptionsFunctions) => recordOf(textIn(context, 'resource'));
