/** The names of properties that a report may show: those of the documents, and what looks like the service's own. */
import { ROUTES } from '../../api/routes/routes';
import { isObject } from '../../values';
import { RECORDS } from '../../records';
import { COMMON_PROPERTIES } from '../../records/customObject';
import { snake } from './reading';

const ENVELOPE = ['hasMore', 'nextCursor', 'totalCount', 'page', 'limit', 'data', 'items', 'meta'];
const ERRORS = [
	'error',
	'messages',
	'message',
	'code',
	'errors',
	'bulkErrors',
	'index',
	'massages',
];
const VALUES = [
	...['id', 'name', 'itemKey', 'itemType', 'value', 'text', 'datetime', 'number', 'decimalNumber'],
	...['calculationResult', 'selectedValue', 'selectedValues', 'selectedOption', 'label'],
	...['selectedOptions', 'selectedUsers', 'email', 'status', 'orderNum', 'customObjectDefKey'],
];
const OWN = [...ENVELOPE, ...ERRORS, ...VALUES, 'users', 'profile', 'permissions', 'domainId'];

const DOCUMENTED: ReadonlySet<string> = new Set(
	[
		...OWN,
		...RECORDS.flatMap(({ fields }) => fields.flatMap(({ key, shownAs = key }) => [key, shownAs])),
		...RECORDS.flatMap(({ customs }) => customs?.property ?? []),
		...Object.values(ROUTES).flatMap((routes) =>
			Object.values(routes).flatMap(({ list }) => list?.plural ?? []),
		),
	].flatMap((name) => [name, snake(name)]),
);

/** Words that programmers call properties by, besides those of the documents. */
const USUAL = `
	a after all api archived at attribute base before body by cause change changed changes child
	children class content count currency current cursor data date deleted description detail details
	display ends entries entry envelope etag event fault field fields first flag format full has hash
	header headers hint href id ids info instance is key kind last lead level limit link links list
	lists loc locale location locked meta metadata model more msg next no num object of offset ok on
	order page pager pages pagination paging param parameter parent path payload per permission
	pointer policy previous prev private problem property public rate ratelimit reason record records
	ref remaining request reset resource response result results retry revision rows score second
	seconds self service size sort source start state status success summary tag tags target time
	timestamp title to token total trace type update updated uri url user uuid valid validation value
	values version violations warning warnings window x zone
`;

const wordsOf = (name: string): string[] =>
	name
		.replace(/[A-Z]/g, (letter) => ` ${letter}`)
		.toLowerCase()
		.split(/[^a-z]+/)
		.filter(Boolean);

const WORDS: ReadonlySet<string> = new Set([
	...wordsOf(USUAL),
	...[...DOCUMENTED, ...RECORDS.flatMap(({ id }) => id)].flatMap(wordsOf),
]);

/** What is made of such words alone; a name that somebody made up in the account rarely is. */
const IDENTIFIER = /^_?[a-z]+(?:[A-Z_-]?[a-z]+){0,6}$/;
const LONGEST = 32;

const isUsual = (name: string): boolean =>
	DOCUMENTED.has(name) ||
	(name.length <= LONGEST &&
		IDENTIFIER.test(name) &&
		wordsOf(name).every((word) => WORDS.has(word)));

/** Where a name can't be told, this stands. */
export const HIDDEN = '*';

/** Words of findings. */
const FINDINGS = `
	an and are behind carry comes described differ differs different do does effect empty found have
	html in instead integer its left many missing milliseconds none number not null off orders out padded
	pages record same since some text there unknown where which with without zeros
`;

const TELLING: ReadonlySet<string> = new Set([...WORDS, ...wordsOf(FINDINGS)]);

/** Whether a text is made of the words that this check uses, and of no number but a status. */
export const areUsualWords = (text: string): boolean =>
	/^[\x20-\x7e’…]*$/.test(text) &&
	!/\d{4}|@/.test(text.replace(/since 1970/g, '')) &&
	wordsOf(text).every((word) => TELLING.has(word));

/** A place in an answer, such as `data.customers`, without what somebody made up. */
export const shownPlace = (place: string): string =>
	place
		.split(/([. ])/)
		.map((part) => (/^[. ]?$/.test(part) || isUsual(part) ? part : HIDDEN))
		.join('');

/** Which names can be shown in one place of an answer. */
export interface Shown {
	show(name: string): string;
	/** The same within an object that is the value of a property. */
	within(holder: string): Shown;
}

const showing = (isShown: (name: string) => boolean): Shown => {
	const shown: Shown = {
		show: (name) => (isShown(name) ? name : HIDDEN),
		within: () => shown,
	};
	return shown;
};

/** Names are those of fields, the account's own ones among them. */
const FIELDS = showing((name) => DOCUMENTED.has(name));
/** All names are item keys. */
const ITEM_KEYS = showing(() => false);

const OF_CUSTOM_OBJECTS: ReadonlySet<string> = new Set(
	[...ENVELOPE, ...ERRORS, ...COMMON_PROPERTIES, 'customObjects', 'customObjectDefKey'].flatMap(
		(name) => [name, snake(name)],
	),
);

/** Custom objects have their fields by item key beside what they all have (v2 §2.8). */
export const CUSTOM_OBJECTS = showing((name) => OF_CUSTOM_OBJECTS.has(name));

export class Names implements Shown {
	private readonly values = new Set<string>();

	within(holder: string): Shown {
		if (/customs$/i.test(holder)) return ITEM_KEYS;
		return ['messages', 'errors'].includes(holder) ? FIELDS : this;
	}

	/** Whatever is a value somewhere in the account is data, also where it is the name of a property. */
	learn(body: unknown): void {
		if (typeof body === 'string') this.values.add(body.toLowerCase());
		else if (Array.isArray(body)) for (const each of body) this.learn(each);
		else if (isObject(body)) for (const each of Object.values(body)) this.learn(each);
	}

	show(name: string): string {
		if (DOCUMENTED.has(name)) return name;
		const isData = this.values.has(name.toLowerCase());
		return isUsual(name) && !isData ? name : HIDDEN;
	}
}
