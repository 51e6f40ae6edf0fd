/** Of odd answers a summary, which parses a part of them, says the same as the list, which parses all. */
import type { IDataObject } from 'n8n-workflow';
import { LIMITS } from '../../nodes/SalesManagement/api/limits';
import type { NodeResult } from '../support/harness';
import { runAnswered } from './support/answering';

type Version = 'v1' | 'v2';

/** All records of pages that are written so, and their summary by phase. */
async function both(pages: ReadonlyArray<readonly string[]>, version: Version) {
	const answer = ({ url }: { url: string }) => {
		const page = Number(new URL(url, 'http://service').searchParams.get('page') ?? 1);
		const hasMore = page < pages.length;
		const records = (pages[page - 1] ?? []).join();
		return {
			body: `{"deals":[${records}],"totalCount":${pages.flat().length},"hasMore":${hasMore}}`,
		};
	};
	const run = async (parameters: IDataObject): Promise<NodeResult> =>
		await runAnswered({
			...{ operation: 'deal.getMany', version, answer },
			call: { parameters: { returnAll: true, ...parameters } },
		});
	const groupBy = { values: [{ field: 'phase' }] };
	return [await run({}), await run({ output: 'summary', groupBy })] as const;
}

const jsonOf = ({ items }: NodeResult): IDataObject[] => items.map(({ json }) => json);

/** How many of the records have each phase, by its ID as it is. */
function byPhase(records: readonly IDataObject[]): unknown[] {
	const counts = new Map<unknown, number>();
	for (const { phase } of records) {
		const id = (phase as IDataObject | null)?.id ?? null;
		counts.set(id, (counts.get(id) ?? 0) + 1);
	}
	return [...counts];
}

const PHASE = '"phase":{"id":7,"name":"Won"}';
const first = `{"id":1,"name":"A",${PHASE}}`;

test.each([
	['are empty', '"id":""', '"id":""'],
	['are none', '"id":false', '"id":false'],
	['are taken back', '"id":2', '"id":2,"id":null'],
])('records whose IDs %s are all counted', async (_, id, last) => {
	const named = (name: string) => `{${id},"name":"${name}",${PHASE},"memo":"${name}",${last}}`;
	const pages = [
		[first, named('B')],
		['{"id":3}', named('C'), named('D')],
	];
	const [list, summary] = await both(pages, 'v1');
	expect(jsonOf(list)).toHaveLength(5);
	expect(jsonOf(summary)).toMatchObject([
		{ phaseId: 7, count: 4 },
		{ phaseId: null, count: 1 },
	]);
});

describe.each(['v1', 'v2'] as const)('%s', (version) => {
	test('IDs of references are numbers where another reference shows that they are text', async () => {
		const records = [
			'{"id":1,"customer":{"id":"5"},"phase":null}',
			'{"id":2,"customer":{"id":"5"},"phase":{"id":"7","name":"Won"}}',
		];
		const [list, summary] = await both([records], version);
		const phases = jsonOf(summary).map(({ phaseId, count }) => [phaseId, count]);
		expect(phases).toEqual([
			[7, 1],
			[null, 1],
		]);
		expect(new Map(phases as never)).toEqual(new Map(byPhase(jsonOf(list)) as never));
	});

	test('too many levels where the summary does not look are told as of the list', async () => {
		const levels = LIMITS.answerDepth - 2;
		const value = '['.repeat(levels) + ']'.repeat(levels);
		const record = `{"id":2,"memo":${value},${PHASE}}`;
		const [list, summary] = await both([[first, record]], version);
		expect(list.error?.message).toMatch(/nested more than 100 levels/);
		expect(summary.error?.message).toBe(list.error?.message);
	});
});
