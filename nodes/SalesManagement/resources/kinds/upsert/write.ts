import type { ItemResult, Naming, Run } from '../../define';
import { isObject } from '../../fields';
import { overlapped } from '../../overlap';
import { pathFor } from '../../request';
import { writeRows, type BulkRules, type Row } from '../bulk';

/** How rows are written: in bulk where the API has it, else one request each. */
export type Writer = (
	run: Run,
	naming: Naming,
	operation: 'create' | 'update',
	rows: readonly Row[],
) => Promise<ItemResult[]>;

export const inBulk =
	(rules: BulkRules): Writer =>
	async (run, naming, operation, rows) =>
		await writeRows(run, `${naming.id}.${operation}Many`, rules, rows);

export const oneByOne: Writer = async (run, naming, operation, rows) => {
	const route = `${naming.id}.${operation}`;
	const rowOf = new Map(rows.map((row) => [row.scope, row]));
	return await overlapped({ ...run, scopes: rows.map(({ scope }) => scope) }, async (scope) => {
		const { path = {}, query = {}, body = {} } = rowOf.get(scope)?.parts ?? {};
		const { id, ...rest } = body;
		const answer = await run.client.send({
			operation: route,
			path: pathFor(
				run.client,
				route,
				operation === 'update' ? { ...path, id: id as number } : path,
			),
			query: query as Record<string, string>,
			body: rest,
		});
		return [isObject(answer.body) && 'id' in answer.body ? { id: answer.body.id } : { id }];
	});
};
