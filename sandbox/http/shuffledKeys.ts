/** Values that look random and are the same in every run: a linear congruential generator. */
function seededNumbers(): () => number {
	let state = 1;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/**
 * Returns responses with the properties of all objects, and the elements of custom values, in
 * another order each time: neither order means anything (S5). Two that are made alike give the same
 * orders to the same responses.
 */
export function keyShuffler(): (body: unknown) => unknown {
	const random = seededNumbers();
	const shuffled = <Element>(elements: Element[]): Element[] => {
		const order = [...elements];
		for (let last = order.length - 1; last > 0; last--) {
			const other = Math.floor(random() * (last + 1));
			[order[last], order[other]] = [order[other] as Element, order[last] as Element];
		}
		return order;
	};
	const shuffle = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(shuffle);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			shuffled(Object.entries(value)).map(([key, each]) => {
				const isCustoms = key.endsWith('Customs') && Array.isArray(each);
				return [key, shuffle(isCustoms ? shuffled(each) : each)];
			}),
		);
	};
	return shuffle;
}
