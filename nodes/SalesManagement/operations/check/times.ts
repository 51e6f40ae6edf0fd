/** How moments are written, and how finely. */
import type { OperationId } from '../../api/routes/routes';
import { textOf } from '../../values';
import { listed } from './envelopes';
import { recordsIn } from './fields';
import { held, unclear, type Finding } from './finding';
import type { Check } from './inquiry';
import type { Known } from './known';
import { momentOf, valueOf } from './reading';
import { NOTHING, tryOut } from './words';

const LISTS: readonly OperationId[] = [
	'customer.getMany',
	'deal.getMany',
	'contact.getMany',
	'dealAction.getMany',
	'customerAction.getMany',
	'contactAction.getMany',
	'customObject.getMany',
];

/** So many different times that are whole seconds are no chance any more. */
const ENOUGH = 4;

/** v2 shows UTC, but for contact actions (v2 §4.10); the samples of v1 carry +09:00 (v1 §2). */
const mayHaveOffset = (known: Known, operation: OperationId) =>
	known.version === 'v1' || operation === 'contactAction.getMany';

const OFFSET = /^\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+-]\d\d:?\d\d)$/;

const OTHER_OFFSET = 'times have the offset';

/** Without the offset itself, which comes and goes with the season. */
const lasting = (problems: readonly string[]): string =>
	[...new Set(problems.map((each) => (each.startsWith(OTHER_OFFSET) ? OTHER_OFFSET : each)))].join(
		'; ',
	);

function formProblems(times: readonly unknown[], canHaveOffset: boolean): string[] {
	const numbers = times.filter((each) => typeof each === 'number');
	if (numbers.length > 0) {
		return [
			`times are numbers, ${Number(numbers[0]) > 1e11 ? 'milliseconds' : 'seconds'} since 1970`,
		];
	}
	const texts = times.map(textOf);
	const offsets = new Set(texts.map((text) => OFFSET.exec(text)?.[1] ?? 'none'));
	const odd = [...offsets].filter(
		(offset) => offset !== 'Z' && (offset === 'none' || !canHaveOffset),
	);
	return [
		...odd
			.sort()
			.map((offset) => (offset === 'none' ? 'times have no offset' : `${OTHER_OFFSET} ${offset}`)),
		...(texts.every((text) => !/\.\d+/.test(text)) ? ['times have no milliseconds'] : []),
	];
}

const CREATED_BEFORE = 'createdAt is a little before updatedAt of the same creation';

/** Whether creations are a little earlier than the first change (S5), and never at its time. */
function isCreatedBefore(records: readonly unknown[]): boolean {
	const gaps = records.map(
		(each) =>
			(momentOf(valueOf(each, 'updatedAt')) ?? NaN) - (momentOf(valueOf(each, 'createdAt')) ?? NaN),
	);
	return gaps.some((gap) => gap > 0 && gap < 100) && !gaps.includes(0);
}

const momentsOf = (records: readonly unknown[]): number[] =>
	records.map((each) => momentOf(valueOf(each, 'updatedAt'))).filter((each) => each !== undefined);

/**
 * Of records that were just written: times are fine, and a creation has one.
 * @param created those that nobody has changed yet: a later change may come at once as well.
 */
export function timeProblems(created: readonly unknown[], written: readonly unknown[]) {
	const moments = momentsOf(written);
	const isWhole = moments.length >= ENOUGH && moments.every((time) => time % 1000 === 0);
	const problems = [
		...(isWhole ? ['times are whole seconds'] : []),
		...(isCreatedBefore(created) ? [CREATED_BEFORE] : []),
	];
	return { problems, areSeen: problems.length > 0 || momentsOf(created).length > 0 };
}

function judged(known: Known, operation: OperationId): Finding[] {
	const check = `times:${operation}`;
	const records = recordsIn(known, operation);
	const times = records
		.flatMap((each) => [valueOf(each, 'createdAt'), valueOf(each, 'updatedAt')])
		.filter((each) => each !== undefined && each !== null);
	if (times.length === 0)
		return known.answers.has(operation) ? [unclear(check, 'There is no time to look at.')] : [];
	const form = formProblems(times, mayHaveOffset(known, operation));
	const moments = times.map((each) => momentOf(each) ?? 0);
	const isWhole = form.length === 0 && moments.every((time) => time % 1000 === 0);
	const byProperty = {
		// Records that were written at once have one time between them.
		...(new Set(moments).size >= ENOUGH && { fineness: isWhole ? 'times are whole seconds' : '' }),
		...(isCreatedBefore(records) && { createdAt: CREATED_BEFORE }),
	};
	const problems = [...form, ...Object.values(byProperty).filter(Boolean)];
	return [
		held(check, `updatedAt and createdAt${listed(problems) || ': milliseconds and an offset'}`, {
			if: problems.length > 0,
			shape: lasting(form),
			byProperty,
			advice:
				form.length > 0
					? `Times come in another form, and triggers go by them. ${tryOut('a trigger with one change')}`
					: `Times are coarser than they could be. Triggers allow for that. ${NOTHING}`,
		}),
	];
}

export const times: Check = {
	check: 'times',
	inquire: (known) =>
		LISTS.flatMap((operation) => (known.has(operation) ? judged(known, operation) : [])),
};
