/**
 * Sets of record ids as short text. Ids are integers that rise (v2 §2), so a set is cut into
 * blocks of 1,024 and each block takes the shortest of three forms: `*` (all of it), `:` followed
 * by the gaps between its members, or `=` followed by a bitmap.
 */

const BLOCK = 1024;
const RADIX = 36;

export function packIds(ids: Iterable<number>): string {
	const blocks = new Map<number, number[]>();
	for (const id of ids) {
		const index = Math.floor(id / BLOCK);
		const block = blocks.get(index);
		if (block) block.push(id - index * BLOCK);
		else blocks.set(index, [id - index * BLOCK]);
	}
	return [...blocks]
		.sort(([a], [b]) => a - b)
		.map(([index, members]) => index.toString(RADIX) + packBlock(members.sort((a, b) => a - b)))
		.join(',');
}

export function unpackIds(text: string): Set<number> {
	const ids = new Set<number>();
	if (text === '') return ids;
	for (const block of text.split(',')) {
		const mark = block.search(/[*:=]/);
		const start = parseInt(block.slice(0, mark), RADIX) * BLOCK;
		for (const member of unpackBlock(block[mark], block.slice(mark + 1))) ids.add(start + member);
	}
	return ids;
}

function packBlock(members: number[]): string {
	if (members.length === BLOCK) return '*';
	const gaps = members.map((member, i) => (member - (members[i - 1] ?? -1) - 1).toString(RADIX));
	const list = `:${gaps.join('.')}`;
	const bitmap = Buffer.alloc(BLOCK / 8);
	for (const member of members) {
		bitmap.writeUInt8(bitmap.readUInt8(member >> 3) | (1 << (member & 7)), member >> 3);
	}
	const packed = `=${bitmap.toString('base64')}`;
	return list.length < packed.length ? list : packed;
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
