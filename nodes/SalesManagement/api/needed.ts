/**
 * What is needed of the records of a list, cut out of an answer before it is parsed: where a million
 * records are read for two of their thirty properties, the others never become objects.
 */
import { CODE, JsonWalk, Unclear } from '../jsonWalk';
import { LIMITS } from './limits';

export interface Needed {
	/** What the list is called that holds the records (v2 §4); those of any other stay whole. */
	readonly list: string;
	/** The properties of a record that are looked at. A record without an ID stays whole. */
	readonly properties: readonly string[];
}

const quoted = (name: string): Buffer => Buffer.from(JSON.stringify(name));

const ID = quoted('id');
const NULL = Buffer.from('null');

/**
 * An answer with only what is needed of each record, and one empty property, which shows that the
 * service shows what is empty. Everything else stays as it is, also JSON that can't be followed.
 * @param bytes JSON in UTF-8.
 */
export function onlyNeeded(bytes: Buffer, needed: Needed): Buffer {
	try {
		return new Cutting(bytes, needed).done();
	} catch (error) {
		if (error instanceof Unclear) return bytes;
		throw error as Error;
	}
}

/** Where parts of other bytes are put together: outside of the heap, in a buffer that grows. */
class Joined {
	length = 0;
	private joined = Buffer.allocUnsafe(64 * 1024);

	constructor(private readonly bytes: Buffer) {}

	add(from: number, to: number): void {
		const length = this.length + to - from;
		if (length > this.joined.length) {
			const larger = Buffer.allocUnsafe(2 * length);
			this.joined.copy(larger, 0, 0, this.length);
			this.joined = larger;
		}
		this.bytes.copy(this.joined, this.length, from, to);
		this.length = length;
	}

	get all(): Buffer {
		return this.joined.subarray(0, this.length);
	}
}

/** Goes through an answer, and keeps what is needed of it. */
class Cutting {
	private readonly walk: JsonWalk;
	private readonly list: Buffer;
	private readonly names: readonly Buffer[];
	private readonly kept: Joined;
	/** Up to here it is known what is kept. */
	private decided = 0;
	private isEmptyKept = false;

	constructor(bytes: Buffer, { list, properties }: Needed) {
		this.walk = new JsonWalk(bytes, LIMITS.answerDepth);
		this.kept = new Joined(bytes);
		this.list = quoted(list);
		this.names = ['id', ...properties].map(quoted);
	}

	done(): Buffer {
		const { walk, kept, list } = this;
		walk.pass(CODE.object);
		for (let isFirst = true; walk.member(isFirst); isFirst = false) {
			const isList = walk.isSame(list, walk.name, walk.nameEnd);
			if (isList && walk.next() === CODE.array) this.records();
			else walk.value();
		}
		walk.end();
		kept.add(this.decided, walk.at);
		return kept.all;
	}

	private records(): void {
		const { walk } = this;
		walk.pass(CODE.array);
		for (let isFirst = true; walk.element(isFirst); isFirst = false) {
			if (walk.next() === CODE.object) this.record();
			else walk.value();
		}
	}

	/** A comma is kept with what follows it, so that none stands before the first. */
	private record(): void {
		const { walk, kept } = this;
		const before = kept.length;
		kept.add(this.decided, walk.at + 1);
		const empty = kept.length;
		let hasId = false;
		walk.pass(CODE.object);
		for (let isFirst = true; walk.member(isFirst); isFirst = false) {
			const { separator, name, nameEnd, at, isEscaped } = walk;
			walk.value();
			const isNull = walk.isSame(NULL, at, walk.at);
			hasId ||= !isNull && walk.isSame(ID, name, nameEnd);
			const isWanted = isNull && !this.isEmptyKept;
			if (!isWanted && !this.isNeeded(name, nameEnd, isEscaped)) continue;
			this.isEmptyKept ||= isNull;
			kept.add(kept.length === empty ? name : separator, walk.at);
		}
		if (hasId) this.decided = walk.at - 1;
		else kept.length = before;
	}

	/** Also a name that is written in another way, since it may be one of them. */
	private isNeeded(from: number, to: number, isEscaped: boolean): boolean {
		return isEscaped || this.walk.isOneOf(this.names, from, to);
	}
}
