/** Every parameter and every dropdown entry of a form, also those inside collections. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

export interface Placed {
	/** Where it stands, such as `salesManagement.deal.create.additionalFields.memo`. */
	readonly path: string;
	readonly parameter: INodeProperties;
}

const isParameter = (each: object): each is INodeProperties =>
	'displayName' in each && 'type' in each;
const isGroup = (each: object): each is INodePropertyCollection => 'values' in each;

export function allParameters(properties: readonly INodeProperties[], place: string): Placed[] {
	return properties.flatMap((parameter) => {
		const { resource = [], operation = [] } = parameter.displayOptions?.show ?? {};
		const path = [place, ...[...resource, ...operation].map(String), parameter.name].join('.');
		const inner = (parameter.options ?? []).flatMap((each): INodeProperties[] =>
			isGroup(each) ? each.values : isParameter(each) ? [each] : [],
		);
		return [{ path, parameter }, ...allParameters(inner, path)];
	});
}

export const allEntries = (parameters: readonly Placed[]) =>
	parameters.flatMap(({ path, parameter }) =>
		(parameter.options ?? [])
			.filter((each): each is INodePropertyOptions => 'value' in each)
			.map((entry) => ({ path: `${path}=${String(entry.value)}`, entry })),
	);

/** Small words are in lower case, unless they come first or last. */
const SMALL = /^(?:an?|and|as|at|but|by|for|if|in|nor|of|on|or|per|so|the|to|via|with|without)$/i;

export function toTitleCase(text: string): string {
	const words = text.split(' ');
	return words
		.map((word, place) => {
			const isInside = place > 0 && place < words.length - 1;
			if (isInside && SMALL.test(word)) return word.toLowerCase();
			return word.replace(
				/^([(“"]?)(.)/,
				(_all, mark: string, first: string) => mark + first.toUpperCase(),
			);
		})
		.join(' ');
}

/** How many sentences a text has; an abbreviation or a decimal ends none. */
export const sentencesOf = (text: string): number =>
	text.replace(/\be\.g\.|\bi\.e\./g, '').split(/[.!?](?=\s+\S)/).length;
