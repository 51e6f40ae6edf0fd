import type { IDataObject } from 'n8n-workflow';
import { optionControls, read, referenceIds } from '../fields';
import { isBlank, isObject, quoted, textOf } from '../shared';
import { dropdowns } from './dropdownSources';
import type { Compared, EventDescription } from './record';

/** Thrown for a record without the compared value; the message says what it lacks, without a full stop. */
export class NotComparable extends Error {}

const phaseOptions = optionControls({
	enteredPhases: referenceIds('enteredPhases', 'Entered Phases', dropdowns.phases, {
		means: 'all',
		description: 'Only deals that enter one of these phases',
	}),
});

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
	id: 'phaseChanged',
	name: 'Phase Changed',
	action: 'Deal phase changed',
	description: 'Each time a deal moves to another phase, with the previous phase',
	reports: 'changed',
	options: phaseOptions,
	compared: (item) => {
		const wanted = read(phaseOptions, item).enteredPhases;
		return {
			name: 'phase',
			wanted,
			valueIn: ({ phase }) => textOf(isObject(phase) ? phase.id : phase),
			wants: (to) => !wanted?.length || wanted.includes(Number(to)),
			details: (record, { from, to }) => ({
				from: phaseById(record, from),
				to: phaseById(record, to),
			}),
		};
	},
	sample: { phase: { id: 1, name: 'Sample phase', status: 1 } },
};

type DealOutcome = 'won' | 'lost';

/**
 * The status of a phase. Neither document says what a status means, so an account may differ (S6).
 */
export const PHASE_STATUS = { inProgress: 1, won: 2, lost: 3 } as const;

const phasesOf = (outcome: DealOutcome, label: string) =>
	referenceIds(`${outcome}Phases`, label, dropdowns.phases, {
		means: 'all',
		description: `The phases in which a deal counts as ${outcome}. By default those with status ${PHASE_STATUS[outcome]}.`,
	});

const PHASES = {
	won: phasesOf('won', 'Won Phases'),
	lost: phasesOf('lost', 'Lost Phases'),
};

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
	throw new NotComparable(
		`The deal’s phase has no status, by which it would be ${outcome} or not: choose the phases that count as ${outcome} in ${PHASES[outcome].label}`,
	);
}

const samplePhase = (name: string, status: number): IDataObject => ({
	phase: { id: 1, name: `Sample phase: ${name}`, status },
});

/**
 * An event of a deal that reaches one of these outcomes, or is open again.
 * @param event its parts that are other than those of Won.
 * @param comparison the parts of its comparison that are.
 */
function outcomeEvent(
	id: string,
	outcomes: readonly [DealOutcome, ...DealOutcome[]],
	event?: Partial<EventDescription>,
	comparison?: Pick<Compared, 'wants' | 'details'>,
): EventDescription {
	const fields = outcomes.map((outcome) => PHASES[outcome]);
	const options = optionControls(Object.fromEntries(fields.map((each) => [each.name, each])));
	return {
		id,
		name: id.replace(/^./, (letter) => letter.toUpperCase()),
		action: `Deal ${id}`,
		description: `Each time a deal is ${id}, or is created so`,
		reports: 'changed',
		compared: (item) => {
			const chosen = read(options, item);
			const watched = outcomes.map((outcome) => {
				const phases = new Set(chosen[PHASES[outcome].name]);
				return { outcome, phases: [...phases].sort((a, b) => a - b) };
			});
			return {
				name: watched.map(({ outcome, phases }) => `${outcome} ${phases.join()}`).join(' '),
				valueIn: ({ phase }) => outcomeOf(phase, watched),
				wants: (to) => to !== '',
				...comparison,
			};
		},
		newCounts: true,
		sample: samplePhase(id, PHASE_STATUS[outcomes[0]]),
		...event,
		options,
	};
}

const won = outcomeEvent('won', ['won']);
const lost = outcomeEvent('lost', ['lost']);

const closed = outcomeEvent(
	'closed',
	['won', 'lost'],
	{ description: 'Each time a deal is won or lost, or is created so; _event.type says which' },
	{ details: (_record, { to }) => ({ type: to }) },
);

const reopened = outcomeEvent(
	'reopened',
	['won', 'lost'],
	{
		description: 'Each time a deal that was won or lost is open again',
		newCounts: false,
		sample: samplePhase('reopened', PHASE_STATUS.inProgress),
	},
	{ wants: (to) => to === '' },
);

const completed: EventDescription = {
	id: 'completed',
	name: 'Completed',
	action: 'Action completed',
	description:
		'Each time an action is completed, or is created as completed, whatever Status in Filters says',
	reports: 'changed',
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
	newCounts: true,
	sample: { active: false },
};

/** The events that records name in `watch.events`. */
export const EVENTS = { phaseChanged, won, lost, closed, reopened, completed };
