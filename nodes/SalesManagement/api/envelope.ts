/**
 * Where an answer holds what was asked for, if it is wrapped or named otherwise than the documents show
 * (v2 §2.1 rule 6, v2 §4). It goes with an answer that shows by itself what it is, and never guesses:
 * where two things may be meant, nothing is found, and the answer is told as what it is.
 */
import type { IDataObject } from 'n8n-workflow';
import { foldedName as folded, isBlank, isObject } from '../values';
import { reportedError } from './errorBody';
import { ROUTES, type OperationId } from './routes';

/** What services commonly call whatever it is that was asked for. */
const GENERIC = new Set(
	'data items item results result records record list rows entries content values response payload'.split(
		' ',
	),
);

/** What every list of the service is called: it is never taken for another one. */
const PLURALS = new Set(
	Object.values(ROUTES).flatMap((routes) =>
		Object.values(routes).flatMap(({ list }) => (list ? [folded(list.plural)] : [])),
	),
);

const pluralOf = (resource: string): string | undefined => {
	const operation = `${resource}.getMany` as OperationId;
	return (ROUTES.v2[operation] ?? ROUTES.v1[operation])?.list?.plural;
};

/** The names of a resource, folded: `dealAction`, `action` and their plurals for a deal action. */
function namesOf(operation: string): { one: Set<string>; many: Set<string> } {
	const [resource = ''] = operation.split('.');
	const ends = [resource, pluralOf(resource)?.replace(/s$/, '') ?? resource];
	const one = new Set(ends.map(folded));
	return { one, many: new Set([...one].map((name) => `${name}s`)) };
}

/** A list, as it was found in an answer. */
export interface FoundList {
	readonly records: readonly unknown[];
	/** What may hold the paging fields: the answer, and the object in it that holds the list. */
	readonly beside: readonly IDataObject[];
	/** Where it stands, where that is not as documented: `data`, `result.items`; empty for a bare list. */
	readonly envelope?: string;
}

interface Candidate extends FoundList {
	readonly name: string;
	readonly envelope: string;
}

/** Every array of an object, and of what wraps one in it. */
function arraysIn(answer: IDataObject, isWrapper: (name: string) => boolean): Candidate[] {
	const within = (holder: IDataObject, beside: readonly IDataObject[], prefix = ''): Candidate[] =>
		Object.entries(holder).flatMap(([name, value]): Candidate[] => {
			const envelope = prefix + name;
			if (Array.isArray(value)) return [{ name: folded(name), records: value, beside, envelope }];
			if (prefix !== '' || !isObject(value) || !isWrapper(folded(name))) return [];
			return within(value, [answer, value], `${envelope}.`);
		});
	return within(answer, [answer]);
}

const holdsObjects = ({ records }: FoundList) => records.length > 0 && records.every(isObject);

const only = <Each>(list: readonly Each[]): Each | undefined =>
	list.length === 1 ? list[0] : undefined;

/**
 * The list in an answer: that of the documented name; else a bare one, one of this name in another
 * spelling, one of a common name such as `data`, or the only array of objects with IDs.
 * @returns `undefined` where there is none, or more than one that may be meant.
 */
export function listIn(body: unknown, operation: string, plural: string): FoundList | undefined {
	if (Array.isArray(body)) return { records: body, beside: [], envelope: '' };
	if (!isObject(body)) return undefined;
	const documented = Object.hasOwn(body, plural) ? body[plural] : undefined;
	if (Array.isArray(documented)) return { records: documented, beside: [body] };

	const { one, many } = namesOf(operation);
	const isOwn = (name: string) => name === folded(plural) || many.has(name);
	const arrays = arraysIn(body, (name) => GENERIC.has(name) || isOwn(name) || one.has(name));
	const own = arrays.filter(({ name }) => isOwn(name));
	if (own.length > 0) return only(own);
	const filled = arrays.filter(holdsObjects);
	const common = arrays.filter(
		(each) => GENERIC.has(each.name) && (each.records.length === 0 || holdsObjects(each)),
	);
	if (filled.length > 1) return undefined;
	const [found = common[0]] = filled;
	if (!found || common.some((each) => each !== found)) return undefined;
	return common.includes(found) || isUnmistakable(found) ? found : undefined;
}

/** A list of an unknown name is taken for what it holds, unless it is that of another resource. */
const isUnmistakable = ({ name, records }: Candidate): boolean =>
	!PLURALS.has(name) && records.every((each) => isObject(each) && !isBlank(each.id));

/** What the answer to a write or a read of one record may be called besides its resource's name. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
	user: ['currentuser', 'me'],
	domainSetting: ['domainsettings', 'settings'],
};

const ONE_RECORD = /\.(get|getCurrent|create|update|addMember|replaceMembers)$/;
const ROWS = /\.(create|update)Many$/;

/**
 * The body of an answer as the documents show it: without what a single record, or the rows of a bulk
 * answer, are wrapped in. What reports an error is left as it is.
 */
export function unwrapped(body: unknown, operation: string): unknown {
	if (!isObject(body)) return body;
	if (ONE_RECORD.test(operation)) return recordIn(body, operation);
	return ROWS.test(operation) ? rowsIn(body, operation) : body;
}

function recordIn(body: IDataObject, operation: string): IDataObject {
	const [resource = ''] = operation.split('.');
	// The settings of a domain have no ID (v1 §2.1).
	const mark = resource === 'domainSetting' ? 'dealTypes' : 'id';
	if (!isBlank(body[mark])) return body;
	const names = new Set([...namesOf(operation).one, ...(OTHER_NAMES[resource] ?? [])]);
	const inside = Object.entries(body).flatMap(([name, value]) => {
		const isNamed = names.has(folded(name)) || GENERIC.has(folded(name));
		return isNamed && isObject(value) && !isBlank(value[mark]) ? [value] : [];
	});
	const record = only(inside);
	return record === undefined || reportedError(body) ? body : record;
}

/** The ids or records of a bulk answer; the documents show an array, or `{deals, skippedDeals}`. */
function rowsIn(body: IDataObject, operation: string): unknown {
	const plural = pluralOf(operation.split('.')[0] ?? '') ?? '';
	const skipped = `skipped${plural.charAt(0).toUpperCase()}${plural.slice(1)}`;
	if (reportedError(body)) return body;

	const { one, many } = namesOf(operation);
	const isWrapper = (name: string) => GENERIC.has(name) || one.has(name) || many.has(name);
	const arrays = arraysIn(body, isWrapper);
	const [changed, left] = [plural, skipped].map((name) =>
		only(arrays.filter((each) => each.name === folded(name))),
	);
	if (changed && left) return { [plural]: changed.records, [skipped]: left.records };
	const found = only(arrays.filter(({ records }) => records.length > 0));
	const isMeant = found && (isWrapper(found.name) || ID_LISTS.has(found.name));
	return isMeant ? found.records : body;
}

/** What a list of ids alone is called. */
const ID_LISTS = new Set(['ids', 'createdids', 'updatedids']);
