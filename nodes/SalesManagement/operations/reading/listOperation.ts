/** Operations that read a list into items, files or a summary. */
import type { IDataObject } from 'n8n-workflow';
import { listRules, type ListRules, type OperationId, type ServiceRequest } from '../../api/routes';
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
} from '../model';
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
	/** The filter by update time, if the form has no parameters for it. */
	readonly times?: TimeFilter;
}

/** Reads the list that one item asks for. */
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
			// The plan comes first, so that no filter is looked up for an invalid summary.
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
 * The controls after Output: how much of the list is read, if it has pages, and where to start, if it has cursors.
 * A list of records can also become files or a summary. A parameter on which another one's visibility depends must
 * stand before it, or n8n drops the other one's value.
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

/** The collections of a list of records: files have options of their own, and a summary has no order. */
const collectionsOf = ({ collections }: Form): Collection[] => [
	...collections.map((each) =>
		each.name === 'sort' ? { ...each, shownWhen: { output: [...AS_ITEMS, 'file'] } } : each,
	),
	fileOptions({ output: ['file'] }),
];

/** The item with its Output as the form spells it, since an expression may give `Raw` or `FILE`. */
function withOutput(item: Item, controls: typeof listOutputControls | typeof outputControls) {
	const { output = 'simplified' } = read<{ output: Field<string> }>(controls, item);
	const get: Item['get'] = (name) => (name === 'output' ? output : item.get(name));
	return { output, item: { ...item, get } };
}

/** The amount of a list that an item wants, and whether a later run continues behind it. */
function amountOf(run: Run, item: Item, operation: OperationId) {
	const { startCursor } = read(cursorControls, item);
	const { pageLimit } = read(pageControls, item);
	const { returnAll = false, limit = DEFAULT_LIMIT } = read(listControls, item);
	const { style, takesLimit = false, pageSize = 1 } = run.client.route(operation).list ?? {};
	const hasCursors = style === 'cursor';
	// An agent's answer ends where it is full, and a later call continues there; a list without pages is never cut.
	const isWhole = (returnAll && !(run.forAgent && hasCursors)) || style === 'whole';
	// An agent, or a loop with Start Cursor, continues behind the last record; for others Limit is enough.
	const readsOn =
		hasCursors && (run.forAgent || startCursor !== undefined || pageLimit !== undefined);
	// A list that takes no limit can be continued only behind a whole page.
	const step = readsOn && !takesLimit ? pageSize : 1;
	return {
		pageLimit,
		readsOn,
		takesLimit,
		limit: isWhole ? undefined : Math.ceil(limit / step) * step,
		startCursor: isBlank(startCursor) ? undefined : startCursor,
	};
}

/** The records of a list or search that become the output of one item. */
async function itemsOf(
	record: RecordDescription,
	run: Run,
	item: Item,
	asked: ListQuery,
): Promise<IDataObject[]> {
	const amount = amountOf(run, item, asked.request.operation);
	const shape = shapeFor(record, read(outputControls, item), { check: run.outputFields });
	const page = await readItems(run, { ...asked, ...amount, shape });
	tellRest(run, record, amount, page);
	return page.records;
}

/** Tells how to get what an item left of a list. The last record gets the cursor behind it, if there is one. */
function tellRest(
	run: Run,
	{ many }: RecordDescription,
	{ readsOn, limit, takesLimit }: ReturnType<typeof amountOf>,
	{ records, nextCursor, more = false, totalCount = 0 }: Awaited<ReturnType<typeof readItems>>,
): void {
	const last = records.at(-1);
	const isMore = totalCount > records.length;
	const these = `${formatCount(records.length)}${isMore ? ` of ${formatCount(totalCount)}` : ''} ${many}`;
	if (!readsOn) {
		if (limit !== undefined && (more || isMore) && (run.forAgent || !takesLimit)) {
			run.hint(`These are the first ${these}: for the others, raise Limit or turn on Return All.`);
		}
	} else if (nextCursor !== undefined && last !== undefined) {
		const note = `These are ${these}.`;
		last._next = { startCursor: nextCursor, ...(run.forAgent && { note }) };
		if (!run.forAgent) {
			run.hint(
				`There are more ${many}: to continue, set Start Cursor to {{ $json._next.startCursor }} of the last item.`,
			);
		}
	}
}
