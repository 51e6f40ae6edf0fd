/** Every read of the service, in an order in which each finds the ids that it needs. */
import type { OperationId, ResourceId } from '../../api/routes/routes';
import { isObject } from '../../values';
import { comparison, filterOf } from './filters';
import type { Check, Inquiry, Question } from './inquiry';
import type { Known } from './known';
import { idOf, linkedId, recordIn, valueOf } from './reading';
import { NO_RECORD } from './words';

/** What to ask of a read; a text where it can't be asked, saying what is missing. */
type Asked = Omit<Question, 'operation'> | string;

export interface Read {
	readonly operation: OperationId;
	/** @param at which of the records that it can be asked of, where it is of one; the first is 0. */
	readonly asked: (known: Known, at?: number) => Asked;
	/** The records that it can be asked of, where it is of one. */
	readonly records?: (known: Known) => readonly unknown[];
	/** The list that these are from, where they come and go. */
	readonly list?: OperationId;
	/** What else than its address may be wrong where it is not found. */
	readonly doubt?: (known: Known) => string | undefined;
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

interface OfRecord extends Required<Pick<Read, 'records'>>, Pick<Read, 'list'> {
	readonly path: (record: unknown, known: Known) => Record<string, string | number | undefined>;
	readonly query?: Question['query'];
}

/** What is read of one record, by the ids in it. */
const one = (operation: OperationId, { path: pathOf, query, ...of }: OfRecord): Read => ({
	...of,
	operation,
	asked: (known, at = 0) => {
		const path = pathOf(of.records(known)[at], known);
		const isWhole = Object.values(path).every((value) => value !== undefined);
		return isWhole ? { path: path as Record<string, string | number>, query } : NO_RECORD;
	},
});

/** The same, of a record of a list. */
const listed = (
	operation: OperationId,
	resource: ResourceId,
	rest: Omit<OfRecord, 'records' | 'list'>,
): Read =>
	one(operation, {
		records: (known) => known.listed(resource),
		list: `${resource}.getMany` as OperationId,
		...rest,
	});

/** A search for a listed record by its id: for the oldest, since searches may lag. */
const search = (resource: 'customer' | 'deal' | 'contact'): Read => ({
	operation: `${resource}.search`,
	asked: (known) => {
		const id = Number(idOf(known.listed(resource).at(-1)) ?? 1);
		return { body: { filter: filterOf(comparison('id', '=', { integerValue: id })) } };
	},
});

const withRelated = { include_related_objects: 1 };

const byId = (resource: 'customer' | 'deal' | 'contact') =>
	listed(`${resource}.get`, resource, {
		path: (record) => ({ id: idOf(record) }),
		query: withRelated,
	});

/** The definition of a custom object that is linked to a record, where the form names none. */
export const objectKey = ({ givenKey, linkedKey }: Known): string | undefined =>
	givenKey ?? linkedKey;

/** How many more customers are read to find a linked custom object. */
const MORE = 4;

const keyIn = (record: unknown): string | undefined => {
	const objects = valueOf(record, 'customObjects');
	const keys = (Array.isArray(objects) ? (objects as unknown[]) : []).map((each) =>
		valueOf(each, 'customObjectDefKey'),
	);
	return keys.find((key): key is string => typeof key === 'string' && key.trim() !== '');
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
	doubt: ({ givenKey }) =>
		givenKey
			? 'Either no custom objects have the key that you entered under Definition Key, or their address is another one: check the key first.'
			: undefined,
};

const dealTypes = (known: Known): readonly unknown[] => {
	const body = known.answers.get('domainSetting.get')?.body;
	const holders: unknown[] = [body, ...(isObject(body) ? Object.values(body) : [])];
	return holders.map((each) => valueOf(each, 'dealTypes')).find(Array.isArray) ?? [];
};

const hasChoices = (field: object): boolean =>
	Object.values(field).some((each) => Array.isArray(each) && each.length > 0);

/** Of the fields of actions, those with choices first: these have labels. */
const itemKeys = (known: Known) =>
	[...known.listed('actionField')]
		.sort((one, other) => Number(hasChoices(other)) - Number(hasChoices(one)))
		.map((field) => valueOf(field, 'itemKey'))
		.filter((key) => typeof key === 'string' && key !== '');

/** What only v1 has, also beside a token. */
export const V1_ONLY: readonly Read[] = [
	plain('domainSetting.get'),
	one('dealType.get', { records: dealTypes, path: (type) => ({ id: idOf(type) }) }),
	list('customerField.getMany'),
	list('contactField.getMany'),
	list('actionField.getMany'),
	one('actionField.getLabels', {
		records: itemKeys,
		path: (key) => ({ itemKey: key as string | undefined }),
	}),
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
	listed('dealContact.getMany', 'deal', { path: (deal) => ({ dealId: idOf(deal) }) }),
	list('contact.getMany'),
	byId('contact'),
	search('contact'),
	list('customerAction.getMany', { customerId: 'all' }),
	listed('customerAction.get', 'customerAction', {
		path: (action) => ({ customerId: linkedId(action, 'customer'), id: idOf(action) }),
	}),
	list('contactAction.getMany', { contactId: 'all' }),
	listed('contactAction.get', 'contactAction', {
		path: (action) => ({ contactId: linkedId(action, 'contact'), id: idOf(action) }),
	}),
	// What actions are called below their owners tells the most of where these are.
	list('dealAction.getMany'),
	listed('dealAction.get', 'dealAction', { path: (action) => ({ id: idOf(action) }) }),
	customObjects,
	listed('customObject.get', 'customObject', {
		path: (object, known) => ({ customObjectDefKey: objectKey(known), id: idOf(object) }),
	}),
	...V1_ONLY,
];
