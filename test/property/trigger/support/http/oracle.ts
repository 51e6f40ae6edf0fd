/** What must have been emitted after a history has come to rest; it knows only what was written. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../../../../nodes/SalesManagement/shared';
import type { Emitted } from '../../../../support/triggerFixture';
import type { Cell } from './cells';

/** One write of one record. */
export interface Commit {
	readonly at: number;
	readonly text: string;
	readonly phase: number;
}

export interface Written {
	readonly commits: Commit[];
	/** Its last commit before the trigger was published; absent for a new record. */
	readonly before?: Commit;
	deleted?: boolean;
}

export type World = ReadonlyMap<number, Written>;

/** Phases of the first deal type that end a deal (v2 §2.6). */
export const OUTCOMES: Readonly<Record<string, number>> = { won: 3, lost: 4 };

/** An edit within this time of the creation is told with it: the hold, and what times are rounded by. */
const AS_CREATED_MS = 5_000;

type Rule = (events: Emitted[], record: Written, cell: Cell) => string | false | undefined;

const typesOf = (events: Emitted[]) => events.map(({ _event }) => _event.type).join();
const last = <Each>(list: readonly Each[]) => list.at(-1);
const idOf = (value: unknown) => (value as IDataObject | null)?.id as number | undefined;

const lastVersion: Rule = (events, { commits, deleted }, { text }) => {
	const shown = last(events)?.[text];
	return !deleted && shown !== last(commits)?.text && `ends with ${textOf(shown)}`;
};

const wasUpdated = ({ commits, before }: Written) =>
	before
		? last(commits) !== before
		: (last(commits)?.at ?? 0) - (commits[0]?.at ?? 0) > AS_CREATED_MS;

const createdFirst: Rule = (events, { before }) => {
	const types = typesOf(events);
	return (
		!/^(created(,updated)*)?$/.test(types) && !(before && /^(updated,?)*$/.test(types)) && types
	);
};

/** From one value to the next, without a gap. */
const chain = (changes: ReadonlyArray<readonly [unknown, unknown]>, start: unknown) => {
	let at = start;
	for (const [from, to] of changes) {
		if (from === to || (at !== undefined && from !== at))
			return `${textOf(at)}: ${textOf(from)} to ${textOf(to)}`;
		at = to;
	}
	return undefined;
};

const RULES: Readonly<Record<string, Rule>> = {
	created: (events, { before, deleted }) => {
		const types = typesOf(events);
		if (before) return types !== '' && `there before: ${types}`;
		return types !== 'created' && !(deleted && types === '') && `created: ${types}`;
	},
	updated: (events, written, cell) => {
		if (!/^(updated,?)*$/.test(typesOf(events))) return typesOf(events);
		return wasUpdated(written) && lastVersion(events, written, cell);
	},
	createdOrUpdated: (events, written, cell) => {
		const isUntouched = written.before && !wasUpdated(written);
		if (isUntouched) return events.length > 0 && `told what was there: ${typesOf(events)}`;
		return (
			createdFirst(events, written, cell) ||
			(written.before && typesOf(events).includes('created') && 'created: was there') ||
			lastVersion(events, written, cell)
		);
	},
	fields: (events, written, cell) => {
		const { before, commits, deleted } = written;
		const told = events.map(({ _event }) => _event.changes as IDataObject | null);
		if (before && told.includes(null)) return 'a known value is said to be unknown';
		const changes = told
			.filter((each) => each !== null)
			.map((each) => each[cell.text] as IDataObject)
			.map(({ from, to }) => [from, to] as const);
		const wrong = chain(changes, before?.text);
		if (wrong !== undefined) return `wrong change: ${wrong}`;
		if (before && !deleted && last(changes)?.[1] !== last(commits)?.text) {
			return wasUpdated(written) && 'the last change is missing';
		}
		return undefined;
	},
	deleted: (events, { before, deleted }) => {
		if (!deleted) return events.length > 0 && 'it still exists';
		return (before ? events.length !== 1 : events.length > 1) && `told ${events.length} times`;
	},
	phaseChanged: (events, { before, commits, deleted }) => {
		const changes = events.map(({ _event }) => [idOf(_event.from), idOf(_event.to)] as const);
		const wrong = chain(changes, before?.phase);
		if (wrong !== undefined) return `wrong move: ${wrong}`;
		const ends = last(changes)?.[1] ?? before?.phase;
		return !deleted && ends !== undefined && ends !== last(commits)?.phase && `ends in ${ends}`;
	},
	won: (events, written) => outcome(events, written, 'won'),
	lost: (events, written) => outcome(events, written, 'lost'),
};

function outcome(events: Emitted[], { before, commits, deleted }: Written, event: string) {
	const into = OUTCOMES[event];
	const phases = [
		before?.phase,
		...commits.filter((each) => each !== before).map(({ phase }) => phase),
	];
	const entries = phases.filter((phase, at) => at > 0 && phase === into && phases[at - 1] !== into);
	if (events.length > entries.length) return `${events.length} times of ${entries.length}`;
	const isOwed = !deleted && last(phases) === into && phases[0] !== into;
	return isOwed && events.length === 0 && 'never told';
}

/** What is wrong with what a trigger of this event emitted; nothing when all is right. */
export function complaints(
	event: string,
	emitted: readonly Emitted[],
	world: World,
	cell: Cell,
): string[] {
	const ids = new Set<string>();
	const doubled: string[] = [];
	const byRecord = new Map<number, Emitted[]>();
	for (const each of emitted) {
		const { id } = each._event;
		if (ids.has(id)) doubled.push(`twice: ${id}`);
		ids.add(id);
		byRecord.set(each.id, [...(byRecord.get(each.id) ?? []), each]);
	}
	const unknown = emitted
		.filter(({ id }) => !world.has(id))
		.map(({ id }) => `${event} of ${id}, which nobody wrote`);
	const wrong = [...world].flatMap(([id, written]) => {
		const events = byRecord.get(id) ?? [];
		const text = RULES[event]?.(events, written, cell);
		return typeof text === 'string' ? [`${event} of ${id}: ${text}`] : [];
	});
	return [...doubled, ...unknown, ...wrong];
}
