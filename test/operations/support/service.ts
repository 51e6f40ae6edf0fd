/** The node on a service that is a function: it shows what is sent, and answers what no sandbox does. */
import type { IDataObject } from 'n8n-workflow';
import { ROUTES } from '../../../nodes/SalesManagement/api';
import { asked } from '../../support/nodeFixture';
import { serve, type Answer } from '../../http/support/server';
import { runNode, type RunNodeOptions } from '../../../harness';

export interface Sent {
	readonly method: string;
	/** Without the version, such as `/deals/1`. */
	readonly path: string;
	readonly version: 'v1' | 'v2';
	readonly query: Readonly<Record<string, string>>;
	readonly body: IDataObject;
}

/** What is answered to a request, by its number from 1; where nothing is, `usual` answers. */
export type Respond = (request: Sent, number: number) => Answer | undefined;

/** A custom field as it is defined: its key, its label, its type and the labels of its choices. */
export type Definition = readonly [
	key: string,
	label: string,
	itemType?: string,
	choices?: readonly string[],
];

export interface Given extends Partial<Omit<RunNodeOptions, 'parameters' | 'credentials'>> {
	readonly parameters?: IDataObject;
	readonly respond?: Respond;
	/** The custom fields of every kind of record; without them there is no v1 key beside the token. */
	readonly customs?: readonly Definition[];
	readonly version?: 'v1' | 'v2';
	/** Of a node that paces itself; a thousand requests a second unless said otherwise. */
	readonly rate?: number;
	/** For how many milliseconds it goes on to answer after the run. */
	readonly stays?: number;
}

const LISTS = [
	'customers',
	'contacts',
	'deals',
	'customObjects',
	'users',
	'roles',
	'userGroups',
	'actions',
];

/** An answer that holds an empty list, whatever the list is called. */
export const EMPTY_LISTS: IDataObject = {
	...Object.fromEntries(
		[...Object.values(ROUTES.v2), ...Object.values(ROUTES.v1)].flatMap(({ list }) =>
			list ? [[list.plural, []]] : [],
		),
	),
	...{ hasMore: false, totalCount: 0 },
};

/** A page that is the whole of a list of anything. */
export const listOf = (records: readonly IDataObject[]): Answer => ({
	body: {
		...Object.fromEntries(LISTS.map((name) => [name, records])),
		hasMore: false,
		nextCursor: null,
		totalCount: records.length,
	},
});

const definitionsOf = (customs: readonly Definition[]) =>
	customs.map(([itemKey, name, itemType = 'text', choices = []], at) => ({
		id: 100 + at,
		itemKey,
		name,
		itemType,
		customItemOptions: choices.map((label, place) => ({ value: place + 1, label })),
	}));

/** Lists are empty, and of a write the record is what was sent: `sent`. */
function usual({ method, path, version, body }: Sent, customs: readonly Definition[]): Answer {
	const items = definitionsOf(customs);
	const [, kind] = /^\/(\w+)_custom_items$/.exec(path) ?? [];
	if (kind) return { body: { [`${kind}CustomItems`]: items } };
	if (version === 'v1' && path === '/domains/settings') {
		return { body: { dealTypes: [{ id: 1, name: 'New', dealCustomItems: items }] } };
	}
	const [, one] = /\/(\d+)$/.exec(path) ?? [];
	if (method === 'GET' && one) return { body: { id: Number(one) } };
	if (method === 'GET' || path.endsWith('/search')) return listOf([]);
	const rows = rowsIn(body);
	if (!path.endsWith('/bulk') || !rows) return { body: { id: 1, sent: body } };
	const ids = rows.map(({ id }, at) => id ?? 1 + at);
	if (method === 'POST' || path.startsWith('/customers')) return { body: ids };
	return { body: { deals: ids.map((id) => ({ id })), skippedDeals: [] } };
}

/** The rows of a bulk request. */
export const rowsIn = (body: IDataObject): IDataObject[] | undefined =>
	Object.values(body).find((each) => Array.isArray(each)) as IDataObject[] | undefined;

let services = 0;

/** Runs `resource.operation` once; records are raw unless the call says otherwise. */
export async function runOn(operation: string, given: Given = {}) {
	const { parameters, respond, customs, version = 'v2', rate = 1000, stays, ...rest } = given;
	const requests: Sent[] = [];
	const server = await serve(({ method, url, body }) => {
		const { pathname, searchParams } = new URL(url, 'http://service.example');
		const [, of, path = ''] = /^\/(v[12])(\/.*)$/.exec(pathname) ?? [];
		const sent: Sent = {
			method,
			path,
			version: of as Sent['version'],
			query: Object.fromEntries(searchParams),
			body: body === '' ? {} : (JSON.parse(body) as IDataObject),
		};
		requests.push(sent);
		return respond?.(sent, requests.length) ?? usual(sent, customs ?? []);
	});
	const [resource, name] = operation.split('.');
	// What was looked up for a credential is remembered for a while; each run has its own.
	const secret = `not-a-real-token-${++services}`;
	const beside = customs && { v1ApiKey: `key-${secret}`, v1BaseUrl: `${server.url}/v1` };
	try {
		const result = await runNode({
			...rest,
			parameters: {
				authentication: version === 'v1' ? 'v1ApiKey' : 'personalToken',
				resource,
				operation: name,
				...asked(operation, parameters),
			},
			credentials: {
				salesManagementPersonalTokenApi: {
					baseUrl: `${server.url}/v2`,
					requestsPerSecond: rate,
					accessToken: `svcp_${secret}`,
					...beside,
				},
				salesManagementV1KeyApi: {
					baseUrl: `${server.url}/v1`,
					requestsPerSecond: rate,
					apiKey: `key-${secret}`,
				},
			},
		});
		if (stays) await new Promise((resolve) => setTimeout(resolve, stays));
		return { ...result, requests };
	} finally {
		await server.close();
	}
}

/** Each input item is a case of its own: what is sent of it, or the message of its error. */
export async function sentOfEach(operation: string, given: Given): Promise<unknown[]> {
	const { items, error } = await runOn(operation, { continueOnFail: true, ...given });
	if (error) throw error;
	expect(items).toHaveLength(given.input?.length ?? 1);
	return items.map(({ json }) => json.error ?? json.sent);
}
