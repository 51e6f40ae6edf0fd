/** A set of ids in little memory: 4 to 16 bytes each, outside of the heap, however far they lie apart. */

const FEWEST_PLACES = 1024;
/** Beyond this part of the places, looking for a free one takes long. */
const FULL = 0.75;
const LARGEST_WORD = 2 ** 32 - 1;

type Places = Uint32Array | Float64Array;

/** Ids are whole numbers above 0, so that 0 marks a free place. */
export const isTableId = (id: unknown): id is number =>
	typeof id === 'number' && Number.isSafeInteger(id) && id > 0;

export class IdTable {
	private places: Places = new Uint32Array(FEWEST_PLACES);
	private count = 0;

	constructor(ids: Iterable<number> = []) {
		for (const id of ids) this.add(id);
	}

	get size(): number {
		return this.count;
	}

	/** The memory that it takes. */
	get bytes(): number {
		return this.places.byteLength;
	}

	has(id: number): boolean {
		return this.places[this.placeOf(id)] === id;
	}

	/** @returns whether it was not there yet. */
	add(id: number): boolean {
		if (id > LARGEST_WORD && this.places instanceof Uint32Array) {
			this.moveTo(new Float64Array(this.places.length));
		}
		const place = this.placeOf(id);
		if (this.places[place] === id) return false;
		this.places[place] = id;
		if (++this.count > FULL * this.places.length) {
			const length = 2 * this.places.length;
			const isWide = this.places instanceof Float64Array;
			this.moveTo(isWide ? new Float64Array(length) : new Uint32Array(length));
		}
		return true;
	}

	private moveTo(places: Places): void {
		const before = this.places;
		this.places = places;
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
export function scattered(id: number): number {
	const high = Math.floor(id / 2 ** 32);
	let bits = Math.imul((id >>> 0) ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
	bits ^= bits >>> 15;
	bits = Math.imul(bits, 0xc2b2ae35);
	return (bits ^ (bits >>> 13)) >>> 0;
}
