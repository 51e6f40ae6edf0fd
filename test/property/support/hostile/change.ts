/** Changes one place of a right answer. */
type Tree = Record<string, unknown> | unknown[];

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** Every place in a value: the object or list that holds it, and its key there. */
function places(value: unknown, found: Array<readonly [Tree, string]> = []) {
	if (!isTree(value)) return found;
	for (const key of Object.keys(value)) {
		found.push([value, key]);
		places((value as Record<string, unknown>)[key], found);
	}
	return found;
}

/**
 * @param place counts through all places, beginning again after the last.
 * @param to the other value; absent when the place is removed.
 */
export function changed(body: string, place: number, to?: { value: unknown }): string {
	const root: Record<string, unknown> = {
		body: body === '' ? null : (JSON.parse(body) as unknown),
	};
	const all = places(root);
	const [holder, key] = all[place % all.length] ?? [root, 'body'];
	if (to) (holder as Record<string, unknown>)[key] = to.value;
	else if (Array.isArray(holder)) holder.splice(Number(key), 1);
	else Reflect.deleteProperty(holder, key);
	return root.body === undefined ? '' : JSON.stringify(root.body);
}
