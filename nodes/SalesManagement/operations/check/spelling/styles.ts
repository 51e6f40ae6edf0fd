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
export const singular = (segment: string) =>
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

/** What stands around every address of a service, whatever its words are. */
const FRAME: readonly Style[] = ['underApi', 'json', 'slash'];

export const isFrame = (style: Style): boolean => FRAME.includes(style);

/** Words are joined in one way, and an address ends in one. */
const EITHER: ReadonlyArray<readonly Style[]> = [
	['kebab', 'camel'],
	['json', 'slash'],
];

export const canGoTogether = (styles: readonly Style[]): boolean =>
	!EITHER.some((either) => either.every((style) => styles.includes(style)));

/** All combinations, the smaller ones first. */
export const subsetsOf = <Value>(values: readonly Value[]): Value[][] =>
	values
		.reduce<Value[][]>((sets, value) => [...sets, ...sets.map((set) => [...set, value])], [[]])
		.sort((one, other) => one.length - other.length);

/** The styles that an address can have at once, the fewest first. */
export const STYLE_SETS: ReadonlyArray<readonly Style[]> =
	subsetsOf(ALL_STYLES).filter(canGoTogether);

export const styled = (path: string, styles: readonly Style[]): string =>
	ALL_STYLES.filter((style) => styles.includes(style)).reduce(
		(spelled, style) => STYLES[style](spelled),
		path,
	);

/** All that may stand around an address. */
export const FRAMES: ReadonlyArray<readonly Style[]> = STYLE_SETS.filter((set) =>
	set.every(isFrame),
);

const END = /(\.json|\/)?$/;

/** An address below another one, in the same frame. */
export const below = (path: string, word: string): string => path.replace(END, `/${word}$1`);

/** Whether an address is the one below another. */
export const endsWith = (path: string, word: string): boolean =>
	path.replace(END, '').endsWith(`/${word}`);
