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
/** Of these, what the entry that says how to go on may take, and the cursor in it. */
const NOTE = 1_000;
const CURSOR = 600;

/** With the comma behind it. */
const sizeOf = (json: IDataObject): number => JSON.stringify(json).length + 1;

/** Of all together, with the brackets around them. */
const sizeOfAll = (items: readonly INodeExecutionData[]): number =>
	items.reduce((sum, { json }) => sum + sizeOf(json), 1);

/** The first characters of a text; an emoji is two of them, of which none stays alone. */
const beginningOf = (text: string, characters: number): string =>
	text.slice(0, characters).replace(/[\ud800-\udbff]$/, '');

/** What is kept of a record that is too long: characters of each text, entries of each list. */
const TEXT = 500;
const LIST = 20;

function cut(value: unknown): unknown {
	if (typeof value === 'string' && value.length > TEXT) {
		return `${beginningOf(value, TEXT)}… (${value.length} characters in all)`;
	}
	if (Array.isArray(value)) {
		const kept = value.slice(0, LIST).map(cut);
		return value.length > LIST ? [...kept, `… (${value.length} entries in all)`] : kept;
	}
	return isObject(value) ? mapped(value, (each) => cut(each) as IDataObject[string]) : value;
}

function mapped(object: IDataObject, by: (value: unknown) => IDataObject[string]): IDataObject {
	const result: IDataObject = {};
	for (const [key, value] of Object.entries(object)) setOwn(result, key, by(value));
	return result;
}

/** A record that is too long with its texts and lists cut; where it still is, those of its properties that fit. */
function shortened(record: IDataObject, room: number): IDataObject {
	if (sizeOf(record) <= room) return record;
	const short = cut(record) as IDataObject;
	return sizeOf(short) <= room ? short : inPart(short, room);
}

/** What the property may take that says which others are missing. */
const OMITTED = 400;
const NAME = 40;

function inPart(record: IDataObject, room: number): IDataObject {
	const kept: IDataObject = {};
	const omitted: string[] = [];
	let left = room - OMITTED;
	for (const [name, value] of Object.entries(record)) {
		const size = JSON.stringify({ [name]: value }).length;
		if (size > left) {
			omitted.push(name);
			continue;
		}
		left -= size;
		setOwn(kept, name, value);
	}
	const [first = '', ...others] = omitted;
	const many = others.length === 0 ? '1 field is' : `${omitted.length} fields are`;
	setOwn(kept, '_omitted', `${many} left out, such as ${beginningOf(first, NAME)}`);
	return kept;
}

/** The room that one item of a run has for its records, beside the entry that says how to go on. */
export class AnswerRoom {
	private left: number;

	/** @param items how many items share an answer. */
	constructor(items: number) {
		const share = Math.floor((MOST_CHARACTERS - 1) / Math.max(1, items));
		this.left = Math.max(0, share - NOTE);
	}

	/** The same room once more, for what is read again. */
	copy(): AnswerRoom {
		const copy = new AnswerRoom(1);
		copy.left = this.left;
		return copy;
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

/** Where an answer ends before everything is told. */
interface Ending {
	/** How many there are in all. */
	readonly all?: number;
	/** Where the next part begins. */
	readonly startCursor?: string;
	/** Whether the answer is itself a later part. */
	readonly isLater?: boolean;
}

const LIMIT = `an answer has at most ${MOST_CHARACTERS.toLocaleString('en-US')} characters`;
const FEWER =
	'Ask for fewer with a filter or a lower Limit, or for fewer fields with Output: Selected Fields.';
const READ_ON =
	'To read on, repeat the call with Start Cursor set to startCursor, or ask for fewer with a filter or fewer fields.';

/** The entry that ends an answer in which something is missing. */
export function continuation(
	shown: number,
	{ all, startCursor, isLater = false }: Ending = {},
): IDataObject {
	const many = isLater
		? `the next ${shown}${all === undefined ? '' : `; there are ${all} in all`}`
		: `the first ${shown}${all === undefined ? '' : ` of ${all}`}`;
	const canGoOn = startCursor !== undefined && JSON.stringify(startCursor).length <= CURSOR;
	const note = `These are ${many}: ${LIMIT}. ${canGoOn ? READ_ON : FEWER}`;
	return { _next: { ...(canGoOn && { startCursor }), note } };
}

/** The same of what was written: whoever takes the rest for undone would write it again. */
const writtenNote = (shown: number, all: number): IDataObject => ({
	_next: {
		note: `These are the first ${shown} of ${all} results: ${LIMIT}. The other items were processed as well: don’t repeat the call.`,
	},
});

/** All items as they are if they fit, else as many as do, and an entry that says so. */
export function agentAnswer(
	items: INodeExecutionData[],
	{ writes }: { readonly writes: boolean },
): INodeExecutionData[] {
	if (sizeOfAll(items) <= MOST_CHARACTERS) return items;
	const kept = new AnswerRoom(1).take(
		items.map(({ json }) => json),
		true,
	);
	const shown = kept.map((json, at) => ({ ...items[at], json }));
	if (kept.length === items.length) return shown;
	const json = writes
		? writtenNote(kept.length, items.length)
		: continuation(kept.length, { all: items.length });
	return [...shown, { ...items[kept.length - 1], json }];
}
