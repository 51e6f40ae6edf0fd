/** Where an error of another shape than S2 knows has its words. */
import type { IDataObject } from 'n8n-workflow';
import { foldedName, isObject } from '../values';

export const isText = (value: unknown): value is string =>
	typeof value === 'string' && value.trim() !== '';

/** What services call the text of an error besides `error` and `message`, the shorter text first. */
const WORDS = [
	...['title', 'detail', 'details', 'errordescription', 'errormessage', 'errormsg', 'msg'],
	...['reason', 'description', 'faultstring'],
];

/** What may hold a text for each thing that is wrong. */
const LISTS = ['details', 'violations', 'fielderrors', 'validationerrors', 'invalidparams'];

/** What an error may be put into. */
const WRAPPERS = ['data', 'response', 'result', 'fault', 'exception', 'status', 'meta'];

const named = (object: IDataObject, names: readonly string[]): unknown[] => {
	const entries = Object.entries(object).map(([name, value]) => [foldedName(name), value] as const);
	return names.flatMap((name) => entries.filter(([key]) => key === name).map(([, value]) => value));
};

/** The texts of an error, by the names that its parts commonly have. */
export const wordsIn = (error: IDataObject): string[] => named(error, WORDS).filter(isText);

/** The list of what is wrong, where it is called otherwise than `messages` and `errors`. */
export const listOf = (error: IDataObject): unknown =>
	named(error, LISTS).find((value) => typeof value === 'object' && value !== null);

/** The object that an error is put into, where the answer itself says nothing. */
export const wrappedIn = (body: IDataObject): IDataObject | undefined =>
	named(body, WRAPPERS).find(isObject);

/** What services call the field that an entry is about, the surest first: a name may be anything's. */
const PLACES = [
	...['field', 'fieldname', 'fieldkey', 'itemkey', 'property', 'propertyname', 'propertypath'],
	...['path', 'param', 'parameter', 'attribute', 'pointer', 'instancepath', 'datapath'],
	...['key', 'name', 'loc', 'location', 'target'],
];

/** What they call what is wrong with it, the wordiest first. */
const TEXTS = [
	...['message', 'msg', 'detail', 'reason', 'errormessage', 'defaultmessage', 'description'],
	...['error', 'text', 'title', 'code'],
];

/** A field by its name, or by the names that lead to it. */
const placeOf = (value: unknown): string | undefined => {
	const steps: unknown[] = Array.isArray(value) ? value : [value];
	const isPlace = steps.every((step) => isText(step) || typeof step === 'number');
	return isPlace && steps.some(isText) ? steps.join('.') : undefined;
};

/** `name: too long` for an entry such as `{field: "name", message: "too long"}`; else nothing. */
export function lineOf(entry: unknown): string | undefined {
	if (!isObject(entry)) return undefined;
	const [text] = named(entry, TEXTS).filter(isText);
	if (text === undefined) return undefined;
	const source = isObject(entry.source) ? entry.source : {};
	const [place] = [...named(entry, PLACES), ...named(source, PLACES)]
		.map(placeOf)
		.filter((each) => each !== undefined);
	return place === undefined ? text : `${place}: ${text}`;
}
