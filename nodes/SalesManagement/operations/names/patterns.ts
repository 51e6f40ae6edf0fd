/** What a search looks for of a name: the name itself, or how what has it begins and ends. */

/** A comparison that a search makes. */
export interface Pattern {
	readonly operator: 'equals' | 'startsWith' | 'endsWith';
	readonly value: string;
}

/** The ways to write a name that are looked for. */
export type Writings = (name: string) => readonly string[];

/** An accent is usually one with its letter. */
export const usual: Writings = (name) => [name.normalize('NFC')];
/** A blank may follow, and an accent may be a character of its own. */
export const unusual: Writings = (name) => {
	const [one, apart] = [name.normalize('NFC'), name.normalize('NFD')];
	return [`${one} `, ...(apart === one ? [] : [apart, `${apart} `])];
};
export const inAnyWriting: Writings = (name) => [...usual(name), ...unusual(name)];

/** The parts before and after the characters that mean something else to a search (S3). */
function endsOf(text: string): readonly [head: string, tail: string] {
	const parts = text.split(/[%_\\]/);
	return [parts[0] ?? '', parts.at(-1) ?? ''];
}

const isEmpty = (text: string): boolean => text.trim() === '';

/** Ends as the name does, in any case; of a name whose end can't be looked for, begins as it does. */
export function likeEnd(text: string): Pattern[] {
	const [head, tail] = endsOf(text);
	if (!isEmpty(tail)) return [{ operator: 'endsWith', value: tail }];
	return isEmpty(head) ? [] : [{ operator: 'startsWith', value: head }];
}

/** Begins and ends as the name does, in any case; none where one of both can't be looked for. */
export function likeBoth(text: string): Pattern[] {
	const [head, tail] = endsOf(text);
	if (isEmpty(head) || isEmpty(tail)) return [];
	return [
		{ operator: 'startsWith', value: head },
		{ operator: 'endsWith', value: tail },
	];
}

/** Whether a text meets one of the patterns. */
export const meetsOne = (patterns: readonly Pattern[], text: string): boolean =>
	patterns.some(({ operator, value }) => {
		const [whole, part] = [text.toLowerCase(), value.toLowerCase()];
		return operator === 'startsWith' ? whole.startsWith(part) : whole.endsWith(part);
	});
