const pairsOf = (text: string): Set<string> =>
	new Set(Array.from(text.slice(1), (letter, index) => text.charAt(index) + letter));

/** How much of two texts is alike, from 0 to 1: the share of their pairs of letters in common. */
function likeness(one: Set<string>, other: Set<string>): number {
	const common = [...one].filter((pair) => other.has(pair)).length;
	return (2 * common) / Math.max(1, one.size + other.size);
}

/** The names that are most like one, the likest first. */
export function nearest(name: string, names: readonly string[], count = 3): string[] {
	const asked = pairsOf(name.toLowerCase());
	return names
		.map((each) => ({ each, alike: likeness(asked, pairsOf(each)) }))
		.sort((a, b) => b.alike - a.alike)
		.slice(0, count)
		.map(({ each }) => each);
}
