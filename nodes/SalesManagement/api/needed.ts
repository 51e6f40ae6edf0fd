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
		const kept = new Cutting(bytes, needed).kept();
		return cutOut(bytes, kept);
	} catch (error) {
		if (error instanceof Unclear) return bytes;
		throw error as Error;
	}
}

interface Place {
	readonly from: number;
	readonly to: number;
}

function cutOut(bytes: Buffer, places: readonly Place[]): Buffer {
	const length = places.reduce((sum, { from, to }) => sum + to - from, 0);
	const cut = Buffer.allocUnsafe(length);
	let at = 0;
	for (const { from, to } of places) at += bytes.copy(cut, at, from, to);
	return cut;
}

/** Goes through an answer, and notes which of its bytes are kept. */
class Cutting {
	private readonly walk: JsonWalk;
	private readonly list: Buffer;
	private readonly names: readonly Buffer[];
	private readonly places: Place[] = [];
	/** Up to here it is known what is kept. */
	private decided = 0;
	private isEmptyKept = false;

	constructor(bytes: Buffer, { list, properties }: Needed) {
		this.walk = new JsonWalk(bytes, LIMITS.answerDepth);
		this.list = quoted(list);
		this.names = ['id', ...properties].map(quoted);
	}

	kept(): readonly Place[] {
		const { walk, places, list } = this;
		walk.pass(CODE.object);
		for (let isFirst = true; walk.member(isFirst); isFirst = false) {
			const isList = walk.isSame(list, walk.name, walk.nameEnd);
			if (isList && walk.next() === CODE.array) this.records();
			else walk.value();
		}
		walk.end();
		places.push({ from: this.decided, to: walk.at });
		return places;
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
		const { walk, places } = this;
		const before = places.length;
		places.push({ from: this.decided, to: walk.at + 1 });
		let hasId = false;
		walk.pass(CODE.object);
		for (let isFirst = true; walk.member(isFirst); isFirst = false) {
			const { separator, name, nameEnd, at, isEscaped } = walk;
			walk.value();
			const isEmpty = walk.isSame(NULL, at, walk.at);
			hasId ||= !isEmpty && walk.isSame(ID, name, nameEnd);
			if (!this.isNeeded(name, nameEnd, isEscaped) && (!isEmpty || this.isEmptyKept)) continue;
			this.isEmptyKept ||= isEmpty;
			places.push({ from: places.length === before + 1 ? name : separator, to: walk.at });
		}
		if (hasId) this.decided = walk.at - 1;
		else places.length = before;
	}

	/** Also a name that is written in another way, since it may be one of them. */
	private isNeeded(from: number, to: number, isEscaped: boolean): boolean {
		if (isEscaped) return true;
		for (const each of this.names) if (this.walk.isSame(each, from, to)) return true;
		return false;
	}
}
