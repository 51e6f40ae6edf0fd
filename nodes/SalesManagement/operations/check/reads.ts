/** Every read of the service, in an order in which each finds the ids that it needs. */
import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../api/routes';
import { isObject } from '../../values';
import type { Check, Inquiry, Question } from './inquiry';
import type { Known } from './known';
import { idOf, linkedId, recordIn, valueOf } from './reading';

/** What to ask of a read; a text where it can't be asked, saying what is missing. */
type Asked = Omit<Question, 'operation'> | string;

export interface Read {
	readonly operation: OperationId;
	readonly asked: (known: Known) => Asked;
}

const plain = (operation: OperationId): Read => ({ operation, asked: () => ({}) });

/** Enough records to see most properties filled. */
const FEW = 10;

/** A list that takes a limit is asked for a few records. */
const list = (operation: OperationId, path?: Question['path']): Read => ({
	operation,
	asked: (known) => ({
		...(path && { path }),
		...(known.row(operation).list?.takesLimit && { query: { limit: FEW } }),
	}),
});

const NONE = 'no record to try it with';

/** A record of a list, by the ids in it. */
const one = (
	operation: OperationId,
	pathOf: (known: Known) => Record<string, string | number | undefined>,
	query?: Question['query'],
): Read => ({
	operation,
	asked: (known) => {
		const path = pathOf(known);
		const isWhole = Object.values(path).every((value) => value !== undefined);
		return isWhole ? { path: path as Record<string, string | number>, query } : NONE;
	},
});

const first = (known: Known, resource: Parameters<Known['listed']>[0]) => known.listed(resource)[0];

/** A comparison of a standard field (v1 §4, search body). */
export const comparison = (name: string, operator: string, value: IDataObject): IDataObject => ({
	valueFilter: { field: { name }, comparisonOperator: operator, value },
});

export const filterOf = (...filters: IDataObject[]): IDataObject => ({
	compositeFilter: { logicalOperator: 'AND', subFilters: filters },
});

/** A search for the first listed record by its id. */
const search = (resource: 'customer' | 'deal' | 'contact'): Read => ({
	operation: `${resource}.search`,
	asked: (known) => {
		const id = Number(idOf(first(known, resource)) ?? 1);
		return { body: { filter: filterOf(comparison('id', '=', { integerValue: id })) } };
	},
});

const withRelated = { include_related_objects: 1 };

const byId = (resource: 'customer' | 'deal' | 'contact') =>
	one(`${resource}.get`, (known) => ({ id: idOf(first(known, resource)) }), withRelated);

/** The definition of a custom object that is linked to a record, where the form names none. */
export function objectKey(known: Known): string | undefined {
	if (known.givenKey) return known.givenKey.trim();
	return known.linkedKey;
}

/** How many more customers are read to find a linked custom object. */
const MORE = 4;

const keyIn = (record: unknown): string | undefined => {
	const objects = valueOf(record, 'customObjects');
	const keys = (Array.isArray(objects) ? (objects as unknown[]) : []).map((each) =>
		valueOf(each, 'customObjectDefKey'),
	);
	return keys.find((key): key is string => typeof key === 'string');
};

/** Looks for a custom object at the records that were read, then at some more customers. */
export const linkedObjects: Check = {
	check: 'customObjects:linked',
	*inquire(known): Inquiry {
		if (known.givenKey || !known.has('customObject.getMany')) return [];
		const seen = (['customer', 'deal', 'contact'] as const).map((resource) => known.got(resource));
		known.linkedKey = seen.map(keyIn).find(Boolean);
		for (const record of known.listed('customer').slice(1, 1 + MORE)) {
			const id = idOf(record);
			if (known.linkedKey !== undefined || id === undefined) break;
			const question = { operation: 'customer.get', path: { id }, query: withRelated } as const;
			const answer = yield known.ask(question);
			known.linkedKey = keyIn(recordIn(answer.body)?.value);
		}
		return [];
	},
};

const NO_KEY =
	'no custom object is linked to the records that were read, and none is named under Definition Key';

const customObjects: Read = {
	operation: 'customObject.getMany',
	asked: (known) => {
		const customObjectDefKey = objectKey(known);
		return customObjectDefKey === undefined ? NO_KEY : { path: { customObjectDefKey } };
	},
};

const firstType = (known: Known) => {
	const body = known.answers.get('domainSetting.get')?.body;
	const holders: unknown[] = [body, ...(isObject(body) ? Object.values(body) : [])];
	const types = holders.map((each) => valueOf(each, 'dealTypes')).find(Array.isArray);
	return types === undefined ? undefined : idOf(types[0]);
};

const firstKey = (known: Known) =>
	known
		.listed('actionField')
		.map((field) => valueOf(field, 'itemKey'))
		.find((key): key is string => typeof key === 'string' && key !== '');

/** What only v1 has, also beside a token. */
export const V1_ONLY: readonly Read[] = [
	plain('domainSetting.get'),
	one('dealType.get', (known) => ({ id: firstType(known) })),
	list('customerField.getMany'),
	list('contactField.getMany'),
	list('actionField.getMany'),
	one('actionField.getLabels', (known) => ({ itemKey: firstKey(known) })),
	list('productDetail.getMany'),
	list('productDetail.getFields'),
];

export const READS: readonly Read[] = [
	// Its words are documented, so that it tells what stands around addresses.
	list('customer.getMany'),
	list('role.getMany'),
	list('user.getMany'),
	list('userGroup.getMany'),
	plain('user.getCurrent'),
	byId('customer'),
	search('customer'),
	list('deal.getMany'),
	byId('deal'),
	search('deal'),
	one('dealContact.getMany', (known) => ({ dealId: idOf(first(known, 'deal')) })),
	list('contact.getMany'),
	byId('contact'),
	search('contact'),
	list('customerAction.getMany', { customerId: 'all' }),
	one('customerAction.get', (known) => ({
		customerId: linkedId(first(known, 'customerAction'), 'customer'),
		id: idOf(first(known, 'customerAction')),
	})),
	list('contactAction.getMany', { contactId: 'all' }),
	one('contactAction.get', (known) => ({
		contactId: linkedId(first(known, 'contactAction'), 'contact'),
		id: idOf(first(known, 'contactAction')),
	})),
	// What actions are called below their owners tells the most of where these are.
	list('dealAction.getMany'),
	one('dealAction.get', (known) => ({ id: idOf(first(known, 'dealAction')) })),
	customObjects,
	one('customObject.get', (known) => ({
		customObjectDefKey: objectKey(known),
		id: idOf(first(known, 'customObject')),
	})),
	...V1_ONLY,
];
