/** A trigger's surroundings: parameters, saved state, a log, and a service that is a function. */
import { setImmediate } from 'node:timers/promises';
import type {
	IDataObject,
	IHttpRequestOptions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import { systemClock } from '../../../nodes/SalesManagement/api/clock';
import { CREDENTIAL_TYPES } from '../../../nodes/SalesManagement/api/connect';
import { pollForItems } from '../../../nodes/SalesManagement/trigger/poll';
import { refuseNonsense } from './refusals';
import { SECRET } from './testClient';

export interface ServiceReply {
	readonly statusCode?: number;
	readonly headers?: IDataObject;
	readonly body?: unknown;
}

export interface AskedOfService {
	readonly path: string;
	readonly query: IDataObject;
}

const START = Date.parse('2026-11-21T08:00:00Z');

let hosts = 0;
/** How long was slept altogether, in milliseconds: no clock of the process that measures goes back. */
let slept = 0;

export class TriggerHost {
	readonly asked: AskedOfService[] = [];
	readonly warnings: string[] = [];
	readonly details: string[] = [];
	readonly state: IDataObject = {};
	mode: 'trigger' | 'manual' = 'trigger';
	/** The service's own clock. */
	now = START;
	/** By how much that clock is wrong: the time of the process goes along with the right one. */
	clockError = 0;
	/** What n8n allows a poll; absent in older versions. */
	budgetMs?: number;
	private nodeId = `node ${++hosts}`;

	constructor(
		private readonly answer: (request: AskedOfService) => ServiceReply,
		readonly parameters: IDataObject = {},
	) {}

	async poll(): Promise<INodeExecutionData[] | null> {
		const items = await this.alongside(async () => await pollForItems(this.context()));
		expect(items === null || items.length === 1).toBe(true);
		return items?.[0] ?? null;
	}

	/**
	 * The clocks of the process go along with the service's; within a poll they go on by themselves,
	 * and nobody has to wait for who sleeps.
	 */
	private async alongside<R>(work: () => Promise<R>): Promise<R> {
		const before = { ...systemClock };
		const began = before.elapsed();
		const now = this.now - this.clockError;
		const sleptBefore = slept;
		systemClock.now = () => now + slept - sleptBefore + before.elapsed() - began;
		systemClock.elapsed = () => now - START + slept + before.elapsed();
		systemClock.sleep = async (milliseconds) => {
			slept += milliseconds;
			await setImmediate();
		};
		try {
			return await work();
		} finally {
			Object.assign(systemClock, before);
		}
	}

	/** What this process remembers of the trigger is gone, as after a restart of n8n. */
	forget(): void {
		this.nodeId = `node ${++hosts}`;
	}

	private context(): IPollFunctions {
		const type = CREDENTIAL_TYPES.personalToken;
		const parameters: IDataObject = {
			authentication: 'personalToken',
			resource: 'deal',
			event: 'createdOrUpdated',
			...this.parameters,
		};
		const node = {
			id: this.nodeId,
			name: 'Trigger',
			type: 'salesManagementTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			credentials: { [type]: { id: '1', name: 'Token' } },
		};
		const context = {
			getMode: () => this.mode,
			getActivationMode: () => 'activate',
			getTimezone: () => 'Asia/Tokyo',
			getNodeParameter: (name: string) => parameters[name],
			getNode: () => node,
			getWorkflow: () => ({ id: 'workflow', name: 'Workflow', active: true }),
			getWorkflowStaticData: () => this.state,
			getCredentials: async () => ({
				baseUrl: 'https://service.example/v2',
				accessToken: SECRET,
				requestsPerSecond: 1000,
			}),
			logger: {
				warn: (text: string) => this.warnings.push(text),
				debug: (text: string) => this.details.push(text),
			},
			helpers: {
				httpRequestWithAuthentication: async (_type: string, request: IHttpRequestOptions) =>
					this.respond(request),
			},
			...(this.budgetMs !== undefined && { getPollBudgetMs: () => this.budgetMs }),
		};
		return context as unknown as IPollFunctions;
	}

	private respond({ method = 'GET', url, qs = {} }: IHttpRequestOptions) {
		refuseNonsense({ method, url, query: qs });
		const request = { path: new URL(url).pathname, query: qs };
		this.asked.push(request);
		const { statusCode = 200, headers, body } = this.answer(request);
		const date = new Date(this.now).toUTCString();
		return { statusCode, headers: { date, ...headers }, body: body ?? '' };
	}
}
