/**
 * What is needed of the records of a list, cut out of an answer before it is parsed: where a million
 * records are read for two of their thirty properties, the others never become objects.
 */
import { CODE, JsonWalk, Unclear } from '../jsonWalk';
import { LIMITS } from './limits';

export interface Needed {
	/** What the list is called that holds the records (v2 §4); those of any other stay whole. */
	readonly list: string;
	/** The properties of a record that are looked at, besides its ID. */
	readonly properties: readonly string[];
}

const quoted = (name: string): Buffer => Buffer.from(JSON.stringify(name));

const ID = quoted('id');
const NULL = Buffer.from('null');
const EMPTY_TEXT = quoted('');
/** How objects, lists, `true`, `false` and `null` begin. */
const BEGINS_NO_ID = new Set(Buffer.from('{[tfn'));

/** How deep the value of a record's property is in an answer. */
const DEPTH = 3;

/**
 * An answer with only what is needed of each record, and one property that is empty, which shows that
 * the service shows what is empty. Everything else stays as it is, also what is no JSON: nobody finds
 * anything in the rest that he would not find in the whole.
 */
export function onlyNeeded(bytes: Buffer, needed: Needed): Buffer {
	try {
		return new Cutting(bytes, needed).done();
	} catch (error) {
		if (error instanceof Unclear) return bytes;
		throw error as Error;
	}
}

/** Where parts of an answer are put together: outside of the heap, in a buffer that grows. */
class Joined {
	length = 0;
	private joined = Buffer.allocUnsafe(64 * 1024);

	constructor(private readonly answer: Buffer) {}

	add(from: number, to: number): void {
		const length = this.length + to - from;
		if (length > this.joined.length) {
			const larger = Buffer.allocUnsafe(2 * length);
			this.joined.copy(larger, 0, 0, this.length);
			this.joined = larger;
		}
		this.answer.copy(this.joined, this.length, from, to);
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

	constructor(bytes: Buffer, { list, properties }: Needed) {
		this.walk = new JsonWalk(bytes, LIMITS.answerDepth - DEPTH);
		this.kept = new Joined(bytes);
		this.list = quoted(list);
		this.names = ['id', ...properties].map(quoted);
	}

	done(): Buffer {
		const { walk, kept, list } = this;
		walk.pass(CODE.object);
		for (let isFirst = true; walk.member(isFirst); isFirst = false) {
			if (walk.isSame(list, walk.name, walk.nameEnd)) this.records();
			else walk.value();
		}
		walk.end();
		kept.add(this.decided, walk.at);
		return kept.all;
	}

	/** The first record stays whole: by its own references is found how the service writes IDs. */
	private records(): void {
		const { walk } = this;
		walk.pass(CODE.array);
		for (let isFirst = true; walk.element(isFirst); isFirst = false) {
			if (!isFirst && walk.next() === CODE.object) this.record();
			else walk.value();
		}
	}

	/**
	 * A record stays whole, too, where it has no ID, by which it would be told from others, and where a
	 * name may stand there twice: then the last one counts.
	 */
	private record(): void {
		const { walk, kept } = this;
		const before = kept.length;
		kept.add(this.decided, walk.at + 1);
		const begun = kept.length;
		let hasId = false;
		let isClear = true;
		let empty = 0;
		walk.pass(CODE.object);
		for (let isFirst = true; walk.member(isFirst); isFirst = false) {
			const { separator, name, nameEnd, at, isEscaped } = walk;
			walk.value();
			if (walk.isSame(ID, name, nameEnd)) hasId = this.isId(at);
			if (isEscaped || (empty > 0 && walk.isRepeated(empty, name, nameEnd))) isClear = false;
			const isFirstEmpty = empty === 0 && walk.isSame(NULL, at, walk.at);
			if (isFirstEmpty) empty = name;
			else if (!walk.isOneOf(this.names, name, nameEnd)) continue;
			// A comma is kept with what follows it, so that none stands before the first.
			kept.add(kept.length === begun ? name : separator, walk.at);
		}
		if (hasId && isClear) this.decided = walk.at - 1;
		else kept.length = before;
	}

	/** Whether the value that was passed last is one that records are told apart by. */
	private isId(from: number): boolean {
		const { walk } = this;
		const code = walk.bytes[from];
		return !walk.isSame(EMPTY_TEXT, from, walk.at) && code !== undefined && !BEGINS_NO_ID.has(code);
	}
}
