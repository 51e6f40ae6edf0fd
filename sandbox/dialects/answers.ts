import { inTokyo } from '../contract/time';
import type { AnswerChange, Dialect } from './dialect';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes the body of a successful answer, for the operations whose id matches. */
const onSuccess =
	(ids: RegExp, change: (body: Fields) => unknown): AnswerChange =>
	({ operation, status, body }) =>
		operation && status < 400 && ids.test(operation.id) && isObject(body)
			? { body: change(body) }
			: undefined;

const all = /./;
const lists = /\.(getMany|search|getFields|getLabels)$/;
const records = /\.(get|getCurrent|create|update)$/;

/** Changes the properties of all levels, the innermost first. A property that becomes undefined is left out. */
function everyProperty(value: unknown, change: (name: string, value: unknown) => unknown): unknown {
	if (Array.isArray(value)) return value.map((each) => everyProperty(each, change));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.map(([name, each]) => [name, change(name, everyProperty(each, change))])
			.filter(([, each]) => each !== undefined),
	);
}

const times = /^(createdAt|updatedAt|startDatetime|endDatetime|datetime|firstSales)$/;

const ofLists = 'the envelope of lists';
const ofDate = 'the header Date';
const aheadMs = 5 * 60 * 1000;

/** Differences in answers, from the values of a record outwards to the headers. */
export const answerDialects: Dialect[] = [
	{
		name: 'times-with-offset',
		says: 'All times are shown with the offset +09:00.',
		concerns: 'the form of times',
		answer: onSuccess(all, (body) =>
			everyProperty(body, (name, value) =>
				times.test(name) && typeof value === 'string' ? inTokyo(Date.parse(value)) : value,
			),
		),
	},
	{
		name: 'nulls-left-out',
		says: 'What is not set is left out.',
		concerns: 'the form of nothing',
		answer: onSuccess(all, (body) => everyProperty(body, (_, value) => value ?? undefined)),
	},
	{
		name: 'no-total-count',
		says: 'Lists do not say how many records there are.',
		concerns: 'totalCount',
		answer: onSuccess(lists, ({ totalCount: _, ...body }) => body),
	},
	{
		name: 'lists-in-data',
		says: 'The elements of every list are in data.',
		concerns: ofLists,
		answer: onSuccess(lists, (body) =>
			Object.fromEntries(
				Object.entries(body).map(([name, value]) => [Array.isArray(value) ? 'data' : name, value]),
			),
		),
	},
	{
		name: 'bare-lists',
		says: 'A list is a bare array.',
		concerns: ofLists,
		answer: onSuccess(lists, (body) => Object.values(body).find(Array.isArray) ?? body),
	},
	{
		name: 'records-in-data',
		says: 'A single record is in data.',
		concerns: 'the envelope of records',
		answer: onSuccess(records, (record) => ({ data: record })),
	},
	{
		name: 'errors-nested',
		says: 'An error is an object of its own, with its messages as details.',
		concerns: 'the bodies of errors',
		answer: ({ status, body }) => {
			if (status < 400 || !isObject(body)) return undefined;
			const {
				error: code,
				messages: details = [],
				...more
			} = body as { messages?: string[] } & Fields;
			const message = details.join('; ') || code;
			return { body: { error: { code, message, details, ...more } } };
		},
	},
	{
		name: 'missing-route-html',
		says: 'An address that does not exist is a 404 with a page for people.',
		concerns: 'addresses that do not exist',
		answer: ({ operation, status }) =>
			operation || status !== 404
				? undefined
				: {
						headers: { 'content-type': 'text/html; charset=utf-8' },
						body: '<!DOCTYPE html><html><body><h1>404 Not Found</h1><p>There is nothing here.</p></body></html>',
					},
	},
	{
		name: 'no-date',
		says: 'Answers carry no Date.',
		concerns: ofDate,
		answer: () => ({ headers: { date: undefined } }),
	},
	{
		name: 'date-ahead',
		says: 'The Date of answers is five minutes ahead of the times of records.',
		concerns: ofDate,
		answer: ({ headers: { date = '' } }) => ({
			headers: { date: new Date(Date.parse(date) + aheadMs).toUTCString() },
		}),
	},
];
