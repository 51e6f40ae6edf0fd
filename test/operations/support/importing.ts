/** Files imported on the sandbox, and what the node tells of them. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { textOf } from '../../../nodes/SalesManagement/shared';
import { byId, type Call, type NodeFixture } from '../../support/nodeFixture';
import { withFile } from './withFile';
import { fromCsv } from '../../support/csv';
import type { NodeResult } from '../../../harness';

/** As many counts of nothing as a summary has. */
export const NONE = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, unknown: 0 };

/** What is told of a run: items for the files, the lines of the first one's results, and what is said. */
export function told({ items, error, hints, run }: NodeResult) {
	const data = items[0]?.binary?.data?.data;
	return {
		said: error && `${error.message} ${error.description ?? ''}`.trim(),
		summaries: items.map(({ json }) => json),
		summary: items[0]?.json,
		/** Parsed only where a test looks at them. */
		get rows() {
			return data === undefined ? [] : fromCsv(Buffer.from(data, 'base64').toString());
		},
		hints: hints.map(({ message }) => message),
		/** What the execution's custom data say. */
		progress: Object.values(run.data.resultData.metadata ?? {}).map(textOf),
		items,
	};
}

export async function imported(
	fixture: NodeFixture,
	operation: string,
	files: string | ReadonlyArray<string | INodeExecutionData>,
	{ parameters, ...rest }: Call = {},
) {
	const input = [files]
		.flat()
		.map((file: string | INodeExecutionData) => (typeof file === 'string' ? withFile(file) : file));
	const given = { fieldsFrom: 'file', ...parameters };
	return told(await fixture.run(operation, { parameters: given, input, ...rest }));
}

/** The lines of a file, each with its number from 1. */
export const lines = (header: string, count: number, lineOf: (row: number) => string): string =>
	[header, ...Array.from({ length: count }, (_, at) => lineOf(at + 1))].join('\n');

/** What a new deal needs besides its name. */
export const DEAL: IDataObject = {
	expectedContractDate: '2026-12-24',
	customer: 1,
	dealType: 1,
	phase: 1,
	product: 1,
	probability: 1,
	channel: 1,
	user: 1,
};

/** A CSV file of deals, with all that a new deal needs; each row may give other cells. */
export function dealFile(rows: readonly IDataObject[]): string {
	const header = [...new Set(['name', ...Object.keys(DEAL), ...rows.flatMap(Object.keys)])];
	const cells = rows.map((row) =>
		header.map((name) => textOf(row[name] ?? DEAL[name] ?? '')).join(';'),
	);
	return [header.join(';'), ...cells].join('\r\n');
}

/**
 * The records that the import of a test wrote: their names begin alike.
 * @param outputFields of thousands of records only what a test looks at.
 */
export async function ofTest(
	fixture: NodeFixture,
	resource: string,
	begin: string,
	outputFields?: string,
) {
	const condition = { field: 'name', operator: 'startsWith', value: begin };
	const asked = { conditions: { values: [condition] }, returnAll: true };
	const parameters = outputFields ? { ...asked, output: 'selectedFields', outputFields } : asked;
	return await fixture.records(`${resource}.search`, { parameters });
}

/** The answer to a request that was carried out does not arrive. */
export const LOST = { status: 502, body: 'Bad gateway', after: true };

export const isWrite = (request: string): boolean => !/^GET |\/search$/.test(request);

/** The requests that write, such as `PATCH /v2/deals/1`. */
export const writes = async (fixture: NodeFixture) => (await fixture.sent()).filter(isWrite);

export const expectNoWrites = async (fixture: NodeFixture) =>
	expect(await writes(fixture)).toEqual([]);

/** How often each path was asked since the last call of this, and how often written to. */
export async function requestsByPath(fixture: NodeFixture) {
	const reads: Record<string, number> = {};
	const written: Record<string, number> = {};
	for (const { method, path, status } of await fixture.requests()) {
		const counts = method === 'GET' || path.endsWith('/search') ? reads : written;
		if (status < 300) counts[path] = (counts[path] ?? 0) + 1;
	}
	return { reads, written };
}

/** One record as the service has it, custom values by their key. */
export async function one(fixture: NodeFixture, resource: string, id: unknown) {
	const options = { itemKeyAsPropertyKey: true };
	const parameters = { [`${resource}Id`]: byId(textOf(id)), options };
	return (await fixture.records(`${resource}.get`, { parameters }))[0]!;
}
