import type { IDataObject } from 'n8n-workflow';
import { LIMITS } from '../api/limits';
import { pages } from '../api/pages';
import { ROUTES, type OperationId } from '../api/routes';
import type { ServiceRequest } from '../api/types';
import {
	controlsAtEnd,
	flag,
	integer,
	optionControls,
	read,
	text,
	type Controls,
	type Field,
	type Item,
} from '../fields';
import type { ListSpec, RecordDescription } from '../records/record';
import { isBlank } from '../values';
import { AnswerRoom } from './agent';
import { continued } from './continued';
import { exported, fileControls, fileOptions } from './export';
import { mapItems } from './mapItems';
import { wholeOptions } from './maxRecords';
import {
	filters,
	options,
	sorting,
	type Form,
	type ItemResult,
	type Operation,
	type Run,
	type Spec,
	identityOf,
} from './operation';
import { listOutputControls, shapeAll, shaper } from './output';
import { requestOf } from './request';
import {
	divisibleList,
	readKnownList,
	readLongList,
	type Asked,
	type Divisible,
} from './stretches';
import { planOf, summarized, summaryControls } from './summary';

const DEFAULT_LIMIT = 50;

/** A file or summary is made of the whole list. */
const AS_ITEMS = { output: ['simplified', 'raw', 'selectedFields'] };

/** Behind Output: what decides whether n8n keeps a parameter has to stand before it. */
const listControls = controlsAtEnd({
	returnAll: flag('returnAll', 'Return All', {
		initially: false,
		shownWhen: AS_ITEMS,
		description: 'Whether to return all results or only up to a given limit',
	}),
	limit: integer('limit', 'Limit', {
		min: 1,
		initially: DEFAULT_LIMIT,
		shownWhen: { ...AS_ITEMS, returnAll: [false] },
		description: 'Max number of results to return',
	}),
});

/** Lets a loop read a list of any size, a part at a time. */
const partControls = optionControls({
	startCursor: text('startCursor', 'Start Cursor', {
		only: 'v2',
		description:
			'Where to continue: the value of _next.startCursor in the last item of the previous part (with Output: File of its cursor), empty for the first part. Filters and sort must be the same.',
	}),
	pageLimit: integer('pageLimit', 'Page Limit', {
		min: 1,
		only: 'v2',
		description:
			'The maximum number of pages (of up to 1,000 records) to read in this run. If more are left, the last item says where to continue, in _next.startCursor.',
	}),
});

const styleOf = (route: OperationId) => (ROUTES.v2[route] ?? ROUTES.v1[route])?.list?.style;

/** The controls of a list's form: how much, if it has pages, and from where, if it has cursors. */
const controlsOf = (route: OperationId): Controls[] => {
	const style = styleOf(route);
	return [
		...(style === 'whole' ? [] : [listControls]),
		...(style === 'cursor' ? [partControls] : []),
	];
};

/** The item with its Output as the form spells it: an expression may give `Raw` or `FILE`. */
function withOutput(item: Item) {
	const { output = 'simplified' } = read(listOutputControls, item);
	const get: Item['get'] = (name) => (name === 'output' ? output : item.get(name));
	return { output, item: { ...item, get } };
}

/** How many records an item wants; `undefined` for all. A list in one piece is not cut. */
function limitOf(operation: OperationId, item: Item): number | undefined {
	const { returnAll = false, limit = DEFAULT_LIMIT } = read(listControls, item);
	return returnAll || styleOf(operation) === 'whole' ? undefined : limit;
}

/** Reads a list or search for one item; each page is turned into output records and released. */
async function recordsOfList(
	record: RecordDescription,
	run: Run,
	item: Item,
	{ request, divisible }: Asked,
): Promise<IDataObject[]> {
	const shape = shaper(record, item, { check: run.outputFields });
	const { startCursor, pageLimit } = read(partControls, item);
	const limit = limitOf(request.operation, item);
	const records: IDataObject[] = [];
	const room = run.forAgent ? new AnswerRoom(run.items.length) : undefined;
	let nextCursor = isBlank(startCursor) ? undefined : startCursor;
	const isWhole = nextCursor === undefined && pageLimit === undefined && !room;
	let long = isWhole ? divisible : undefined;
	const wanted = { request, limit, shape };
	const known = long && (await readKnownList(run, { ...wanted, divisible: long }));
	if (known) return known;
	const began = performance.now();
	for await (const page of pages(run.client, request, {
		limit,
		startCursor: nextCursor,
		pageLimit,
	})) {
		if (long) {
			const begun = { ...wanted, divisible: long, first: page };
			const all = await readLongList(run, { ...begun, tripMs: performance.now() - began });
			if (all) return all;
			long = undefined;
		}
		const shaped = await shapeAll(page.records, shape, run.customs);
		const before = room?.copy();
		const fitting = room?.take(shaped, records.length === 0) ?? shaped;
		if (before && fitting.length < shaped.length) {
			const full = { records, shape, room: before, startCursor: nextCursor, fitting };
			const isLater = !isBlank(startCursor);
			return await continued(run, request, { ...full, all: page.totalCount, isLater });
		}
		for (const each of fitting) records.push(each);
		nextCursor = page.nextCursor;
	}
	const last = records[records.length - 1];
	// Limit means enough, unless somebody reads on: an agent, or a loop with Start Cursor.
	const readsOn = run.forAgent || startCursor !== undefined || pageLimit !== undefined;
	const hasCursors = ROUTES[item.version][request.operation]?.list?.style === 'cursor';
	if (readsOn && hasCursors && nextCursor !== undefined && last !== undefined) {
		last._next = { startCursor: nextCursor };
		run.hint(
			`There are more ${record.many}: to continue, set Start Cursor to {{ $json._next.startCursor }} of the last item.`,
		);
	}
	return records;
}

