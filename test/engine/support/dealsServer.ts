/** A service over HTTP that has nothing but deals, by their times, and how the node is run on it. */
import type { IDataObject } from 'n8n-workflow';
import { runNode, type NodeResult, type RunNodeOptions } from '../../support/harness';
import { serviceOf } from '../../unit/support/manyDeals';
import { serve, type Answer, type Server } from '../../unit/support/testClient';

interface Given {
	/** The update times, rising; each deal's ID is its place times this. */
	readonly times: Float64Array;
	readonly idStep?: number;
	/** What is answered instead of the request of this number, from 1. */
	readonly instead?: (number: number) => Answer | undefined;
}

export async function serveDeals({ times, idStep = 1, instead }: Given): Promise<Server> {
	const respond = serviceOf(times);
	let number = 0;
	return await serve(({ url }) => {
		number++;
		const other = instead?.(number);
		if (other) return other;
		const query = Object.fromEntries(new URL(url, 'http://service.example').searchParams);
		const answer = respond({ method: 'GET', url, query }, number);
		if (answer instanceof Error) throw answer;
		const { deals, ...rest } = answer.body as { deals: IDataObject[] };
		const stepped = deals.map((deal) => ({ ...deal, id: Number(deal.id) * idStep }));
		return { headers: { date: String(answer.headers?.date) }, body: { ...rest, deals: stepped } };
	});
}

/** Gets many deals, all of them. */
export async function getManyFrom(
	{ url }: Server,
	parameters: RunNodeOptions['parameters'],
	more: Pick<RunNodeOptions, 'signal' | 'input' | 'continueOnFail'> = {},
): Promise<NodeResult> {
	return await runNode({
		parameters: {
			...{ authentication: 'personalToken', resource: 'deal', operation: 'getMany' },
			...{ returnAll: true, fileFormat: 'jsonLines', fileContent: 'raw' },
			...parameters,
		},
		credentials: {
			salesManagementPersonalTokenApi: {
				...{ baseUrl: `${url}/v2`, requestsPerSecond: 1000 },
				accessToken: 'svcp_not-a-real-token',
			},
		},
		...more,
	});
}
