/** Operations that read a list into items, files or a summary. */
import { listRules, type ListRules, type ServiceRequest } from '../../api/routes';
import { read, shownIf, type Controls, type Item } from '../../fields';
import { CONTROLS, type RecordDescription } from '../../records';
import { requestWith } from '../items/row/row';
import { mapItems } from '../items/rows';
import {
	fileOptions,
	type Collection,
	type Form,
	type Operation,
	type Run,
	type Steps,
	type ItemOutput,
} from '../model';
import { exportFiles } from './export';
import type { ListQuery } from './list/everyRecord';
import { listedRecords } from './list/items';
import { timeFilterOf } from './list/timeRanges';
import { planOf, summarize } from './summary';

/** The choices of Output that return items. */
const AS_ITEMS = ['simplified', 'raw', 'selectedFields'];

interface ListDefinition extends Omit<Operation, 'writes' | 'carryOut'> {
	/** Completes the request of a search with what one item looks for; absent for a list. */
	readonly search?: (request: ServiceRequest, item: Item) => ServiceRequest;
}

/** Reads the list that one item asks for. */
type Reading = (run: Run) => Promise<ItemOutput>;

/** An operation that reads a list: Get Many, Search and their like. */
export function listOperation(
	record: RecordDescription,
	{ search, ...definition }: ListDefinition,
): Operation {
	const { form, route } = definition;
	const outputs = record.watch ? CONTROLS.outputOfList : CONTROLS.output;
	const controls = [...form.controls, outputs, ...controlsOfList(record, listRules(route)?.style)];
	const steps: Steps<Reading> = {
		read: (given, parts) => {
			const { output, item } = withOutput(given, outputs);
			// The plan comes first, so that no filter is looked up for an invalid summary.
			const plan = output === 'summary' ? planOf(record, item) : undefined;
			const asked = requestWith(route, parts);
			const list: ListQuery = {
				request: search?.(asked, item) ?? asked,
				// The index holds the update time of all records, and sorts by it (v2 §4.4, §4.6).
				times: search ? record.watch : timeFilterOf(record, form),
			};
			return async (run) => {
				if (plan) return await summarize(run, { record, list, plan });
				return output === 'file'
					? await exportFiles(run, item, record, list)
					: { records: await listedRecords(record, run, item, list) };
			};
		},
		carryOut: async (run, rows) =>
			await mapItems(run, rows, async ({ settings }) => await settings(run)),
	};
	const collections = record.watch ? collectionsOf(form) : form.collections;
	return { ...definition, form: { ...form, collections, controls }, writes: false, ...steps };
}

/**
 * The controls after Output: how much of the list is read, if it has pages, and where to start, if it has cursors.
 * A list of records can also become files or a summary. A parameter on which another one's visibility depends must
 * stand before it, or n8n drops the other one's value.
 */
function controlsOfList({ watch }: RecordDescription, style?: ListRules['style']): Controls[] {
	const amount = style === 'whole' ? [] : [CONTROLS.amount];
	const [start, pages] = style === 'cursor' ? [[CONTROLS.cursor], [CONTROLS.pages]] : [[], []];
	if (!watch) return [...amount, ...start, ...pages];
	const shownFor = (some: readonly Controls[], ...values: string[]) =>
		some.map((each) => shownIf(each, ['output', values]));
	return [
		...shownFor([...amount, ...pages], ...AS_ITEMS),
		...shownFor(start, ...AS_ITEMS, 'file'),
		...shownFor([CONTROLS.exported], 'file'),
		CONTROLS.exportOptions,
		...shownFor([CONTROLS.summary], 'summary'),
	];
}

/** The collections of a list of records: files have options of their own, and a summary has no order. */
const collectionsOf = ({ collections }: Form): Collection[] => [
	...collections.map((each) =>
		each.name === 'sort' ? { ...each, shownWhen: { output: [...AS_ITEMS, 'file'] } } : each,
	),
	fileOptions([], { output: ['file'] }),
];

/** The item with its Output as the form spells it, since an expression may give `Raw` or `FILE`. */
function withOutput(item: Item, controls: Controls<{ output: string }>) {
	const { output = 'simplified' } = read(controls, item);
	const get: Item['get'] = (name) => (name === 'output' ? output : item.get(name));
	return { output, item: { ...item, get } };
}
