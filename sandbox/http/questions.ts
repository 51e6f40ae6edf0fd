import type { ParameterChange } from '../dialects/dialect';

type Pair = [name: string, value: unknown];

const changedPair = (changes: readonly ParameterChange[], pair: Pair): Pair | undefined =>
	changes.reduce<Pair | undefined>((before, change) => before && change(...before), pair);

/** A search's body with its parameters as the documents name them. */
export const documentedBody = (changes: readonly ParameterChange[], body: object): object =>
	Object.fromEntries(
		Object.entries(body).flatMap(([name, value]) => {
			const pair = changedPair(changes, [name, value]);
			return pair ? [pair] : [];
		}),
	);

/** A query as the documents have it; a parameter that no dialect changes stays as it was sent. */
export function documentedQuery(changes: readonly ParameterChange[], query: string): string {
	const parts = query.split('&').flatMap((part) => {
		const at = part.includes('=') ? part.indexOf('=') : part.length;
		const [name, value] = [decoded(part.slice(0, at)), decoded(part.slice(at + 1))];
		const pair = changedPair(changes, [name, value]);
		if (!pair) return [];
		if (pair[0] === name && pair[1] === value) return [part];
		return [`${encodeURIComponent(pair[0])}=${encodeURIComponent(String(pair[1]))}`];
	});
	return parts.join('&');
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text.replaceAll('+', ' '));
	} catch {
		return text;
	}
}
