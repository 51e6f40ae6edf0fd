/** Texts by text keys, in bytes outside of the heap: as objects they would take several times as much. */

const FEWEST_BYTES = 64 * 1024;
/** Of each entry, before its texts: how many bytes its key has, and its value. */
const HEAD = 8;
/** Beyond this part of the places, looking for a free one takes long. */
const FULL = 0.75;

/** A key, whose bytes are only made where another one may be the same. */
class Key {
	readonly hash: number;
	private encoded?: Buffer;

	constructor(private readonly text: string) {
		this.hash = hashOf(text);
	}

	/** As JSON, since half of a character that takes two would be lost in bytes. */
	get bytes(): Buffer {
		return (this.encoded ??= Buffer.from(JSON.stringify(this.text)));
	}
}

/** FNV-1a, and its bits spread once more: 32 of them. */
function hashOf(text: string): number {
	let hash = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) {
		hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	}
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	return (hash ^ (hash >>> 13)) >>> 0;
}

/** As many entries as were added one after the other; of two with one key the later one counts. */
class Generation {
	/** Where entries begin, by the hash of their keys; 0 for a free place. */
	private readonly places: Uint32Array;
	private readonly hashes: Uint32Array;
	private bytes = Buffer.allocUnsafeSlow(FEWEST_BYTES);
	/** No entry begins at 0. */
	private end = HEAD;
	private count = 0;

	constructor(private readonly most: number) {
		const length = 2 ** Math.ceil(Math.log2(most / FULL));
		this.places = new Uint32Array(length);
		this.hashes = new Uint32Array(length);
	}

	get isFull(): boolean {
		return this.count >= this.most;
	}

	get size(): number {
		return this.places.byteLength + this.hashes.byteLength + this.bytes.length;
	}

	get(key: Key): string | undefined {
		const at = this.places[this.placeOf(key)] ?? 0;
		if (at === 0) return undefined;
		const begin = at + HEAD + this.bytes.readUInt32LE(at);
		return this.bytes.toString('utf8', begin, begin + this.bytes.readUInt32LE(at + 4));
	}

	add(key: Key, value: string): void {
		const { bytes, hash } = key;
		const length = Buffer.byteLength(value);
		const place = this.placeOf(key);
		const at = this.room(HEAD + bytes.length + length);
		this.bytes.writeUInt32LE(bytes.length, at);
		this.bytes.writeUInt32LE(length, at + 4);
		bytes.copy(this.bytes, at + HEAD);
		this.bytes.write(value, at + HEAD + bytes.length);
		this.places[place] = at;
		this.hashes[place] = hash;
		this.count++;
	}

	/** Where so many bytes are free behind the entries. */
	private room(bytes: number): number {
		const at = this.end;
		this.end += bytes;
		if (this.end > this.bytes.length) {
			const before = this.bytes;
			this.bytes = Buffer.allocUnsafeSlow(Math.max(this.end, Math.ceil(1.5 * before.length)));
			before.copy(this.bytes, 0, 0, at);
		}
		return at;
	}

	/** The place of a key, or else where it would be. */
	private placeOf(key: Key): number {
		const mask = this.places.length - 1;
		let place = key.hash & mask;
		for (let at = this.places[place]; at; at = this.places[place]) {
			if (this.hashes[place] === key.hash && this.isAt(at, key)) break;
			place = (place + 1) & mask;
		}
		return place;
	}

	private isAt(at: number, { bytes }: Key): boolean {
		const begin = at + HEAD;
		const end = begin + this.bytes.readUInt32LE(at);
		return bytes.compare(this.bytes, begin, end) === 0;
	}
}

/** In how many parts the entries are kept: the oldest of them is forgotten as a whole. */
const KEPT = 6;

/** A map that forgets its oldest entries, but none of the last `most`. */
export class TextTable {
	private generations: readonly Generation[] = [];

	constructor(private readonly most: number) {}

	/** The memory that it takes. */
	get bytes(): number {
		return this.generations.reduce((sum, { size }) => sum + size, 0);
	}

	get(text: string): string | undefined {
		const key = new Key(text);
		for (const each of this.generations) {
			const value = each.get(key);
			if (value !== undefined) return value;
		}
		return undefined;
	}

	set(text: string, value: string): void {
		let [newest] = this.generations;
		if (!newest || newest.isFull) {
			newest = new Generation(Math.ceil(this.most / (KEPT - 1)));
			this.generations = [newest, ...this.generations.slice(0, KEPT - 1)];
		}
		newest.add(new Key(text), value);
	}
}
