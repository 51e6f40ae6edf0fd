import {
	answersTo,
	body,
	deep,
	isObject,
	lists,
	names,
	values,
	without,
	type Same,
} from './answerForms';
import { row } from './rows';

const customer = 'GET /v2/customers/1';
const deal = 'GET /v2/deals/1';
const someDeals = 'GET /v2/deals?limit=3';
const made = 'POST /v2/customers';
const inBulk = 'POST /v2/customers/bulk';
const lastPage = `GET /v2/customers?searchWord=nobody-at-all`;
const text = (value: unknown): unknown =>
	Array.isArray(value) ? value.map(text) : typeof value === 'number' ? String(value) : value;
const snake = (name: string) =>
	name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const whole = (form: (value: unknown) => unknown): Same => body(form);
const isNull = (value: unknown) => value === null || value === '';
/** Apart from what is around single records. */
const unwrapped = whole((value) => {
	const [inner, ...others] = isObject(value) ? Object.values(value) : [];
	return isObject(inner) && others.length === 0 && !('error' in (value as object)) ? inner : value;
});
const idsOfBulk = whole((value) => {
	const elements = isObject(value) && 'ids' in value ? value.ids : value;
	if (!Array.isArray(elements)) return value;
	return elements.map((one: unknown) => (isObject(one) ? one.id : one));
});

/** Other totals, cursors, envelopes and answers of writes. */
export const envelopeRows = [
	row('no-total-count', without(/^totalCount$/), [someDeals, 'body.totalCount', undefined]),
	row('total-count-as-text', values(/^totalCount$/, text), [someDeals, 'body.totalCount', '60']),
	row('total-count-estimated', values(/^totalCount$/), [someDeals, 'body.totalCount', 100]),
	row('no-has-more', without(/^hasMore$/), [someDeals, 'body.hasMore', undefined]),
	row(
		'next-cursor-empty-at-end',
		values(/^nextCursor$/, (value) => (isNull(value) ? null : value)),
		[lastPage, 'body.nextCursor', ''],
	),
	row(
		'next-cursor-absent-at-end',
		whole((value) =>
			deep(value, (name, each) =>
				name === 'nextCursor' && each === null ? undefined : [name, each],
			),
		),
		[lastPage, 'body.nextCursor', undefined],
	),
	row(
		'page-fields-snake-case',
		names((name) => (/^(totalCount|hasMore|nextCursor)$/.test(name) ? snake(name) : name)),
		[someDeals, 'body.has_more', true],
	),
	row(
		'page-fields-short',
		names((name) => ({ totalCount: 'total', hasMore: 'more', nextCursor: 'next' })[name] ?? name),
		[someDeals, 'body.more', true],
	),
	row(
		'lists-in-data',
		lists,
		[someDeals, 'body.data.length', 3],
		[someDeals, 'body.hasMore', true],
	),
	row('lists-in-items', lists, [someDeals, 'body.items.length', 3]),
	row(
		'lists-in-data-with-meta',
		lists,
		[someDeals, 'body.data.length', 3],
		[someDeals, 'body.meta.hasMore', true],
	),
	row(
		'bare-lists',
		lists,
		[someDeals, 'body.length', 3],
		[someDeals, 'headers.x-has-more', 'true'],
		['GET /v1/users', 'headers.x-page', '1'],
	),
	row('list-names-snake-case', lists, ['GET /v2/user_groups', 'body.user_groups.length', 2]),
	row(
		'list-names-full',
		lists,
		['GET /v2/actions?limit=3', 'body.dealActions.length', 3],
		['GET /v2/contacts/all/actions?limit=3', 'body.contactActions.length', 3],
	),
	row('records-in-data', unwrapped, [customer, 'body.data.id', 1]),
	row('records-named', unwrapped, [deal, 'body.deal.id', 1]),
	row('bulk-answers-objects', idsOfBulk, [inBulk, 'body', [{ id: 166 }, { id: 167 }]]),
	row('bulk-answers-ids', idsOfBulk, [inBulk, 'body', { ids: [166, 167] }]),
	row(
		'updates-answer-nothing',
		answersTo(/^PATCH .*\d$/),
		['PATCH /v2/customers/1', 'body', {}],
		['PATCH /v1/customers/1', 'body', {}],
	),
	row('creates-answer-id', answersTo(/^POST \/v[12]\/(customers|deals)$/), [
		made,
		'body',
		{ id: 165 },
	]),
	row('deletes-answer-204', answersTo(/^DELETE \S+$/), ['DELETE /v2/contacts/2', 'status', 204]),
	row('deletes-answer-body', answersTo(/^DELETE \/v2\/contacts\/2$/), [
		'DELETE /v2/contacts/2',
		'body',
		{ deleted: true },
	]),
];
