/** Reads the values of a form that is open in the editor, and connects it to its sources of names. */
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { connect } from '../api/connect';
import type { CredentialKind } from '../api/routes';
import { toId } from '../fields';
import { recordOf } from '../records';
import { attempt } from '../shared';
import { rememberingFor, sourcesOf, type NameSources } from './source';

/**
 * Fills a part of the form: a dropdown, a list that is searched by a word and paged, or a mapper's columns.
 */
export type FormMethod = (
	context: ILoadOptionsFunctions,
	filter?: string,
	token?: string,
) => Promise<unknown>;

/**
 * The id in a field of the form; `undefined` while the field is empty or an expression without a value yet.
 */
export const enteredId = (entered: unknown): number | undefined => attempt(() => toId(entered, ''));

/** The text of a parameter, without spaces around it; empty if it has none. */
export const textIn = (context: ILoadOptionsFunctions, name: string): string => {
	const entered = context.getCurrentNodeParameter(name);
	return typeof entered === 'string' && !entered.startsWith('=') ? entered.trim() : '';
};

/** The record that is chosen under Resource. */
export const recordIn = (context: ILoadOptionsFunctions) => recordOf(textIn(context, 'resource'));

/**
 * How long a list stays remembered: long enough to fill in a form, short enough to see a colleague's new
 * product.
 */
const LIFETIME_MS = 30_000;

/**
 * The source that all dropdowns of the process share: the editor asks for each one in a request of its own.
 */
const sourceOf = rememberingFor(LIFETIME_MS);

/** n8n asks for options before it has put the credential into a new node, and not again: this is not an error. */
export const hasCredential = (context: ILoadOptionsFunctions): boolean =>
	Object.keys(context.getNode().credentials ?? {}).length > 0;

/** The sources of names of a form, with the credential chosen in the node. */
export async function sourcesIn(context: ILoadOptionsFunctions): Promise<NameSources> {
	const entered = context.getCurrentNodeParameter('authentication');
	const kind = (entered ?? 'personalToken') as CredentialKind;
	return { ...sourcesOf(await connect(context, kind), sourceOf), onePage: true };
}
