/** What the trigger builds on: the window of update times, its ends, and whether two looks agree. */
import type { OperationId, ResourceId } from '../../api/routes/routes';
import { placeOf } from './envelopes';
import { asDescribed, differs, held, unclear, type Finding } from './finding';
import { isSuccess, type Answer, type Check, type Inquiry, type Question } from './inquiry';
import type { Known } from './known';
import { recordsOf } from './lists';
import { idOf, momentOf, numberOf, valueOf } from './reading';
import { ATTACH, INEXACT, NOTHING } from './words';

/** Wide enough for what is stored more finely than it is shown. */
const NEAR_MS = 2_000;
const SIZE = 50;

interface Window {
	readonly from: number;
	readonly to: number;
}

const WATCHED: readonly ResourceId[] = [
	'deal',
	'customer',
	'contact',
	'dealAction',
	'customerAction',
	'contactAction',
	'customObject',
];

const operationOf = (resource: ResourceId) => `${resource}.getMany` as OperationId;

/** v1 lists contacts without a window (v1 §4). */
const hasWindow = (known: Known, resource: ResourceId) =>
	known.has(operationOf(resource)) && !(known.version === 'v1' && resource === 'contact');

function asked(known: Known, operation: OperationId, { from, to }: Window): Question {
	const { path } = known.answers.get(operation)?.question ?? {};
	const limit = known.row(operation).list?.takesLimit ? SIZE : undefined;
	const [updatedAtFrom, updatedAtTo] = [from, to].map((time) => new Date(time).toISOString());
	return known.ask({ operation, path, query: { limit, updatedAtFrom, updatedAtTo } });
}

const shownAt = (record: unknown) => momentOf(valueOf(record, 'updatedAt'));

const ENDS =
	'Triggers ask for records by the time of their last change. The ends of such a question are understood otherwise here, which triggers allow for. ' +
	NOTHING;
const NO_EFFECT = `Triggers ask for records by the time of their last change, and the service does not heed it: a trigger may miss changes or be slow, and filters by update time show too much. Don’t rely on either before this is settled. ${ATTACH}`;

const differing = (check: string, evidence: string, advice = NO_EFFECT): Finding => ({
	...differs({ check, evidence, advice }),
	isOfRecords: true,
});

function* inquired(known: Known, resource: ResourceId): Inquiry {
	const operation = operationOf(resource);
	if (!known.answers.has(operation)) return [];
	const check = `window:${operation}`;
	const record = known.listed(resource).find((each) => shownAt(each) !== undefined);
	const at = shownAt(record);
	const id = idOf(record);
	if (at === undefined || id === undefined)
		return [unclear(check, 'There is no record with an update time.')];
	const holds = (answer: Answer) =>
		recordsOf(known, answer).some((each) => String(idOf(each)) === String(id));
	const point = { from: at, to: at };
	const exact = yield asked(known, operation, point);
	if (!isSuccess(exact)) {
		return [differing(check, known.told(exact))];
	}
	const outside = recordsOf(known, exact).some(
		(each) => Math.abs((shownAt(each) ?? at) - at) > NEAR_MS,
	);
	if (outside) {
		return [differing(check, 'the window has no effect: records from outside of it are listed')];
	}
	if (holds(exact)) {
		const isSelective = known
			.listed(resource)
			.some((each) => Math.abs((shownAt(each) ?? at) - at) > NEAR_MS);
		const found = [
			isSelective
				? asDescribed(
						check,
						'both ends of a window belong to it, and it finds the times that are shown',
					)
				: unclear(check, 'There is no record of another time, which a window would leave out.'),
		];
		return resource === 'deal'
			? [...found, ...(yield* again(known, operation, exact, point))]
			: found;
	}
	if (!known.hasOddWindows && (yield* isChanged(known, operation, { id, at }))) {
		return [unclear(check, 'The record was changed while it was looked at.')];
	}
	known.hasOddWindows = true;
	const after = yield asked(known, operation, { from: at, to: at + NEAR_MS });
	const before = yield asked(known, operation, { from: at - NEAR_MS, to: at });
	return [differing(check, endsOf(holds(after), holds(before), at), ENDS)];
}

/** Whether a record has another update time by now, or is not at the beginning of its list any more. */
function* isChanged(
	known: Known,
	operation: OperationId,
	{ id, at }: { readonly id: string | number; readonly at: number },
): Generator<Question, boolean, Answer> {
	const question = known.answers.get(operation)?.question;
	if (!question) return false;
	const answer = yield question;
	const record = recordsOf(known, answer).find((each) => String(idOf(each)) === String(id));
	return shownAt(record) !== at;
}

/** Whether the second look lacks nothing but records that were changed, or deleted, since the first. */
function* areChanged(
	known: Known,
	operation: OperationId,
	looks: { readonly first: Answer; readonly second: Answer },
): Generator<Question, boolean, Answer> {
	const [before, after] = [looks.first, looks.second].map((look) => recordsOf(known, look));
	const without = (all: readonly unknown[] = [], others: readonly unknown[] = []) =>
		all.filter((each) => !others.some((other) => String(idOf(other)) === String(idOf(each))));
	const [gone] = without(before, after);
	const [id, at] = [idOf(gone), shownAt(gone)];
	if (id === undefined || at === undefined || without(after, before).length > 0) return false;
	return yield* isChanged(known, operation, { id, at });
}

function endsOf(isFromIncluded: boolean, isToIncluded: boolean, at: number): string {
	// A whole second that is found beside itself only may well be a rounded one.
	if ((isFromIncluded || isToIncluded) && at % 1000 === 0) {
		return 'a record is not found at its own time, but near it: an end of a window is left out, or times are stored more finely than they are shown';
	}
	if (isFromIncluded) return 'the beginning of a window belongs to it, its end does not';
	if (isToIncluded) return 'the end of a window belongs to it, its beginning does not';
	return 'neither end of a window belongs to it, or records are filtered by other times than they show';
}

/** The same question once more: what one look shows and the next does not is no ground to build on. */
function* again(
	known: Known,
	operation: OperationId,
	first: Answer,
	window: Window,
): Generator<Question, Finding[], Answer> {
	const second = yield asked(known, operation, window);
	const ids = (answer: Answer) => String(recordsOf(known, answer).map(idOf));
	const isSame = ids(first) === ids(second);
	if (!isSame && (yield* areChanged(known, operation, { first, second }))) {
		const check = `agreement:${operation}`;
		return [unclear(check, 'A record was changed or deleted between two looks.')];
	}
	const count = recordsOf(known, first).length;
	const total = placeOf(first, 'totalCount')?.value;
	return [
		held(
			`agreement:${operation}`,
			isSame ? 'two looks show the same' : 'two looks at one window show different records',
			{
				if: !isSame,
				isOfRecords: true,
				advice: `The same question is answered differently at times, so that lists may lack records. Triggers look twice; where a list must be complete, run it twice and compare. ${ATTACH}`,
			},
		),
		...(total === undefined || count >= SIZE
			? []
			: [
					held(
						`totalCount:window`,
						numberOf(total) === count
							? 'totalCount is the number of records in a window'
							: 'totalCount is not the number of records in a window',
						{
							if: numberOf(total) !== count,
							isOfRecords: true,
							advice: INEXACT,
						},
					),
				]),
	];
}

export const WINDOWS: readonly Check[] = WATCHED.map((resource): Check => ({
	check: `window:${operationOf(resource)}`,
	*inquire(known): Inquiry {
		return hasWindow(known, resource) ? yield* inquired(known, resource) : [];
	},
}));