interface ListDefinition extends Pick<
	Operation,
	'id' | 'route' | 'name' | 'action' | 'description' | 'notice' | 'alsoNames'
> {
	readonly form: Form;
	/** Completes the request of one item, such as with the built filter. */
	readonly finish?: (request: ServiceRequest, item: Item) => ServiceRequest;
	/** How parts of the list can be asked for; by its form when absent. */
	readonly divisible?: Divisible;
}

/** An operation that reads a list: Get Many, Search and their like. */
export function listOperation(
	record: RecordDescription,
	{
		finish = (request) => request,
		form: own,
		divisible = divisibleList(own),
		alsoNames,
		...texts
	}: ListDefinition,
): Operation {
	const summary = summaryControls(record);
	const form: Form = {
		...own,
		controls: [
			...own.controls,
			listOutputControls,
			...controlsOf(texts.route),
			fileControls,
			fileOptions,
			wholeOptions,
			summary,
		],
	};
	return {
		...texts,
		form,
		writes: false,
		alsoNames: (given) => {
			// First, so that nothing is looked up for a summary that there can't be.
			const { output, item } = withOutput(given);
			const plan = output === 'summary' ? planOf(record, summary, item, true) : undefined;
			return [plan, alsoNames?.(item)];
		},
		run: async (run) => {
			const results = await mapItems(run, async (given) => {
				const { output, item } = withOutput(given);
				const asked = () => ({
					request: finish(requestOf(texts.route, form, item), item),
					divisible,
				});
				if (output === 'file' || output === 'summary') {
					const part = { ...read(partControls, item), ...read(wholeOptions, item) };
					const list = { record, asked, ...part };
					return output === 'file'
						? await exported(run, item, { ...list, form })
						: await summarized(run, item, { ...list, controls: summary });
				}
				return await recordsOfList(record, run, item, asked());
			});
			warnOfSize(run, results);
			return results;
		},
	};
}

function warnOfSize(run: Run, results: readonly ItemResult[]): void {
	const total = results.reduce(
		(sum, result) => sum + ('records' in result ? result.records.length : 0),
		0,
	);
	const { itemsCarriedEasily: most } = LIMITS;
	if (total <= most) return;
	run.hint(
		`${total.toLocaleString('en-US')} items: n8n becomes slow above ${most.toLocaleString('en-US')} and can't save an execution of about 250,000. Return fewer fields with Output set to Selected Fields, or read in parts with Page Limit and Start Cursor inside a loop.`,
	);
}

const listForm = (
	path: readonly Field[],
	filterFields: readonly Field[],
	{ options: extra, sort }: Pick<Spec, 'options' | 'sort'>,
): Form => ({
	fields: path,
	collections: [filters(filterFields), options(extra), sorting(sort)],
	controls: [],
});

export const getMany = (record: RecordDescription, spec: Spec): Operation =>
	listOperation(record, {
		...identityOf(spec),
		name: 'Get Many',
		action: `Get many ${record.many}`,
		description: `Retrieve a list of ${record.many}`,
		form: listForm(record.listedWithin, [...record.filters, ...(spec.filters ?? [])], spec),
	});

/** A list besides Get Many: its texts, its path and its entries are its own. */
export const list = (record: RecordDescription, spec: Spec<ListSpec>): Operation =>
	listOperation(
		{ ...record, fields: [] },
		{
			...identityOf(spec),
			name: spec.name,
			action: spec.action,
			description: spec.description,
			form: listForm(spec.path ?? [], spec.filters ?? [], spec),
		},
	);
