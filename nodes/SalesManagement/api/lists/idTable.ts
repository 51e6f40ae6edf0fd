/** A set of ids in little memory: 11 to 21 bytes each, outside of the heap, however far they lie apart. */

const FEWEST_PLACES = 1024;
/** Beyond this part of the places, looking for a free one takes long. */
const FULL = 0.75;

/** Ids are whole numbers above 0, so that 0 marks a free place. */
export const isTableId = (id: unknown): id is number =>
	typeof id === 'number' && Number.isSafeInteger(id) && id > 0;

export class IdTable {
	private places = new Float64Array(FEWEST_PLACES);
	private count = 0;

	constructor(ids: Iterable<number> = []) {
		for (const id of ids) this.add(id);
	}

	has(id: number): boolean {
		return this.places[this.placeOf(id)] === id;
	}

	/** @returns whether it was not there yet. */
	add(id: number): boolean {
		const place = this.placeOf(id);
		if (this.places[place] === id) return false;
		this.places[place] = id;
		if (++this.count > FULL * this.places.length) this.grow();
		return true;
	}

	private grow(): void {
		const before = this.places;
		this.places = new Float64Array(2 * before.length);
		for (const id of before) {
			if (id !== 0) this.places[this.placeOf(id)] = id;
		}
	}

	/** Where the id is, or else where it would be. */
	private placeOf(id: number): number {
		const mask = this.places.length - 1;
		let place = scattered(id) & mask;
		while (this.places[place] !== 0 && this.places[place] !== id) place = (place + 1) & mask;
		return place;
	}
}

/** Spreads ids, whatever steps they rise in, by the bits of both of their words; 32 bits. */
function scattered(id: number): number {
	const high = Math.floor(id / 2 ** 32);
	let bits = Math.imul((id >>> 0) ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
	bits ^= bits >>> 15;
	bits = Math.imul(bits, 0xc2b2ae35);
	return (bits ^ (bits >>> 13)) >>> 0;
}
