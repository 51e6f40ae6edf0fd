/** Operations that read a list: into items, files or a summary. */
import type { IDataObject } from 'n8n-workflow';
import { listRules } from '../../api/routes/routes';
import type { ListRules, ServiceRequest } from '../../api/routes/types';
import { read, shownIf, type Controls, type Field, type Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import { isBlank, formatCount } from '../../shared';
import { exportControls, exportOptions } from '../form/files';
import {
	cursorControls,
	DEFAULT_LIMIT,
	listControls,
	listOutputControls,
	outputControls,
	OUTPUTS,
	pageControls,
} from '../form/output';
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
} from '../model/operation';
import { shapeFor } from '../telling/output';
import { exportFiles } from './export';
import type { ListQuery } from './list/everyRecord';
import { readItems } from './list/items';
import { timeFilterOf, type TimeFilter } from './list/timeRanges';
import { planOf, summarize } from './summary';
import { summaryControls } from './summary/plan';

const AS_ITEMS = OUTPUTS.map(({ value }) => value);

interface ListDefinition extends Omit<Operation, 'writes' | 'carryOut'> {
	/** Completes the request of one item, such as with the built filter. */
	readonly finish?: (request: ServiceRequest, item: Item) => ServiceRequest;
	/** How parts of the list are asked for, where its form does not say it. */
	readonly times?: TimeFilter;
}

/** Reads what one item asks for. */
type Reading = (run: Run) => Promise<ItemOutput>;

/** An operation that reads a list: Get Many, Search and their like. */
export function listOperation(
	record: RecordDescription,
	{ finish, times, ...definition }: ListDefinition,
): Operation {
	const { form, route } = definition;
	const outputs = record.watch ? listOutputControls : outputControls;
	const controls = [...form.controls, outputs, ...controlsOfList(record, listRules(route)?.style)];
	const steps: Steps<Reading> = {
		read: (given, parts) => {
			const { output, item } = withOutput(given, outputs);
			// First, so that nothing is looked up for a summary that there can't be.
			const plan = output === 'summary' ? planOf(record, item) : undefined;
			const asked = requestWith(route, parts);
			const list: ListQuery = {
				request: finish?.(asked, item) ?? asked,
				times: times ?? timeFilterOf(record, form),
			};
			return async (run) => {
				if (plan) return await summarize(run, { record, list, plan });
				return output === 'file'
					? await exportFiles(run, item, record, list)
					: { records: await itemsOf(record, run, item, list) };
			};
		},
		carryOut: async (run, rows) =>
			await mapItems(run, rows, async ({ settings }) => await settings(run)),
	};
	const collections = record.watch ? collectionsOf(form) : form.collections;
	return { ...definition, form: { ...form, collections, controls }, writes: false, ...steps };
}

/**
 * What is asked for behind Output: how much of the list, if it has pages, and from where, if it has cursors.
 * A list of records can also become files or a summary. What decides whether n8n keeps a parameter has to stand
 * before it.
 */
function controlsOfList({ watch }: RecordDescription, style?: ListRules['style']): Controls[] {
	const amount = style === 'whole' ? [] : [listControls];
	const [start, pages] = style === 'cursor' ? [[cursorControls], [pageControls]] : [[], []];
	if (!watch) return [...amount, ...start, ...pages];
	const shownFor = (some: readonly Controls[], ...values: string[]) =>
		some.map((each) => shownIf(each, ['output', values]));
	return [
		...shownFor([...amount, ...pages], ...AS_ITEMS),
		...shownFor(start, ...AS_ITEMS, 'file'),
		...shownFor([exportControls], 'file'),
		exportOptions,
		...shownFor([summaryControls], 'summary'),
	];
}

/** A file has options of its own, and a summary no order. */
const collectionsOf = ({ collections }: Form): Collection[] => [
	...collections.map((each) =>
		each.name === 'sort' ? { ...each, shownWhen: { output: [...AS_ITEMS, 'file'] } } : each,
	),
	fileOptions({ output: ['file'] }),
];

/** The item with its Output as the form spells it: an expression may give `Raw` or `FILE`. */
function withOutput(item: Item, controls: typeof listOutputControls | typeof outputControls) {
	const { output = 'simplified' } = read<{ output: Field<string> }>(controls, item);
	const get: Item['get'] = (name) => (name === 'output' ? output : item.get(name));
	return { output, item: { ...item, get } };
}

/** A list or search as the items that one input item asks for. */
async function itemsOf(
	record: RecordDescription,
	run: Run,
	item: Item,
	asked: ListQuery,
): Promise<IDataObject[]> {
	const { operation } = asked.request;
	const { startCursor } = read(cursorControls, item);
	const { pageLimit } = read(pageControls, item);
	const { returnAll = false, limit = DEFAULT_LIMIT } = read(listControls, item);
	const { style, takesLimit, pageSize = 1 } = run.client.route(operation).list ?? {};
	const hasCursors = style === 'cursor';
	// An agent reads on where its answer has no room for more; a list in one piece is not cut.
	const isWhole = (returnAll && !(run.forAgent && hasCursors)) || style === 'whole';
	// Limit means enough, unless somebody reads on: an agent, or a loop with Start Cursor.
	const readsOn = run.forAgent || startCursor !== undefined || pageLimit !== undefined;
	// Only behind a whole page a list goes on that takes no limit.
	const step = readsOn && hasCursors && !takesLimit ? pageSize : 1;
	const {
		records,
		nextCursor,
		totalCount = 0,
	} = await readItems(run, {
		...asked,
		pageLimit,
		readsOn,
		limit: isWhole ? undefined : Math.ceil(limit / step) * step,
		startCursor: isBlank(startCursor) ? undefined : startCursor,
		shape: shapeFor(record, read(outputControls, item), { check: run.outputFields }),
	});
	const last = records.at(-1);
	if (!(readsOn && hasCursors)) {
		const isCut = !isWhole && records.length < totalCount;
		if (isCut && (run.forAgent || !takesLimit)) {
			run.hint(
				`These are the first ${formatCount(records.length)} of ${formatCount(totalCount)} ${record.many}: for the others, raise Limit or turn on Return All.`,
			);
		}
	} else if (nextCursor !== undefined && last !== undefined) {
		const shown = `These are ${records.length} of ${totalCount} ${record.many}.`;
		last._next = { startCursor: nextCursor, ...(run.forAgent && { note: shown }) };
		if (!run.forAgent) {
			run.hint(
				`There are more ${record.many}: to continue, set Start Cursor to {{ $json._next.startCursor }} of the last item.`,
			);
		}
	}
	return records;
}
