/** The order of properties and of custom values means nothing (S5): for comparisons of records. */
const fieldIdOf = (value: unknown): number | undefined => {
	const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	const id = entries.find(([key]) => key.endsWith('CustomItemId'))?.[1] as unknown;
	return typeof id === 'number' ? id : undefined;
};

/** A copy in one order: properties by name, custom values by their field. */
export function ordered<Value>(value: Value): Value {
	if (Array.isArray(value)) {
		const list = value.map((each) => ordered<unknown>(each));
		const isCustoms = list.length > 0 && list.every((each) => fieldIdOf(each) !== undefined);
		if (isCustoms) list.sort((a, b) => Number(fieldIdOf(a)) - Number(fieldIdOf(b)));
		// The same type: only the order differs.
		return list as Value;
	}
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, each]) => [key, ordered<unknown>(each)])) as Value;
}
