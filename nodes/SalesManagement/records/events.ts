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
import { isObject, textOf } from '../values';
import { dropdowns } from './names';

/** What an event compares with the version of the record that was handled last. */
export interface Compared {
	/** Names the comparison: for a different one the trigger learns the values anew. */
	readonly name: string;
	readonly valueIn: (record: IDataObject) => string;
}

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
	readonly description: string;
	/** Which versions of a record are events: `changed` is one whose compared value differs. */
	readonly tells: 'created' | 'updated' | 'createdOrUpdated' | 'changed';
	/** Parameters of its own, under Options. */
	readonly options: readonly Field[];
	compared(item: Item, record: ComparedRecord): Compared | undefined;
	/** Which of its changes the user asked for, by the new value. */
	wants(item: Item): (to: string) => boolean;
	/** What it adds to `_event`. */
	details(record: IDataObject, change: Change): IDataObject;
	/** What a sample record holds for it. */
	readonly sample: IDataObject;
}

const PLAIN = {
	compared: () => undefined,
	wants: () => () => true,
	details: () => ({}),
	sample: {},
};

/** Describes an event by what sets it apart. */
export const event = (
	id: string,
	{
		options,
		...rest
	}: Pick<EventDescription, 'name' | 'description' | 'tells'> &
		Partial<Omit<EventDescription, 'options'>> & { readonly options?: Controls },
): EventDescription => ({
	...PLAIN,
	...rest,
	id,
	options: Object.values(options?.fields ?? {}),
});

const phaseOptions = optionControls({
	enteredPhases: referenceIds('enteredPhases', 'Entered Phases', dropdowns.phases, {
		description: 'Only deals that enter one of these phases',
	}),
});

/** The phase by its id, with its name where the deal's own list of phases has it. */
function phaseNamed({ phase, phaseStayDays }: IDataObject, id: string): IDataObject {
	const phases: unknown[] = [phase, phaseStayDays].flat();
	const found = phases.filter(isObject).find((each) => textOf(each.id) === id);
	return { id: Number(id), ...(found && { name: found.name }) };
}

export const phaseChanged = event('phaseChanged', {
	name: 'Phase Changed',
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
		from: from === undefined ? null : phaseNamed(record, from),
		to: phaseNamed(record, to),
	}),
	sample: { phase: { id: 1, name: 'Sample phase', status: 1 } },
});
