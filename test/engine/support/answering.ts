import { runNode, type NodeResult, type RunNodeOptions } from '../../support/harness';
import { asked } from './nodeFixture';
import { serve, type Answer, type Received } from '../../unit/support/testClient';

export interface Given {
	readonly answer: (request: Received, number: number) => Answer;
	readonly operation: string;
	readonly version?: 'v1' | 'v2';
	readonly call: Partial<RunNodeOptions>;
	readonly token?: string;
}

/** Runs one operation of the node against a service that gives these answers; records are raw. */
export async function runAnswered({
	answer,
	operation,
	version = 'v2',
	call,
	token = 'svcp_not-a-real-token',
}: Given) {
	let number = 0;
	const server = await serve((request) => answer(request, ++number));
	const [resource, name] = operation.split('.');
	const common = { baseUrl: `${server.url}/${version}`, requestsPerSecond: 1000 };
	try {
		const result: NodeResult = await runNode({
			...call,
			parameters: {
				authentication: version === 'v1' ? 'v1ApiKey' : 'personalToken',
				resource,
				operation: name,
				...asked(operation, call.parameters),
			},
			credentials: {
				salesManagementPersonalTokenApi: { ...common, accessToken: token },
				salesManagementV1KeyApi: { ...common, apiKey: 'not-a-real-key-at-all' },
			},
		});
		return { ...result, requests: server.requests };
	} finally {
		await server.close();
	}
}
