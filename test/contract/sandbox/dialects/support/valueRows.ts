import { body, deep, elementsOf, isObject, names, values, without, type Same } from './answerForms';
import { row } from './rows';

const customer = 'GET /v2/customers/1';
const deal = 'GET /v2/deals/1';
const someDeals = 'GET /v2/deals?limit=3';
const made = 'POST /v2/customers';
const inBulk = 'POST /v2/customers/bulk';
const times = /^(createdAt|updatedAt|startDatetime|endDatetime|datetime|firstSales)$/;
const ids = /^id$|Ids?$/;

const text = (value: unknown): unknown =>
	Array.isArray(value) ? value.map(text) : typeof value === 'number' ? String(value) : value;
const snake = (name: string) =>
	name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const everywhere = (form: (value: unknown) => unknown) => values(/./, form);
const isReference = (value: unknown): value is { id: unknown } =>
	isObject(value) && Object.keys(value).sort().join() === 'id,name';
const whole = (form: (value: unknown) => unknown): Same => body(form);

/** Other forms of values and fields. */
export const valueRows = [
	row(
		'ids-as-text',
		body((value) => {
			const isBulk = Array.isArray(value) && !value.some(isObject);
			return isBulk
				? text(value)
				: deep(value, (name, each) => [name, ids.test(name) ? text(each) : each]);
		}),
		[customer, 'body.id', '1'],
		[deal, 'body.customer.id', expect.stringMatching(/^\d+$/)],
		[inBulk, 'body', ['166', '167']],
	),
	row(
		'decimals-as-numbers',
		everywhere((value) =>
			typeof value === 'string' && value !== '' && !isNaN(Number(value)) ? Number(value) : value,
		),
		[deal, 'body.totalCost', expect.any(Number)],
	),
	row('amounts-as-text', values(/^amount$/, text), ['POST /v2/deals', 'body.amount', '1000']),
	row(
		'booleans-as-numbers',
		everywhere((value) => (typeof value === 'boolean' ? Number(value) : value)),
		[deal, 'body.fromEmail', expect.any(Number)],
	),
	...(
		[
			['times-with-offset', '2026-06-01T20:00:00.499+09:00'],
			['times-without-zone', '2026-06-01T11:00:00.499'],
			['times-without-milliseconds', '2026-06-01T11:00:00Z'],
			['times-as-seconds', 1780311600],
			['times-as-milliseconds', 1780311600499],
		] as const
	).map(([name, form]) => row(name, values(times), [made, 'body.createdAt', form])),
	row('dates-as-date-times', values(/^expectedContractDate$/), [
		'POST /v2/deals',
		'body.expectedContractDate',
		'2026-12-24T00:00:00Z',
	]),
	row(
		'empty-text-for-null',
		everywhere((value) => value ?? ''),
		[made, 'body.address', ''],
	),
	row(
		'nulls-left-out',
		whole((value) => deep(value, (name, each) => (each === null ? undefined : [name, each]))),
		[made, ({ body: record }) => 'address' in (record as object), false],
	),
	row('unknown-fields', without(/^(etag|links)$/), [customer, 'body.etag', '1-1']),
	row(
		'no-customs-in-lists',
		(told) => (elementsOf(told.body) ? without(/Customs$/)(told, '') : told),
		[someDeals, 'body.deals.0.dealCustoms', undefined],
	),
	row('customs-without-item-keys', without(/^itemKey$/), [
		customer,
		'body.customerCustoms.0.itemKey',
		undefined,
	]),
	row(
		'references-without-names',
		everywhere((value) => (isReference(value) ? { id: value.id } : value)),
		[deal, ({ body: record }) => Object.keys((record as { customer: object }).customer), ['id']],
	),
	row(
		'references-as-ids',
		whole((value) =>
			deep(value, (name, each) => (isReference(each) ? [`${name}Id`, each.id] : [name, each])),
		),
		['POST /v2/deals', 'body.customerId', 1],
	),
	row('phase-without-status', without(/^status$/), [deal, 'body.phase.status', undefined]),
	row('phase-status-as-text', values(/^status$/), [
		'POST /v2/deals',
		'body.phase.status',
		'in_progress',
	]),
	row('company-num-nested', without(/^companyNum$/), [customer, 'body.companyNum', undefined]),
	row('names-snake-case', names(snake), [customer, 'body.created_at', expect.stringMatching(/Z$/)]),
];
