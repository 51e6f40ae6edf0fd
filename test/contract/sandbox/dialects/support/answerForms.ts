/** Ways to make answers of two dialects the same, if they differ in nothing but what is named. */
import type { Told } from '../../../support/dialectTranscript';
import type { Fields } from '../../../support/sandboxClient';

/** Makes an answer what it is apart from one difference; null is an answer that may be any. */
export type Same = (told: Told, key: string) => unknown;

export const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const apart = ({ text: _, ...told }: Told, body: unknown) => ({ ...told, body });

/** Properties on all levels; undefined leaves one out. */
export function deep(
	value: unknown,
	change: (name: string, value: unknown) => [string, unknown] | undefined,
): unknown {
	if (Array.isArray(value)) return value.map((each) => deep(each, change));
	if (!isObject(value)) return value;
	const changed = Object.entries(value).map(([name, each]) => change(name, deep(each, change)));
	return Object.fromEntries(changed.filter((pair) => pair !== undefined));
}

/** Apart from bodies, which are brought into one form. */
export const body =
	(form: (body: unknown, told: Told) => unknown): Same =>
	(told) =>
		apart(told, form(told.body, told));

/** Apart from the values of some properties. */
export const values = (names: RegExp, form: (value: unknown) => unknown = () => null): Same =>
	body((whole) => deep(whole, (name, value) => [name, names.test(name) ? form(value) : value]));

/** Apart from some properties. */
export const without = (names: RegExp): Same =>
	body((whole) => deep(whole, (name, value) => (names.test(name) ? undefined : [name, value])));

/** Apart from the names of some properties. */
export const names = (form: (name: string) => string): Same =>
	body((whole) => deep(whole, (name, value) => [form(name), value]));

/** Apart from the answers to some requests. */
export const answersTo =
	(keys: RegExp, same: Same = (told) => told): Same =>
	(told, key) =>
		keys.test(key) ? null : same(told, key);

/** Apart from a status. */
export const status =
	(one: number, other: number): Same =>
	(told) => ({ ...told, status: told.status === one ? other : told.status });

/** Apart from some headers. */
export const headers =
	(...gone: string[]): Same =>
	(told) => ({
		...told,
		headers: Object.fromEntries(
			Object.entries(told.headers).filter(([name]) => !gone.includes(name)),
		),
	});

/** Apart from what stands in the bodies of errors. */
export const errors: Same = (told) =>
	told.status < 400 ? told : headers('content-type')(apart(told, null) as Told, '');

const plurals =
	/^(users|userGroups|user_groups|roles|customers|deals|contacts|\w*[aA]ctions|\w*[cC]ustom_?[oOiI]\w+|\w+[dD]etail_?[tT]ypes|data|items)$/;

/** What a list holds, wherever it stands; undefined for what is no list. */
export function elementsOf(whole: unknown): unknown[] | undefined {
	if (Array.isArray(whole)) return whole.every(isObject) ? whole : undefined;
	if (!isObject(whole) || 'dealTypes' in whole || 'id' in whole) return undefined;
	const [, elements] =
		Object.entries(whole).find(([name, value]) => plurals.test(name) && Array.isArray(value)) ?? [];
	return elements as unknown[] | undefined;
}

/** Apart from how lists are wrapped; the totals and cursors beside them are not looked at. */
export const lists: Same = ({ headers: all, ...told }) => {
	const elements = elementsOf(told.body);
	const kept = Object.entries(all).filter(([name]) => !name.startsWith('x-'));
	return apart({ ...told, headers: Object.fromEntries(kept) }, elements ?? told.body);
};

/** Apart from what lists hold. */
export const listed: Same = (told) => (elementsOf(told.body) ? null : told);
