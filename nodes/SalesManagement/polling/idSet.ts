/**
 * Sets of record ids as short text. Ids are integers that rise (v2 §2), so a set is cut into
 * blocks of 1,024 and each block takes the shortest of three forms: `*` (all of it), `:` followed
 * by the gaps between its members, or `=` followed by a bitmap. A set whose members lie far apart
 * is shorter without blocks: `^`, followed by all of its gaps as bits.
 */
import { packGaps, unpackGaps } from '../gapBits';

const BLOCK = 1024;
const RADIX = 36;
/** Characters that a block takes at least, with the comma before the next one. */
const SHORTEST_BLOCK = 3;
/** Characters of a bitmap: its mark, and the bits in base64. */
const BITMAP = 1 + 4 * Math.ceil(BLOCK / 8 / 3);
/** Stands before a set without blocks. */
const GAPS = '^';

export function packIds(ids: Iterable<number>): string {
	return shortest(rising(ids), packBlock);
}

/** Characters that these ids take at most, also once some are gone: a whole block is short only as long as it is one. */
export function mostPacked(ids: Iterable<number>): number {
	return shortest(rising(ids), packPart).length;
}

export function unpackIds(text: string): Set<number> {
	return new Set(text.startsWith(GAPS) ? unpackGaps(text.slice(1)) : unpackBlocks(text));
}

/** Each of them once. */
export const rising = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

function shortest(sorted: readonly number[], pack: typeof packPart): string {
	const gaps = GAPS + packGaps(sorted);
	// Making thousands of blocks takes long, and where they would hold one member each, it is in vain.
	if (gaps.length < SHORTEST_BLOCK * blocksOf(sorted) - 1) return gaps;
	const blocks = packBlocks(sorted, pack);
	return gaps.length < blocks.length ? gaps : blocks;
}

/** How many blocks have a member. */
function blocksOf(sorted: readonly number[]): number {
	let [count, last] = [0, -1];
	for (const id of sorted) {
		const index = Math.floor(id / BLOCK);
		if (index !== last) count++;
		last = index;
	}
	return count;
}

function packBlocks(ids: readonly number[], pack: typeof packPart): string {
	const blocks = new Map<number, number[]>();
	for (const id of ids) {
		const index = Math.floor(id / BLOCK);
		const block = blocks.get(index);
		if (block) block.push(id - index * BLOCK);
		else blocks.set(index, [id - index * BLOCK]);
	}
	return [...blocks].map(([index, members]) => index.toString(RADIX) + pack(members)).join(',');
}

function* unpackBlocks(text: string): Generator<number> {
	if (text === '') return;
	for (const block of text.split(',')) {
		const mark = block.search(/[*:=]/);
		const start = parseInt(block.slice(0, mark), RADIX) * BLOCK;
		for (const member of unpackBlock(block[mark], block.slice(mark + 1))) yield start + member;
	}
}

const packBlock = (members: number[]): string =>
	members.length === BLOCK ? '*' : packPart(members);

function packPart(members: number[]): string {
	const gaps = members.map((member, i) => (member - (members[i - 1] ?? -1) - 1).toString(RADIX));
	const list = `:${gaps.join('.')}`;
	if (list.length < BITMAP) return list;
	const bitmap = Buffer.alloc(BLOCK / 8);
	for (const member of members) {
		bitmap.writeUInt8(bitmap.readUInt8(member >> 3) | (1 << (member & 7)), member >> 3);
	}
	return `=${bitmap.toString('base64')}`;
}

function* unpackBlock(mark: string | undefined, body: string): Generator<number> {
	if (mark === '*') {
		for (let member = 0; member < BLOCK; member++) yield member;
	} else if (mark === ':') {
		let member = -1;
		for (const gap of body.split('.')) yield (member += parseInt(gap, RADIX) + 1);
	} else {
		const bitmap = Buffer.from(body, 'base64');
		for (let member = 0; member < BLOCK; member++) {
			if (bitmap.readUInt8(member >> 3) & (1 << (member & 7))) yield member;
		}
	}
}
