/**
 * A small service that finds, creates and changes records, for what no sandbox does: an equality of
 * its own, responses that leave something out, look-ups that it refuses.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { runNode, type CredentialSet, type NodeResult } from '../../support/harness';
import { serve, type Answer, type Received } from '../../unit/support/testClient';

export interface MatchingOptions {
	/** What it holds, with itemKeys and item ids at all custom values. */
	readonly records?: readonly IDataObject[];
	/** Its equality; numbers are equal as numbers, text as it is. */
	readonly equal?: (held: unknown, asked: unknown) => boolean;
	/** How searches show a record, and how a get does. */
	readonly found?: (record: IDataObject) => IDataObject;
	readonly read?: (record: IDataObject) => IDataObject;
	/** With which status it says that a record is gone, which its searches still find. */
	readonly gone?: (record: IDataObject) => number | undefined;
	/** Whether it refuses to look for a value. */
	readonly refuses?: (asked: unknown) => boolean;
	/** What a list or search gets instead of its records, by the values that it asks for. */
	readonly instead?: (asked: readonly unknown[]) => Answer | undefined;
	/** How long a list of custom objects takes to come, in milliseconds. */
	readonly latency?: number;
}

export interface MatchingService {
	/** What it holds now. */
	readonly records: IDataObject[];
	/** `POST /v2/customers/search`, in order of arrival. */
	readonly asked: string[];
	/** The most lists under way at once. */
	mostAtOnce(): number;
	/**
	 * Runs `resource.operation` over the input, with Continue On Fail unless said otherwise, and a
	 * personal token unless the parameters name the v1 key.
	 */
	run(
		operation: string,
		parameters: IDataObject,
		call: { input: IDataObject[]; continueOnFail?: boolean },
	): Promise<NodeResult>;
	close(): Promise<void>;
}

interface Asked {
	readonly field: IDataObject;
	readonly value: unknown;
}

const isSame = (held: unknown, asked: unknown): boolean =>
	typeof asked === 'number' ? Number(held) === asked : held === asked;

function askedIn({ compositeFilter, valueFilter }: IDataObject): Asked[] {
	const { subFilters = [] } = (compositeFilter ?? {}) as { subFilters?: IDataObject[] };
	const { field, value } = (valueFilter ?? {}) as { field?: IDataObject; value?: IDataObject };
	const values: unknown[] = Object.values(value ?? {});
	const own = field ? values.map((each) => ({ field, value: each })) : [];
	return [...own, ...subFilters.flatMap(askedIn)];
}

const customsOf = (record: IDataObject) =>
	Object.entries(record).flatMap(([key, value]) =>
		key.endsWith('Customs') ? (value as IDataObject[]) : [],
	);

function heldBy(record: IDataObject, { name, itemKey, customItemId }: IDataObject): unknown {
	if (typeof name === 'string') return record[name];
	return customsOf(record).find((custom) =>
		customItemId === undefined
			? custom.itemKey === itemKey
			: Object.entries(custom).some(
					([key, value]) => key.endsWith('ItemId') && value === customItemId,
				),
	)?.value;
}

class Store {
	readonly records: IDataObject[];
	atOnce = 0;
	most = 0;

	constructor(private readonly options: MatchingOptions) {
		this.records = [...(options.records ?? [])];
	}

	answer({ method, url, body: text }: Received): Answer {
		const { pathname, searchParams } = new URL(url, 'http://service.example');
		const body = text === '' ? {} : (JSON.parse(text) as IDataObject);
		if (pathname.endsWith('/search')) return this.list(askedIn(body.filter as IDataObject));
		const id = Number(/\/(\d+)$/.exec(pathname)?.[1] ?? Number.NaN);
		if (!Number.isNaN(id)) return this.one(method, id, body);
		if (method === 'GET') {
			const filters = [...searchParams].filter(([key]) => !['limit', 'cursor'].includes(key));
			return this.list(filters.map(([name, value]) => ({ field: { name }, value })));
		}
		const rows = Object.values(body).find(Array.isArray) as IDataObject[] | undefined;
		if (!pathname.endsWith('/bulk')) return { body: this.create(body) };
		if (method === 'PATCH') rows?.forEach((row) => this.change(Number(row.id), row));
		const ids = rows?.map((row): unknown => (method === 'PATCH' ? row.id : this.create(row).id));
		return { body: ids };
	}

