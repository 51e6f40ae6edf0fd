/** Operations that read a list: into items, files or a summary. */
import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../api/routes/routes';
import { read, type Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import { isBlank } from '../../shared/values';
import { exported } from './export';
import { DEFAULT_LIMIT, listControls, partControls, type Asking } from '../getMany';
import { mapItems } from '../items/mapItems';
import type { Run, Steps, Work } from '../model/operation';
import { shaper } from '../telling/output';
import { listOutputControls } from '../form/output';
import { requestWith } from '../items/row/row';
import type { ListAsked } from './list/everyRecord';
import { readItems } from './list/items';
import { many } from '../telling/results';
import { planOf, summarized } from './summary';

/** The item with its Output as the form spells it: an expression may give `Raw` or `FILE`. */
function withOutput(item: Item) {
	const { output = 'simplified' } = read(listOutputControls, item);
	const get: Item['get'] = (name) => (name === 'output' ? output : item.get(name));
	return { output, item: { ...item, get } };
}

/** A list or search as the items that one input item asks for. */
async function itemsOf(
	record: RecordDescription,
	run: Run,
	item: Item,
	asked: ListAsked,
): Promise<IDataObject[]> {
	const { operation } = asked.request;
	const { startCursor, pageLimit } = read(partControls, item);
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
		shape: shaper(record, item, { check: run.outputFields }),
	});
	const last = records.at(-1);
	if (!(readsOn && hasCursors)) {
		const isCut = !isWhole && records.length < totalCount;
		if (isCut && (run.forAgent || !takesLimit)) {
			run.hint(
				`These are the first ${many(records.length)} of ${many(totalCount)} ${record.many}: for the others, raise Limit or turn on Return All.`,
			);
		}
	} else if (nextCursor !== undefined && last !== undefined) {
		last._next = { startCursor: nextCursor };
		if (!run.forAgent) {
			run.hint(
				`There are more ${record.many}: to continue, set Start Cursor to {{ $json._next.startCursor }} of the last item.`,
			);
		}
	}
	return records;
}

interface Listed extends Asking {
	readonly route: OperationId;
}

/** Reads what one item asks for. */
type Reading = (run: Run) => Promise<Work>;

export function readList(
	record: RecordDescription,
	{ route, finish = (request) => request, divisible }: Listed,
): Steps<Reading> {
	return {
		read: (given, parts) => {
			const { output, item } = withOutput(given);
			// First, so that nothing is looked up for a summary that there can't be.
			const plan = output === 'summary' ? planOf(record, item) : undefined;
			const list = { request: finish(requestWith(route, parts), item), divisible };
			return async (run) => {
				if (plan) return await summarized(run, { record, list, plan });
				return output === 'file'
					? await exported(run, item, record, list)
					: { records: await itemsOf(record, run, item, list) };
			};
		},
		carryOut: async (run, rows) =>
			await mapItems(run, rows, async ({ settings }) => await settings(run)),
	};
}
