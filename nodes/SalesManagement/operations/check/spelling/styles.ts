/** How whole addresses may be spelled otherwise: each style changes all of an address alike. */

const PARAMETER = /^\{.*\}$/;

const eachSegment =
	(change: (segment: string) => string) =>
	(path: string): string =>
		path
			.split('/')
			.map((segment) => (PARAMETER.test(segment) ? segment : change(segment)))
			.join('/');

const isWord = (segment: string) => !segment.startsWith('_');

/** `activities` as `activity`, `users` as `user`. */
const singular = (segment: string) =>
	segment.replace(/ies(?=$|_)/g, 'y').replace(/([^s])s(?=$|_)/g, '$1');

export const STYLES = {
	singular: eachSegment((segment) => (segment === 'me' ? segment : singular(segment))),
	kebab: eachSegment((segment) => (isWord(segment) ? segment.replace(/_/g, '-') : segment)),
	camel: eachSegment((segment) =>
		isWord(segment)
			? segment.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
			: segment,
	),
	underApi: (path: string) => `/api${path}`,
	json: (path: string) => `${path}.json`,
	slash: (path: string) => `${path}/`,
} satisfies Record<string, (path: string) => string>;

export type Style = keyof typeof STYLES;

/** In the order in which they don't disturb each other. */
export const ALL_STYLES = Object.keys(STYLES) as Style[];

export const styled = (path: string, styles: ReadonlySet<Style>): string =>
	ALL_STYLES.filter((style) => styles.has(style)).reduce(
		(spelled, style) => STYLES[style](spelled),
		path,
	);
