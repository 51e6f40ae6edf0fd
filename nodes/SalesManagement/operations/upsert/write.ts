import { untilUnwanted } from '../../api/client';
import type { ServiceRequest } from '../../api/types';
import type { Item } from '../../fields';
import { routeOf, type RecordDescription } from '../../records/record';
import { assertAnswer, hasOwnNames } from '../answer';
import { bulkRules, writeRows } from '../sendRows';
import { mapItems } from '../mapItems';
import type { ItemResult, Run } from '../operation';
import type { InputRow } from '../rows';
import { idIn } from '../rowsRead';
import { withoutUnchanged, type Remaining } from '../unchanged';

/** Writes rows in bulk where the service has it for this record, else with one request each. */
export async function writeAll(
	run: Run,
	record: RecordDescription,
	operation: 'create' | 'update',
	rows: readonly InputRow[],
): Promise<ItemResult[]> {
	const rules = bulkRules(record, `${operation}Many`);
	return rules ? await writeRows(run, rules, rows) : await oneByOne(run, record, operation, rows);
}

async function oneByOne(
	run: Run,
	record: RecordDescription,
	operation: 'create' | 'update',
	rows: readonly InputRow[],
): Promise<ItemResult[]> {
	const route = routeOf(record, operation);
	if (route === undefined) return [];
	const rowOf = new Map(rows.map((row) => [row.item, row]));
	const bodyOf = (item: Item) => rowOf.get(item)?.parts.body ?? {};
	// Two values may lead to one record, whose last update is then the last item's.
	const keysOf = (item: Item) => (operation === 'update' ? [JSON.stringify(bodyOf(item).id)] : []);
	const write = async (item: Item, unwanted: AbortSignal) => {
		const client = untilUnwanted(run.client, unwanted);
		const { path = {}, query = {}, body = {} } = rowOf.get(item)?.parts ?? {};
		const { id, ...rest } = body;
		const request: ServiceRequest = {
			operation: route,
			path: operation === 'update' ? { ...path, id: id as number } : path,
			query: query as Record<string, string>,
			body: rest,
		};
		const left: Remaining =
			operation === 'update' ? await withoutUnchanged(client, record, item, request) : { request };
		if (left.unchanged) return [{ id }];
		const answer = await client.send(left.request);
		const ownNames = hasOwnNames(record);
		const expected = { route, writes: true, returns: 'record', ownNames } as const;
		assertAnswer(answer.body, expected, run.client);
		return [{ id: idIn(answer.body) ?? id }];
	};
	return await mapItems({ ...run, items: rows.map(({ item }) => item) }, write, keysOf);
}
