import type { IDataObject } from 'n8n-workflow';
import {
	optionControls,
	read,
	referenceIds,
	type Controls,
	type CustomFields,
	type Field,
	type Item,
} from '../fields';
import { isBlank, isObject, textOf } from '../values';
import { dropdowns } from './dropdownSources';

/** What an event compares with the version of the record that was handled last. */
export interface Compared {
	/** Names the comparison: for a different one the trigger learns the values anew. */
	readonly name: string;
	/** @throws NotComparable for a record that lacks it. */
	readonly valueIn: (record: IDataObject) => string;
	/**
	 * What `_event.changes` says of an update, by the value before; null when that is not known.
	 * @param all also says it of what is the same, for a sample.
	 */
	readonly changes?: (
		record: IDataObject,
		before: string | undefined,
		all?: boolean,
	) => IDataObject | null;
	/** Each field that the user named, and whether any record compared so far has it. */
	readonly found?: ReadonlyMap<string, boolean>;
}

/** A record lacks what the event compares; the message says what, without a full stop. */
export class NotComparable extends Error {}

/** A compared value before and after; `from` is absent when it is not known. */
export interface Change {
	readonly from?: string;
	readonly to: string;
}

/** What an event may need to know of the record whose versions it compares. */
export interface ComparedRecord {
	readonly fields: readonly Field[];
	readonly customs?: CustomFields;
}

/** An event of the trigger, described once: its form, what it compares, what it adds, its sample. */
export interface EventDescription {
	readonly id: string;
	readonly name: string;
	/** How the list of triggers in n8n's node creator reads, and is searched: `Deal won`. */
	readonly action: string;
	readonly description: string;
	/**
	 * Which versions of a record are events: `changed` is one whose compared value differs, `deleted`
	 * none, but its end.
	 */
	readonly tells: 'created' | 'updated' | 'createdOrUpdated' | 'changed' | 'deleted';
	/** Parameters of its own, under Options. */
	readonly options: readonly Field[];
	compared(item: Item, record: ComparedRecord): Compared | undefined;
	/** Which of its changes the user asked for, by the new value. */
	wants(item: Item): (to: string) => boolean;
	/** Whether the first sight of a new record is a change as well, from nothing. */
	readonly newCounts: boolean;
	/** What it adds to `_event`. */
	details(record: IDataObject, change: Change): IDataObject;
	/** What a sample record holds for it. */
	readonly sample: IDataObject;
}

const PLAIN = {
	compared: () => undefined,
	wants: () => () => true,
	newCounts: false,
	details: () => ({}),
	sample: {},
};

/** Describes an event by what sets it apart. */
export const event = (
	id: string,
	{
		options,
		...rest
	}: Pick<EventDescription, 'name' | 'action' | 'description' | 'tells'> &
		Partial<Omit<EventDescription, 'options'>> & { readonly options?: Controls },
): EventDescription => ({
	...PLAIN,
	...rest,
	id,
	options: Object.values(options?.fields ?? {}),
});

const phaseOptions = optionControls({
	enteredPhases: referenceIds('enteredPhases', 'Entered Phases', dropdowns.phases, {
		means: 'all',
		description: 'Only deals that enter one of these phases',
	}),
});

/** The phase by its id, with its name where the deal's own list of phases has it; null for none. */
function phaseNamed({ phase, phaseStayDays }: IDataObject, id = ''): IDataObject | null {
	if (id === '') return null;
	const phases: unknown[] = [phase, phaseStayDays].flat();
	const found = phases.filter(isObject).find((each) => textOf(each.id) === id);
	return { id: Number(id), ...(found && { name: found.name }) };
}

export const phaseChanged = event('phaseChanged', {
	name: 'Phase Changed',
	action: 'Deal phase changed',
	description: 'Each time a deal moves to another phase, with the previous phase',
	tells: 'changed',
	options: phaseOptions,
	compared: () => ({
		name: 'phase',
		valueIn: ({ phase }) => textOf(isObject(phase) ? phase.id : phase),
	}),
	wants: (item) => {
		const { enteredPhases = [] } = read(phaseOptions, item);
		return (to) => enteredPhases.length === 0 || enteredPhases.includes(Number(to));
	},
	details: (record, { from, to }) => ({
		from: phaseNamed(record, from),
		to: phaseNamed(record, to),
	}),
	sample: { phase: { id: 1, name: 'Sample phase', status: 1 } },
});

/** Whether a deal is in a phase that ends it in one way, as an event compares it. */
const INTO = 'yes';

/**
 * The entry into a phase of one status, or into one of the phases that the user names: what a status
 * means is not documented, so an account may have it otherwise (S6).
 */
function outcome(id: 'won' | 'lost', name: string, status: number): EventDescription {
	const chosen = `${id}Phases` as const;
	const label = `${name} Phases`;
	const option = optionControls({
		[chosen]: referenceIds(chosen, label, dropdowns.phases, {
			means: 'all',
			description: `The phases in which a deal counts as ${id}. By default those with status ${status}.`,
		}),
	});
	/** @throws NotComparable when neither the user nor the service says what the phase is. */
	const isInto = (phase: unknown, phases: readonly number[]): boolean => {
		const found = isObject(phase) ? phase : {};
		if (phases.length > 0) return phases.includes(Number(found.id));
		if (!isBlank(found.status)) return Number(found.status) === status;
		if (isBlank(phase)) return false;
		throw new NotComparable(
			`The deal’s phase has no status, by which it would be ${id} or not: choose the phases that count as ${id} in ${label}`,
		);
	};
	return event(id, {
		name,
		action: `Deal ${id}`,
		description: `Each time a deal is ${id}, or is created as ${id}`,
		tells: 'changed',
		options: option,
		compared: (item) => {
			const phases = [...new Set(read(option, item)[chosen] ?? [])].sort((a, b) => a - b);
			return {
				name: `${id} ${phases.join()}`,
				valueIn: ({ phase }) => (isInto(phase, phases) ? INTO : ''),
			};
		},
		wants: () => (to) => to === INTO,
		newCounts: true,
		sample: { phase: { id: 1, name: `Sample phase: ${id}`, status } },
	});
}

export const won = outcome('won', 'Won', 2);
export const lost = outcome('lost', 'Lost', 3);
