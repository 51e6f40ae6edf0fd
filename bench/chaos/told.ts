/** What the node says of a run, as far as a user can read it: items, and the text of an error. */
import type { IDataObject } from 'n8n-workflow';
import type { NodeResult } from '../../test/support/harness';

/** What became of one input item, by what the node says. */
export type Verdict = 'done' | 'inDoubt' | 'notDone';

export interface Told {
	/** All ids that were made, changed or removed. */
	readonly ids: ReadonlySet<number>;
	/** @param id of the record that the item names, if it names one. */
	verdict(index: number, id?: number): Verdict;
}

/** `1-3, 7` as the numbers that it stands for. */
function numbersIn(text: string): number[] {
	return Array.from(text.matchAll(/(\d+)(?:-(\d+))?/g)).flatMap(([, first, last]) =>
		Array.from(
			{ length: Number(last ?? first) - Number(first) + 1 },
			(_, at) => Number(first) + at,
		),
	);
}

const isOpen = ({ error, details }: IDataObject) =>
	(details as IDataObject | undefined)?.outcome === 'unknown' ||
	(typeof error === 'string' && /may or may not/.test(error));

/** The id that an item of the output names; what was removed is named by its parameter. */
function idIn(json: IDataObject, key: string): number[] {
	const id = Number(json.id ?? json[key] ?? NaN);
	return Number.isInteger(id) ? [id] : [];
}

export function toldOf({ items, error }: NodeResult, key: string): Told {
	const ids = new Set<number>();
	const done = new Set<number>();
	const doubtful = new Set<number>();
	for (const { json, pairedItem } of items) {
		for (const id of idIn(json, key)) ids.add(id);
		const index = (pairedItem as { item: number }).item;
		if (json.error === undefined) done.add(index);
		else if (isOpen(json)) doubtful.add(index);
	}
	if (error) {
		const description = error.description ?? '';
		const named = /with the IDs ([\d, -]+)/.exec(description)?.[1] ?? '';
		for (const id of numbersIn(named)) ids.add(id);
		const processed =
			/before this failure \(counted from 0: ([\d, -]+)/.exec(description)?.[1] ?? '';
		for (const index of numbersIn(processed)) done.add(index);
		const open = /were processed, counted from 0: ([\d, -]+)/.exec(description)?.[1] ?? '';
		for (const index of numbersIn(open)) doubtful.add(index);
		const { itemIndex } = (error as { context?: { itemIndex?: number } }).context ?? {};
		if (/not known whether|not known/.test(error.message) && itemIndex !== undefined) {
			doubtful.add(itemIndex);
		}
	}
	return {
		ids,
		verdict: (index, id) => {
			if (doubtful.has(index)) return 'inDoubt';
			const isDone = done.has(index) || (error !== undefined && id !== undefined && ids.has(id));
			return isDone ? 'done' : 'notDone';
		},
	};
}
