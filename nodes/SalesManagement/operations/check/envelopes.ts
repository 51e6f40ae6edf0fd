/** How lists and records are wrapped. */
import type { OperationId } from '../../api/routes/routes';
import type { ListRules } from '../../api/types';
import { isObject, own } from '../../values';
import { held, type Finding } from './finding';
import type { Answer, Check } from './inquiry';
import type { Known } from './known';
import { shownPlace } from './names';
import { listIn, recordIn, snake } from './reading';
import { READS } from './reads';
import { typeOf } from './shape';
import { tryOut } from './words';

/** What a property of an envelope is called elsewhere. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
	hasMore: ['more', 'hasNext', 'has_next'],
	nextCursor: ['next', 'cursor', 'nextPageToken', 'next_page_token'],
	totalCount: ['total', 'count', 'totalResults'],
	page: ['pageNumber', 'currentPage', 'current_page'],
};

/** The header of a bare list that says the same, such as `X-Total-Count`. */
const headerOf = (name: string) => `x-${snake(name).replace(/_/g, '-')}`;

interface Place {
	/** `nextCursor`, `meta.nextCursor`, `header x-next-cursor` */
	readonly at: string;
	readonly value: unknown;
}

/** A property of the envelope, wherever it is. */
export function placeOf(
	{ body, headers }: Pick<Answer, 'body' | 'headers'>,
	name: string,
): Place | undefined {
	const names = [name, snake(name), ...(OTHER_NAMES[name] ?? [])];
	const inside = isObject(body) ? Object.entries(body).filter(([, value]) => isObject(value)) : [];
	const holders: Array<[string, unknown]> = [['', body], ...inside];
	for (const [holder, object] of holders) {
		const found = names.find((each) => isObject(object) && Object.hasOwn(object, each));
		if (found === undefined) continue;
		const at = holder === '' ? found : `${holder}.${found}`;
		return { at, value: own(object as object, found) };
	}
	const header = headerOf(name);
	return header in headers ? { at: `header ${header}`, value: headers[header] } : undefined;
}

const EXPECTED: Readonly<Record<ListRules['style'], Readonly<Record<string, string>>>> = {
	cursor: { hasMore: 'flag', totalCount: 'integer' },
	page: { totalCount: 'integer', page: 'integer' },
	whole: {},
};

/** Whether more follows; in a header that is text. */
export const isMore = (answer: Pick<Answer, 'body' | 'headers'>): boolean => {
	const value = placeOf(answer, 'hasMore')?.value;
	return value !== 'false' && Boolean(value);
};

/** A cursor is only due where more follows (S2). @returns nothing where it can't be seen. */
function cursorProblem(answer: Answer): string | undefined {
	const cursor = placeOf(answer, 'nextCursor');
	if (cursor && cursor.at !== 'nextCursor') return `${shownPlace(cursor.at)} instead of nextCursor`;
	const type = typeOf(cursor?.value);
	if (type === 'null' || type === 'empty text') {
		return isMore(answer) ? 'nextCursor is missing, although more follows' : undefined;
	}
	return ['object', 'list', 'flag', 'decimal'].includes(type) ? `nextCursor is ${type}` : '';
}

function propertyProblem(answer: Answer, name: string, type: string): string[] {
	const place = placeOf(answer, name);
	if (!place) return [`${name} is missing`];
	if (place.at !== name) return [`${shownPlace(place.at)} instead of ${name}`];
	const seen = typeOf(place.value);
	return seen === type ? [] : [`${name} is ${seen} instead of ${type}`];
}

/** What is otherwise than the documents have it, apart from the cursor; empty where nothing is. */
function envelopeProblems(answer: Answer, rules: ListRules): string[] {
	const list = listIn(answer.body, rules.plural);
	const name =
		list === undefined
			? ['there is no list']
			: list.at === rules.plural
				? []
				: [
						`${list.at === '' ? 'a bare list' : `the list is ${shownPlace(list.at)}`} instead of ${rules.plural}`,
					];
	return [
		...name,
		...Object.entries(EXPECTED[rules.style]).flatMap(([property, type]) =>
			propertyProblem(answer, property, type),
		),
		...(rules.style === 'page' && placeOf(answer, 'page')?.value === 0
			? ['pages are counted from 0']
			: []),
	];
}

function judged(known: Known, operation: OperationId): Finding[] {
	const answer = known.answers.get(operation);
	if (!answer) return [];
	const { list } = known.row(operation);
	if (list) {
		const lasting = envelopeProblems(answer, list);
		const nextCursor = list.style === 'cursor' ? cursorProblem(answer) : undefined;
		const problems = [...lasting, ...(nextCursor ? [nextCursor] : [])];
		return [
			held(`envelope:${operation}`, `${known.told(answer, 1)}${listed(problems)}`, {
				if: problems.length > 0,
				shape: lasting.join('; '),
				...(nextCursor !== undefined && { byProperty: { nextCursor } }),
				advice: `The list is packed otherwise than the documents show. ${tryOut('this list')}`,
			}),
		];
	}
	if (operation === 'domainSetting.get') return [];
	const found = recordIn(answer.body);
	const at = found?.at ?? '';
	return [
		held(
			`envelope:${operation}`,
			found ? `the record is ${shownPlace(at) || 'the answer itself'}` : known.told(answer, 1),
			{
				if: at !== '' || !found,
				advice: `A single record is packed otherwise than the documents show. ${tryOut('this operation')}`,
			},
		),
	];
}

export const listed = (problems: readonly string[]): string =>
	problems.length === 0 ? '' : `: ${problems.join('; ')}`;

export const envelopes: Check = {
	check: 'envelopes',
	inquire: (known) =>
		READS.flatMap(({ operation }) => (known.has(operation) ? judged(known, operation) : [])),
};