	private list(asked: readonly Asked[]): Answer {
		const {
			equal = isSame,
			found = (each: IDataObject) => each,
			refuses = () => false,
			instead = () => undefined,
		} = this.options;
		const other = instead(asked.map(({ value }) => value));
		if (other) return other;
		if (asked.some(({ value }) => refuses(value))) {
			return { status: 400, body: { error: 'BAD_REQUEST', messages: ['bad value'] } };
		}
		const hits = this.records.filter((record) =>
			asked.some(({ field, value }) => equal(heldBy(record, field), value)),
		);
		const records = hits.map(found);
		const page = { hasMore: false, totalCount: hits.length };
		return {
			body: { ...page, customers: records, contacts: records, customObjects: records },
			...(this.options.latency !== undefined && { act: this.later(records) }),
		};
	}

	private later(records: IDataObject[]): NonNullable<Answer['act']> {
		this.most = Math.max(this.most, ++this.atOnce);
		return (response) => {
			setTimeout(() => {
				this.atOnce--;
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify({ hasMore: false, customObjects: records }));
			}, this.options.latency);
		};
	}

	private one(method: string, id: number, body: IDataObject): Answer {
		const record = this.records.find((each) => each.id === id);
		if (!record) return { status: 404, body: { error: 'NOT_FOUND' } };
		if (method === 'PATCH') return { body: this.change(id, body) };
		const status = this.options.gone?.(record);
		if (status !== undefined) return { status, body: { error: 'NOT_FOUND' } };
		return { body: (this.options.read ?? ((each: IDataObject) => each))(record) };
	}

	private create(row: IDataObject): IDataObject {
		const record = { ...row, id: 1000 + this.records.length };
		this.records.push(record);
		return record;
	}

	private change(id: number, row: IDataObject): IDataObject {
		const record = this.records.find((each) => each.id === id) ?? {};
		return Object.assign(record, { name: row.name ?? record.name });
	}
}

export async function startMatchingService(options: MatchingOptions): Promise<MatchingService> {
	const store = new Store(options);
	const asked: string[] = [];
	const server = await serve((request) => {
		asked.push(`${request.method} ${request.url}`);
		return store.answer(request);
	});
	const credentials: CredentialSet = {
		salesManagementPersonalTokenApi: {
			baseUrl: `${server.url}/v2`,
			accessToken: 'svcp_matching',
			requestsPerSecond: 1000,
		},
		salesManagementV1KeyApi: {
			baseUrl: `${server.url}/v1`,
			apiKey: 'key-of-the-matching-service',
			requestsPerSecond: 1000,
		},
	};
	return {
		records: store.records,
		asked,
		mostAtOnce: () => store.most,
		run: async (name, parameters, { input, continueOnFail = true }) => {
			const [resource, operation] = name.split('.');
			return await runNode({
				parameters: { authentication: 'personalToken', resource, operation, ...parameters },
				credentials,
				input,
				continueOnFail,
			});
		},
		close: async () => await server.close(),
	};
}

/** What became of each item, in short: what was done, or the error. */
export const outcomes = (items: readonly INodeExecutionData[]): unknown[] =>
	items.map(({ json }) => json.action ?? json.error);

/** Input items, each with a value to match by. */
export const given = (values: unknown[]) =>
	values.map((value, index) => ({ value, name: `Row ${index}` }) as IDataObject);

/** The form of a customer or contact that is matched by a custom field. */
export const byCustom = (key: string, type: string) => ({
	matchBy: `custom:${key}:${type}`,
	name: '={{ $json.name }}',
	fieldsFrom: 'custom',
	customFields: { mappingMode: 'defineBelow', value: { [key]: '={{ $json.value }}' } },
});

export const byName = { matchBy: 'name', name: '={{ $json.value }}' };

/** A customer as the service holds it, with a value in the custom field `rate`. */
export const customerWith = (value: unknown, id = 1) => ({
	id,
	name: 'Old',
	customerCustoms: [
		{ id: 9, customerCustomItemId: 4, itemKey: 'other', value: 'something' },
		{ id: 8, customerCustomItemId: 5, itemKey: 'rate', value },
	],
});
