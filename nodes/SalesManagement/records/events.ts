import type { IDataObject } from 'n8n-workflow';
import { isBlank, isObject, mapValues, quoted, textOf } from '../shared';
import { CONTROLS } from './controls';
import data from './data/events.json';
import { withoutSchema } from './fieldsFromData';
import type { Compared, EventDescription } from './record';

const texts = withoutSchema(data);

/** The parts of each event that are data: its texts in the form, and what it reports. */
export const EVENT_DATA = mapValues(texts, (each, id) => ({ id, ...each })) as Readonly<
	Record<keyof typeof texts, EventDescription>
>;

/** Thrown for a record without the compared value; the message says what it lacks, without a full stop. */
export class NotComparable extends Error {}

/**
 * The phase with an ID, with its name if the deal shows it: as its current phase, which is looked at first, or among
 * the phases in which it has stayed. Null if the deal was in no phase, or its phase is not known.
 */
function phaseById({ phase, phaseStayDays }: IDataObject, id = ''): IDataObject | null {
	if (id === '') return null;
	const phases: unknown[] = [phase, phaseStayDays].flat();
	const found = phases.filter(isObject).find((each) => textOf(each.id) === id);
	return { id: Number(id), ...(found && { name: found.name }) };
}

const phaseChanged: EventDescription = {
	...EVENT_DATA.phaseChanged,
	compared: ({ enteredPhases: wanted }) => ({
		name: 'phase',
		wanted,
		valueIn: ({ phase }) => textOf(isObject(phase) ? phase.id : phase),
		wants: (to) => !wanted?.length || wanted.includes(Number(to)),
		details: (record, { from, to }) => ({
			from: phaseById(record, from),
			to: phaseById(record, to),
		}),
	}),
};

type DealOutcome = 'won' | 'lost';

/**
 * The status of a phase. Neither document says what a status means, so an account may differ (S6).
 */
export const PHASE_STATUS = { inProgress: 1, won: 2, lost: 3 } as const;

/** The option with the phases of each outcome. */
const PHASES = { won: 'wonPhases', lost: 'lostPhases' } as const;

/** An outcome that the event watches, and the phases that the user chose for it; none if the status decides. */
interface WatchedOutcome {
	readonly outcome: DealOutcome;
	readonly phases: readonly number[];
}

/**
 * The watched outcome that a deal in this phase has reached; empty if it has reached none of them. A deal without a
 * phase counts as open.
 * @throws NotComparable if only the status could tell, and the phase has none.
 */
function outcomeOf(phase: unknown, watched: readonly WatchedOutcome[]): DealOutcome | '' {
	const { id, status } = isObject(phase) ? phase : {};
	const isReached = ({ outcome, phases }: WatchedOutcome) =>
		phases.length > 0 ? phases.includes(Number(id)) : Number(status) === PHASE_STATUS[outcome];
	const reached = watched.find(isReached);
	if (reached) return reached.outcome;
	// The watched outcome about which only the missing status could tell.
	const undecided = isBlank(status) ? watched.find(({ phases }) => phases.length === 0) : undefined;
	if (!undecided || isBlank(phase)) return '';
	const { outcome } = undecided;
	const { [PHASES[outcome]]: option } = CONTROLS.trigger.fields;
	throw new NotComparable(
		`The deal’s phase has no status, by which it would be ${outcome} or not: choose the phases that count as ${outcome} in ${option.label}`,
	);
}

/**
 * An event of a deal that reaches one of these outcomes, or is open again.
 * @param comparison the parts of its comparison that are other than those of Won.
 */
const outcomeEvent = (
	event: EventDescription,
	outcomes: readonly DealOutcome[],
	comparison?: Pick<Compared, 'wants' | 'details'>,
): EventDescription => ({
	...event,
	compared: (chosen) => {
		const watched = outcomes.map((outcome) => {
			const phases = new Set(chosen[PHASES[outcome]]);
			return { outcome, phases: [...phases].sort((a, b) => a - b) };
		});
		return {
			name: watched.map(({ outcome, phases }) => `${outcome} ${phases.join()}`).join(' '),
			valueIn: ({ phase }) => outcomeOf(phase, watched),
			wants: (to) => to !== '',
			...comparison,
		};
	},
});

const won = outcomeEvent(EVENT_DATA.won, ['won']);
const lost = outcomeEvent(EVENT_DATA.lost, ['lost']);

const closed = outcomeEvent(EVENT_DATA.closed, ['won', 'lost'], {
	details: (_record, { to }) => ({ type: to }),
});

const reopened = outcomeEvent(EVENT_DATA.reopened, ['won', 'lost'], { wants: (to) => to === '' });

const completed: EventDescription = {
	...EVENT_DATA.completed,
	overrides: { active: undefined },
	compared: () => ({
		name: 'completed',
		valueIn: ({ active }) => {
			if (typeof active === 'boolean') return active ? '' : 'completed';
			throw new NotComparable(
				`The action’s "active" is ${quoted(active)}, and neither true nor false`,
			);
		},
		wants: (to) => to !== '',
	}),
};

/** The events that records name in `watch.events`. */
export const EVENTS = { phaseChanged, won, lost, closed, reopened, completed };
