/** All that a user reads in the forms of both nodes, each text with its place. */
import type { INodePropertyOptions } from 'n8n-workflow';
import { SalesManagement } from '../../../nodes/SalesManagement/SalesManagement.node';
import { SalesManagementTrigger } from '../../../nodes/SalesManagement/SalesManagementTrigger.node';
import { RECORDS } from '../../../nodes/SalesManagement/records';
import { allEntries, allParameters, type Placed } from '../../support/formTexts';

export const node = new SalesManagement().description;
export const trigger = new SalesManagementTrigger().description;
export const nodes = [node, trigger];

const all = nodes.flatMap(({ name, properties }) => allParameters(properties, name));
export const notices = all.filter(({ parameter }) => parameter.type === 'notice');
export const parameters = all.filter(({ parameter }) => parameter.type !== 'notice');
export const entries = allEntries(parameters);

export interface Operation extends INodePropertyOptions {
	readonly path: string;
	/** What the record is called: one, and several. */
	readonly nouns: readonly [string, string];
}

/** The operations of the node, each with the record that it is of. */
export const operations: Operation[] = node.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options = [] }) => {
		const [resource] = displayOptions?.show?.resource ?? [];
		const record = RECORDS.find(({ id }) => id === resource);
		// Of the account, which is no record of the service, there is one operation.
		if (!record) return [];
		return (options as INodePropertyOptions[]).map((each) => ({
			...each,
			path: `${record.id}.${String(each.value)}`,
			nouns: [record.one, record.many] as const,
		}));
	});

export interface Text {
	readonly path: string;
	readonly text: string;
}
const texts = (list: ReadonlyArray<{ path: string; text: string | undefined }>): Text[] =>
	list.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));

export const labels = texts([
	...parameters.map(({ path, parameter }) => ({ path, text: parameter.displayName })),
	...entries.map(({ path, entry }) => ({ path, text: entry.name })),
	...nodes.map(({ name, displayName }) => ({ path: name, text: displayName })),
]);
export const descriptions = texts([
	...parameters.map(({ path, parameter }) => ({ path, text: parameter.description })),
	...entries.map(({ path, entry }) => ({ path, text: entry.description })),
]);
const hints = parameters.map(({ path, parameter }) => ({ path, text: parameter.hint }));
export const sentences = [
	...descriptions,
	...texts(hints),
	...notices.map(({ path, parameter }) => ({ path, text: parameter.displayName })),
].filter(({ text }) => text !== '');

export const named = (wanted: string): Placed[] =>
	parameters.filter(({ parameter }) => parameter.name === wanted);
