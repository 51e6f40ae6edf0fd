import type { TSchema } from '@sinclair/typebox';
import type { Answer, AnswerChange } from './dialect';

export type Fields = Record<string, unknown>;

/** A list as the documents describe it. */
export interface List {
	/** The name of the property that holds the elements. */
	name: string;
	elements: unknown[];
	/** What else the answer holds: totals, cursors, page numbers. */
	rest: Fields;
}

export const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const isSuccess = ({ status }: Answer) => status < 400;
const listIds = /\.(getMany|search|getFields|getLabels)$/;
/** The bulk calls; getMany is none. */
export const bulkCalls = /\.(create|update)Many$/;

/** The list that an answer holds, if it holds one. */
function listIn({ operation, body, ...answer }: Answer): List | undefined {
	if (!isSuccess({ operation, body, ...answer }) || !isObject(body)) return undefined;
	if (!listIds.test(operation?.id ?? '')) return undefined;
	const [name] = Object.entries(body).find(([, value]) => Array.isArray(value)) ?? [];
	if (name === undefined) return undefined;
	const { [name]: elements, ...rest } = body;
	return { name, elements: elements as unknown[], rest };
}

/** The single record that an answer holds, if it holds one. */
function recordIn(answer: Answer): Fields | undefined {
	const { operation, body } = answer;
	if (!operation || !isSuccess(answer) || !isObject(body)) return undefined;
	return listIds.test(operation.id) || bulkCalls.test(operation.id) ? undefined : body;
}

/** Makes another body of each list; it may bring headers along. */
export const onList =
	(change: (list: List, answer: Answer) => { body: unknown; headers?: Answer['headers'] }) =>
	(answer: Answer) => {
		const list = listIn(answer);
		return list && change(list, answer);
	};

/** Changes what stands beside the elements of a list; the order of properties stays. */
export const onRest = (change: (rest: Fields) => Fields): AnswerChange =>
	onList(({ name, elements, rest }, { body }) => {
		const changed: Fields = { [name]: elements, ...change(rest) };
		const isFirst = Object.keys(body as Fields)[0] === name;
		const { [name]: _, ...others } = changed;
		return { body: isFirst ? changed : { ...others, [name]: elements } };
	});

/** Changes each single record of an answer. */
export const onRecord =
	(change: (record: Fields, answer: Answer) => unknown): AnswerChange =>
	(answer) => {
		const record = recordIn(answer);
		return record && { body: change(record, answer) };
	};

/** Changes the elements of lists. */
export const onElements = (change: (record: Fields) => Fields): AnswerChange =>
	onList(({ name, elements }, { body }) => ({
		body: {
			...(body as Fields),
			[name]: elements.map((one) => (isObject(one) ? change(one) : one)),
		},
	}));

/** Changes records, alone and in lists. */
export const onRecords =
	(change: (record: Fields) => Fields): AnswerChange =>
	(answer) =>
		onElements(change)(answer) ?? onRecord(change)(answer);

/** Changes the success of the operations whose id matches. */
export const onSuccess =
	(ids: RegExp, change: AnswerChange): AnswerChange =>
	(answer) =>
		isSuccess(answer) && ids.test(answer.operation?.id ?? '') ? change(answer) : undefined;

type PropertyChange = (name: string, value: unknown) => [string, unknown] | undefined;

/** Changes all properties on all levels, from the innermost ones outwards; undefined leaves one out. */
export function everyProperty(value: unknown, change: PropertyChange): unknown {
	if (Array.isArray(value)) return value.map((each) => everyProperty(each, change));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).flatMap(([name, each]) => {
			const changed = change(name, everyProperty(each, change));
			return changed ? [changed] : [];
		}),
	);
}

/** Changes the properties of records on all levels: alone, in lists and in answers of bulk calls. */
export const onProperties =
	(change: PropertyChange): AnswerChange =>
	(answer) =>
		onRecords((record) => everyProperty(record, change) as Fields)(answer) ??
		onSuccess(bulkCalls, ({ body }) => ({ body: everyProperty(body, change) }))(answer);

/** Changes the values of the properties with these names, if they are there and not null. */
export const onValues = (names: RegExp, change: (value: unknown) => unknown): AnswerChange =>
	onProperties((name, value) => [
		name,
		names.test(name) && value !== null && value !== undefined ? change(value) : value,
	]);

/** The same under other names; one that is not among them stays. */
export const renamed = (fields: Fields, names: Record<string, string>): Fields =>
	Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]));

export const inSnakeCase = (name: string): string =>
	name.replace(/(?<=[a-z])([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);

/** All names of properties that a schema knows, on all levels. */
export function namesIn(schema: TSchema | null): Set<string> {
	const names = new Set<string>();
	const look = (part: unknown): void => {
		if (Array.isArray(part)) part.forEach(look);
		if (!isObject(part)) return;
		if (isObject(part.properties)) Object.keys(part.properties).forEach((name) => names.add(name));
		Object.values(part).forEach(look);
	};
	look(schema);
	return names;
}
