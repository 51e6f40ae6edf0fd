/** A trigger's surroundings in n8n, with a clock that nobody waits for, and a service that is a list of deals. */
import type {
	IDataObject,
	IHttpRequestOptions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import { SalesManagementTrigger } from '../../../nodes/SalesManagement/SalesManagementTrigger.node';
import { refuseNonsense } from '../../http/support/refusals';
import { nameOfList, pageOf } from '../../support/memoryService';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const YEAR = 365 * DAY;
export const START = Date.parse('2026-11-21T08:00:00Z');

export interface Reply {
	readonly statusCode?: number;
	readonly headers?: IDataObject;
	readonly body?: unknown;
}

export interface Asked {
	readonly path: string;
	readonly query: IDataObject;
}

export type Json = IDataObject & { _event: IDataObject & { id: string; type: string } };

/** As the service words a record that is missing. */
export const NOT_FOUND: Reply = {
	statusCode: 404,
	body: { error: 'NOT_FOUND', messages: ['The deal does not exist'] },
};

export const iso = (time: number): string => new Date(time).toISOString();

export const dealAt = (id: unknown, at: number, rest: IDataObject = {}): IDataObject =>
	({
		id,
		name: `Deal ${String(id)}`,
		createdAt: iso(at),
		updatedAt: iso(at),
		...rest,
	}) as IDataObject;

/** Records as a list shows them. */
export function listOf(
	records: readonly IDataObject[],
	{ path, query }: Asked,
	most = 1_000,
): Reply {
	const { records: shown, ...paging } = pageOf(records, { limit: most, ...query }, { most });
	return { body: { [nameOfList(path)]: shown, ...paging } };
}

let hosts = 0;

export class Host {
	deals: IDataObject[] = [];
	readonly asked: Asked[] = [];
	readonly warnings: string[] = [];
	readonly details: string[] = [];
	state: IDataObject = {};
	/** What n8n keeps for the workflow as a whole. */
	ofWorkflow: IDataObject = {};
	mode: 'trigger' | 'manual' = 'trigger';
	/** The service's own clock. */
	now = START;
	/** What n8n allows a poll; absent in older versions. */
	budgetMs?: number;
	/** How long the service takes to answer. */
	tripMs = 0;
	/** How many requests a second the credential allows. */
	rate = 1_000;
	/** What the service answers in another way than by its list. */
	answers: (request: Asked) => Reply | undefined = () => undefined;
	/** By how much the service's clock is wrong: the time of this process is the right one. */
	clockError = 0;
	/** Which credential of n8n's is chosen. */
	credentialId = '1';
	/** Whether it holds a v1 key beside its token. */
	hasV1Key = false;
	/** n8n's name for how the trigger was activated; the durable engine calls its regular polls an update. */
	activation: 'activate' | 'init' | 'update' = 'activate';
	private nodeId = `node ${++hosts}`;
	/** The service's address: one of its own, so that none waits for what another was refused. */
	service = `service${hosts}.example`;

	constructor(
		readonly parameters: IDataObject = {},
		readonly options: IDataObject = {},
	) {}

	pass(milliseconds: number): void {
		this.now += milliseconds;
	}

	/** Sets the service's clock. */
	jump(milliseconds: number): void {
		this.now += milliseconds;
		this.clockError += milliseconds;
	}

	/** A deal is made, or edited. */
	write(id: number, changes: IDataObject = {}, at = this.now): void {
		const place = this.deals.findIndex((each) => each.id === id);
		if (place < 0) this.deals.push(dealAt(id, at, changes));
		else this.deals[place] = { ...this.deals[place], updatedAt: iso(at), ...changes };
	}

	remove(...ids: number[]): void {
		this.deals = this.deals.filter(({ id }) => !ids.includes(id as number));
	}

	/** What n8n gets: nothing, or the items of one output. */
	async poll(): Promise<Json[]> {
		const output = await this.byItsClock(
			async () => await new SalesManagementTrigger().poll.call(this.context()),
		);
		if (output === null) return [];
		expect([output.length, output[0]!.length > 0]).toEqual([1, true]);
		return output[0]!.map(({ json }: INodeExecutionData) => json as Json);
	}

	/** The poll a minute later. */
	async next(milliseconds = MINUTE): Promise<Json[]> {
		this.pass(milliseconds);
		return await this.poll();
	}

	/** The records that the poll a minute later tells of. */
	async ids(milliseconds = MINUTE): Promise<unknown[]> {
		return idsOf(await this.next(milliseconds));
	}

	/** The records that so many polls tell of. */
	async idsOfPolls(count: number, milliseconds = MINUTE): Promise<unknown[]> {
		const ids: unknown[] = [];
		for (let poll = 0; poll < count; poll++) ids.push(...(await this.ids(milliseconds)));
		return ids;
	}

	/** Holds these to be the records that the poll a minute later tells of, and no others. */
	async tellsOnly(ids: unknown[], milliseconds = MINUTE): Promise<void> {
		expect(await this.ids(milliseconds)).toEqual(ids);
	}

	/** What a poll costs, whatever becomes of it. */
	async requestsOf(poll: Promise<unknown>): Promise<number> {
		const before = this.asked.length;
		await poll.catch(() => undefined);
		return this.asked.length - before;
	}

	async test(): Promise<Json[]> {
		this.mode = 'manual';
		const before = JSON.stringify(this.state);
		const shown = await this.poll();
		expect(JSON.stringify(this.state)).toBe(before);
		this.mode = 'trigger';
		return shown;
	}

	/** What this process remembers of the trigger is gone, as after a restart of n8n. */
	restart(): void {
		const before = JSON.stringify(this.nodeId);
		this.nodeId = `node ${++hosts}`;
		// It is the same node of n8n, under another name that no process knows.
		const ofWorkflow = JSON.stringify(this.ofWorkflow);
		this.ofWorkflow = JSON.parse(
			ofWorkflow.replaceAll(before, JSON.stringify(this.nodeId)),
		) as IDataObject;
		this.state = JSON.parse(JSON.stringify(this.state)) as IDataObject;
	}

	/** The warnings since the last call of this. */
	said(): string[] {
		return this.warnings.splice(0);
	}

	/** Holds these to be the warnings since then. */
	saysOnly(...warnings: RegExp[]): void {
		expect(this.said()).toEqual(warnings.map((each): unknown => expect.stringMatching(each)));
	}

	private async byItsClock<R>(work: () => Promise<R>): Promise<R> {
		const { now } = Date;
		const { performance: real, setTimeout: wait } = globalThis;
		const elapsed = real.now;
		const rightTime = () => this.now - this.clockError;
		Date.now = rightTime;
		real.now = () => rightTime() - START;
		globalThis.setTimeout = ((end: () => void, milliseconds = 0) => {
			this.pass(milliseconds);
			return setImmediate(end);
		}) as never;
		try {
			return await work();
		} finally {
			Date.now = now;
			real.now = elapsed;
			globalThis.setTimeout = wait;
		}
	}

	private context(): IPollFunctions {
		const { options } = this;
		const defaults = { authentication: 'personalToken', resource: 'deal', options };
		const parameters: IDataObject = { ...defaults, event: 'createdOrUpdated', ...this.parameters };
		const types = ['PersonalToken', 'TeamToken', 'V1Key'].map(
			(kind) => `salesManagement${kind}Api`,
		);
		const isV1 = parameters.authentication === 'v1ApiKey';
		const node = {
			...{ id: this.nodeId, name: 'Trigger', type: 'salesManagementTrigger', typeVersion: 1 },
			...{ position: [0, 0], parameters: {} },
			credentials: Object.fromEntries(
				types.map((type) => [type, { id: this.credentialId, name: type }]),
			),
		};
		const context = {
			getMode: () => this.mode,
			getActivationMode: () => this.activation,
			getTimezone: () => 'Asia/Tokyo',
			getNodeParameter: (name: string) => parameters[name],
			getNode: () => node,
			getWorkflow: () => ({ id: 'workflow', name: 'Workflow', active: true }),
			getWorkflowStaticData: (type: string) => (type === 'node' ? this.state : this.ofWorkflow),
			getCredentials: async () => ({
				baseUrl: `https://${this.service}/${isV1 ? 'v1' : 'v2'}`,
				[isV1 ? 'apiKey' : 'accessToken']:
					parameters.authentication === 'teamToken' ? 'svct_none' : 'svcp_none',
				requestsPerSecond: this.rate,
				...(this.hasV1Key && { v1ApiKey: 'none', v1BaseUrl: `https://${this.service}/v1` }),
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
		this.pass(this.tripMs);
		const isList = /[a-z]$/.test(request.path);
		const reply = this.answers(request) ?? (isList ? listOf(this.deals, request) : NOT_FOUND);
		const { statusCode = 200, headers, body = '' } = reply;
		return {
			...{ statusCode, headers: { date: new Date(this.now).toUTCString(), ...headers } },
			body: [Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))],
		};
	}
}

/** A trigger that has begun over these deals, and told nothing. */
export async function begun(
	parameters: IDataObject = {},
	options: IDataObject = {},
	deals: IDataObject[] = [],
): Promise<Host> {
	const host = new Host(parameters, options);
	host.deals = deals;
	expect(await host.poll()).toEqual([]);
	return host;
}

export const idsOf = (items: readonly IDataObject[]) => items.map(({ id }) => id);
/** `[type, id]` of each. */
export const eventsOf = (items: readonly Json[]) =>
	items.map(({ id, _event }) => [_event.type, id]);
export const changesOf = (items: readonly Json[]) => items.map(({ _event }) => _event.changes);
