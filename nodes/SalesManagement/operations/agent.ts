/** What an AI agent gets: n8n hands it all items of a run as one text, and its model reads every character. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isObject, setOwn } from '../values';

/**
 * Whether an AI agent called. n8n runs an agent's tools as nodes of a type of their own, named
 * `…Tool`; where it runs them inside the agent, it says so, except in older versions.
 */
export const isForAgent = (
	context: Pick<IExecuteFunctions, 'getNode'> & Partial<Pick<IExecuteFunctions, 'isToolExecution'>>,
): boolean => context.getNode().type.endsWith('Tool') || (context.isToolExecution?.() ?? false);

/** Characters of JSON that an answer has at most: about 8,000 tokens. */
export const MOST_CHARACTERS = 32_000;
/** Of these, what the brackets around it and the entry that says how to go on may take. */
const AROUND = 1_000;
const ROOM = MOST_CHARACTERS - AROUND;

/** With the comma behind it. */
const sizeOf = (json: IDataObject): number => JSON.stringify(json).length + 1;

/** How many characters a text may have, and how many entries a list, from mild to harsh. */
type Cut = readonly [characters: number, entries: number];
const CUTS: readonly Cut[] = [
	[8_000, 500],
	[2_000, 100],
	[500, 20],
	[100, 5],
	[30, 1],
];

function cut(value: unknown, [characters, entries]: Cut): unknown {
	if (typeof value === 'string' && value.length > characters) {
		return `${value.slice(0, characters)}… (${value.length} characters in all)`;
	}
	if (Array.isArray(value)) {
		const kept = value.slice(0, entries).map((each) => cut(each, [characters, entries]));
		return value.length > entries ? [...kept, `… (${value.length} entries in all)`] : kept;
	}
	return isObject(value)
		? mapped(value, (each) => cut(each, [characters, entries]) as IDataObject[string])
		: value;
}

function mapped(object: IDataObject, by: (value: unknown) => IDataObject[string]): IDataObject {
	const result: IDataObject = {};
	for (const [key, value] of Object.entries(object)) setOwn(result, key, by(value));
	return result;
}

/** A record with its longest texts and lists cut until it fits; at last, as many of its properties as do. */
function shortened(record: IDataObject, room: number): IDataObject {
	let short = record;
	for (const by of CUTS) {
		if (sizeOf(short) <= room) return short;
		short = cut(record, by) as IDataObject;
	}
	const kept: IDataObject = {};
	let left = room - 2;
	for (const [key, value] of Object.entries(short)) {
		left -= JSON.stringify(key).length + JSON.stringify(value).length + 2;
		if (left < 0) break;
		setOwn(kept, key, value);
	}
	return kept;
}

/** The room that one item of a run has for its records. */
export class AnswerRoom {
	private left: number;

	/** @param items how many items share an answer. */
	constructor(items: number) {
		this.left = Math.floor(ROOM / Math.max(1, items));
	}

	/** As many of these as fit, from the first on; the first of all always does, shortened. */
	take(records: readonly IDataObject[], isFirst: boolean): IDataObject[] {
		const taken: IDataObject[] = [];
		for (const record of records) {
			const mayBeCut = isFirst && taken.length === 0;
			const entry = mayBeCut ? shortened(record, this.left) : record;
			const size = sizeOf(entry);
			if (size > this.left) break;
			this.left -= size;
			taken.push(entry);
		}
		return taken;
	}
}

/** The entry that ends an answer in which something is missing. */
export const continuation = (
	shown: number,
	{ all, startCursor }: { readonly all?: number; readonly startCursor?: string } = {},
): IDataObject => {
	const many = all === undefined ? `the first ${shown}` : `the first ${shown} of ${all}`;
	const how =
		startCursor === undefined
			? 'Ask for fewer with a filter or a lower Limit, or for fewer fields with Output: Selected Fields.'
			: 'To read on, repeat the call with Start Cursor set to startCursor, or ask for fewer with a filter or fewer fields.';
	const note = `These are ${many}: an answer has at most ${MOST_CHARACTERS.toLocaleString('en-US')} characters. ${how}`;
	return { _next: { ...(startCursor !== undefined && { startCursor }), note } };
};

/** All items as they are if they fit, else as many as do, and an entry that says so. */
export function agentAnswer(items: INodeExecutionData[]): INodeExecutionData[] {
	const all = items.reduce((sum, { json }) => sum + sizeOf(json), 0);
	if (all + 2 <= MOST_CHARACTERS) return items;
	const room = new AnswerRoom(1);
	const kept = room.take(
		items.map(({ json }) => json),
		true,
	);
	const shown = kept.map((json, at) => ({ ...items[at], json }));
	const last = items[kept.length - 1];
	if (kept.length === items.length) return shown;
	return [...shown, { ...last, json: continuation(kept.length, { all: items.length }) }];
}
