/**
 * A service that finds, creates and changes records, for what no sandbox does: an equality of its own,
 * responses that leave something out, look-ups that it refuses.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Answer } from '../../http/support/server';
import { listOf, rowsIn, runOn, type Given, type Respond } from './service';

type Shown = (record: IDataObject) => IDataObject;

export interface MatchingOptions {
	/** What it holds, with itemKeys and item ids at all custom values. */
	readonly records?: readonly IDataObject[];
	/** Its equality; numbers are equal as numbers, text as it is. */
	readonly equal?: (held: unknown, asked: unknown) => boolean;
	/** How searches show a record, and how a get does. */
	readonly found?: Shown;
	readonly read?: Shown;
	/** Whether it refuses to look for a value. */
	readonly refuses?: (asked: unknown) => boolean;
	/** What a list or search gets instead of its records, by the values that it asks for. */
	readonly instead?: (asked: readonly unknown[]) => Answer | undefined;
}

export type MatchingService = ReturnType<typeof matching>;

interface Asked {
	readonly field: IDataObject;
	readonly value: unknown;
}

const asItIs: Shown = (record) => record;
const isSame = (held: unknown, asked: unknown): boolean =>
	typeof asked === 'number' ? Number(held) === asked : held === asked;

function askedIn({ compositeFilter, valueFilter }: IDataObject): Asked[] {
	const { subFilters = [] } = (compositeFilter ?? {}) as { subFilters?: IDataObject[] };
	const { field, value } = (valueFilter ?? {}) as { field?: IDataObject; value?: IDataObject };
	const own = field ? Object.values(value ?? {}).map((each) => ({ field, value: each })) : [];
	return [...own, ...subFilters.flatMap(askedIn)];
}

function heldBy(record: IDataObject, { name, itemKey, customItemId }: IDataObject): unknown {
	if (typeof name === 'string') return record[name];
	const kind = Object.keys(record).find((key) => key.endsWith('Customs'));
	const customs = (kind ? record[kind] : []) as IDataObject[];
	const isAsked = (custom: IDataObject) =>
		customItemId === undefined
			? custom.itemKey === itemKey
			: custom[`${kind!.slice(0, -1)}ItemId`] === customItemId;
	return customs.find(isAsked)?.value;
}

export function matching({
	equal = isSame,
	found = asItIs,
	read = asItIs,
	...options
}: MatchingOptions = {}) {
	const records = [...(options.records ?? [])];
	const asked: string[] = [];

	const list = (wanted: readonly Asked[]): Answer => {
		const other = options.instead?.(wanted.map(({ value }) => value));
		if (other) return other;
		if (wanted.some(({ value }) => options.refuses?.(value))) {
			return { status: 400, body: { error: 'BAD_REQUEST', messages: ['bad value'] } };
		}
		const isHit = (record: IDataObject) =>
			wanted.some(({ field, value }) => equal(heldBy(record, field), value));
		return listOf(records.filter(isHit).map(found));
	};
	const create = (row: IDataObject) => {
		const id = 1000 + records.length;
		records.push({ ...row, id });
		return { id };
	};
	const one = (id: number) => records.find((each) => each.id === id);
	const change = (id: unknown, { name }: IDataObject) =>
		Object.assign(one(Number(id)) ?? {}, name !== undefined && { name });

	const respond: Respond = ({ method, path, version, query, body }) => {
		asked.push(`${method} /${version}${path}`);
		if (path.endsWith('/search')) return list(askedIn(body.filter as IDataObject));
		const [, id] = /\/(\d+)$/.exec(path) ?? [];
		const record = one(Number(id));
		if (id && !record) return { status: 404, body: { error: 'NOT_FOUND' } };
		if (record && method === 'PATCH') return { body: change(id, body) };
		if (record) return { body: read(record) };
		if (method === 'GET') {
			const filters = Object.entries(query).filter(([key]) => !/^(limit|cursor)$/.test(key));
			return list(filters.map(([name, value]) => ({ field: { name }, value })));
		}
		if (!path.endsWith('/bulk')) return { body: create(body) };
		const write = (row: IDataObject) => (method === 'PATCH' ? change(row.id, row) : create(row)).id;
		return { body: rowsIn(body)?.map(write) };
	};

	const run = async (operation: string, parameters: IDataObject, call: Omit<Given, 'parameters'>) =>
		await runOn(operation, { continueOnFail: true, ...call, parameters, respond });
	return {
		/** What it holds now. */
		records,
		/** Such as `POST /v2/customers/search`, in order of arrival. */
		asked,
		/** Runs an operation, with Continue On Fail unless said otherwise. */
		run,
		/** Create or Update of a customer an item, each with one of the values. */
		upsert: async (parameters: IDataObject, values: unknown[], continueOnFail = true) =>
			await run('customer.createOrUpdate', parameters, { input: given(values), continueOnFail }),
	};
}

/** What became of each item, in short: what was done, or the error. */
export const outcomes = (items: readonly INodeExecutionData[]): unknown[] =>
	items.map(({ json }) => json.action ?? json.error);

/** Input items, each with a value to match by. */
export const given = (values: unknown[]) =>
	values.map((value, index) => ({ value, name: `Row ${index}` }) as IDataObject);

/** A mapper as the editor saves it, with its columns: no name has to be looked up. */
export const mapperOf = (value: IDataObject) => ({
	mappingMode: 'defineBelow',
	value,
	schema: Object.keys(value).map((id) => ({
		...{ id, displayName: id, type: 'string', itemType: 'text', required: false, display: true },
	})),
});

/** The form of a customer or contact that is matched by a custom field. */
export const byCustom = (key: string, type: string) => ({
	matchBy: `custom:${key}:${type}`,
	name: '={{ $json.name }}',
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
