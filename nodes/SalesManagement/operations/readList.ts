/** Operations that read a list: into items, files or a summary. */
import type { IDataObject } from 'n8n-workflow';
import { LIMITS } from '../api/limits';
import { pages } from '../api/lists/pages';
import type { OperationId } from '../api/routes/routes';
import type { ServiceRequest } from '../api/types';
import { read, type Item } from '../fields';
import type { RecordDescription } from '../records/record';
import { isBlank } from '../values';
import { fittingIn } from './agent';
import { exported } from './export';
import { DEFAULT_LIMIT, listControls, partControls, styleOf, wholeOptions } from './list';
import { mapItems } from './mapItems';
import type { Form, ItemResult, Run, Steps } from './operation';
import { shapeAll, shaper } from './output';
import { listOutputControls } from './output/form';
import { requestOf } from './request';
import type { ListAsked } from './lists/everyRecord';
import type { Divisible } from './lists/ranges';
import { readLongList } from './lists/sorted';
import { planOf, summarized } from './summary';

export { divisibleList } from './lists/ranges';

/** The item with its Output as the form spells it: an expression may give `Raw` or `FILE`. */
function withOutput(item: Item) {
	const { output = 'simplified' } = read(listOutputControls, item);
	const get: Item['get'] = (name) => (name === 'output' ? output : item.get(name));
	return { output, item: { ...item, get } };
}

/** Records that an AI agent gets of a whole list at a time: about as many as its answer has room for. */
const AGENT_PART = 100;

const rulesOf = ({ client }: Run, { request }: ListAsked) => client.route(request.operation).list;

/** How many records an item wants; `undefined` for all. A list in one piece is not cut. */
function limitOf(run: Run, asked: ListAsked, item: Item): number | undefined {
	const { returnAll = false, limit = DEFAULT_LIMIT } = read(listControls, item);
	if (styleOf(asked.request.operation) === 'whole') return undefined;
	if (!returnAll) return limit;
	return run.forAgent && rulesOf(run, asked)?.style === 'cursor' ? AGENT_PART : undefined;
}

/** What of a list an item wants, as much of it as an AI agent's answer has room for. */
async function recordsWanted(
	record: RecordDescription,
	run: Run,
	item: Item,
	asked: ListAsked,
): Promise<IDataObject[]> {
	const limit = limitOf(run, asked, item);
	const records = await recordsOfList(record, run, item, { ...asked, limit });
	const count = run.forAgent ? fittingIn(records, run.items.length) : records.length;
	const { style, takesLimit } = rulesOf(run, asked) ?? {};
	if (count === records.length || style !== 'cursor' || !takesLimit) return records;
	// Once more, since a cursor leads on only from the end of what was asked for.
	return await recordsOfList(record, run, item, { ...asked, limit: Math.max(1, count) });
}

/** Reads a list or search for one item; each page is turned into output records and released. */
async function recordsOfList(
	record: RecordDescription,
	run: Run,
	item: Item,
	{ limit, ...asked }: ListAsked & { readonly limit: number | undefined },
): Promise<IDataObject[]> {
	const { request } = asked;
	const shape = shaper(record, item, { check: run.outputFields });
	const { startCursor, pageLimit } = read(partControls, item);
	let nextCursor = isBlank(startCursor) ? undefined : startCursor;
	let mayBeLong = nextCursor === undefined && pageLimit === undefined && !run.forAgent;
	/** By their IDs: one that moved keeps its place. */
	const kept = new Map<unknown, IDataObject>();
	for await (const page of pages(run.client, request, {
		limit,
		startCursor: nextCursor,
		pageLimit,
	})) {
		if (mayBeLong) {
			const all = await readLongList(run, { ...asked, limit, shape, first: page });
			if (all) return all;
			mayBeLong = false;
		}
		const came = [...page.records, ...(page.again ?? [])];
		const shaped = await shapeAll(came, shape, run.customs);
		for (const [at, each] of shaped.entries()) kept.set(came[at]?.id ?? each, each);
		nextCursor = page.nextCursor;
	}
	const records = [...kept.values()];
	const last = records.at(-1);
	// Limit means enough, unless somebody reads on: an agent, or a loop with Start Cursor.
	const readsOn = run.forAgent || startCursor !== undefined || pageLimit !== undefined;
	const hasCursors = rulesOf(run, asked)?.style === 'cursor';
	if (readsOn && hasCursors && nextCursor !== undefined && last !== undefined) {
		last._next = { startCursor: nextCursor };
		if (!run.forAgent) {
			run.hint(
				`There are more ${record.many}: to continue, set Start Cursor to {{ $json._next.startCursor }} of the last item.`,
			);
		}
	}
	return records;
}

interface Listed {
	readonly route: OperationId;
	readonly form: Form;
	/** Completes the request of one item, such as with the built filter. */
	readonly finish?: (request: ServiceRequest, item: Item) => ServiceRequest;
	/** How parts of the list can be asked for. */
	readonly divisible: Divisible | undefined;
	readonly alsoNames?: Steps['alsoNames'];
}

export function readList(
	record: RecordDescription,
	{ route, form, finish = (request) => request, divisible, alsoNames }: Listed,
): Steps {
	return {
		alsoNames: (given) => {
			// First, so that nothing is looked up for a summary that there can't be.
			const { output, item } = withOutput(given);
			const plan = output === 'summary' ? planOf(record, item) : undefined;
			return [plan, alsoNames?.(item)];
		},
		run: async (run) => {
			const results = await mapItems(run, async (given) => {
				const { output, item } = withOutput(given);
				const asked = () => ({
					request: finish(requestOf(route, form, item), item),
					divisible,
				});
				if (output !== 'file' && output !== 'summary') {
					return await recordsWanted(record, run, item, asked());
				}
				const part = { ...read(partControls, item), ...read(wholeOptions, item) };
				const sink = output === 'file' ? exported : summarized;
				return await sink(run, item, { record, asked, ...part });
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
