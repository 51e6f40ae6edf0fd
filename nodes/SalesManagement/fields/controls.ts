import { UsageError } from '../api/errors';
import { isObject, own, textOf } from '../values';
import type { Field, Item } from './field';

type ControlFields = Readonly<Record<string, Field>>;

/** Parameters that control the node itself and are not sent: at the top or in a collection. */
export interface Controls<Fields extends ControlFields = ControlFields> {
	readonly within?: 'options';
	readonly fields: Fields;
}

/** The values of the controls; `undefined` for one that the user left alone. */
export type Values<Fields extends ControlFields> = {
	readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value>
		? Value | undefined
		: never;
};

export const controls = <Fields extends ControlFields>(fields: Fields): Controls<Fields> => ({
	fields,
});

export const optionControls = <Fields extends ControlFields>(fields: Fields): Controls<Fields> => ({
	within: 'options',
	fields,
});

/** Whether the parameters on which a field depends let the form show it. */
export const isShown = ({ shownWhen = {} }: Field, item: Item): boolean =>
	Object.entries(shownWhen).every(([name, values]) =>
		values.some((value) => comparable(value) === comparable(item.get(name))),
	);

/** An expression may give `"true"` for true. */
const comparable = (value: unknown) => textOf(value).trim().toLowerCase();

/**
 * The node's own parameters of one item, each read through its type.
 * @throws UsageError that names the parameter by its label.
 */
export function read<Fields extends ControlFields>(
	{ within, fields }: Controls<Fields>,
	item: Item,
): Values<Fields> {
	const group = within === undefined ? undefined : item.get(within);
	const values = Object.entries(fields).map(([name, each]) => {
		if (each.only !== undefined && each.only !== item.version) return [name, undefined];
		if (within === undefined && !isShown(each, item)) return [name, undefined];
		const entered =
			within === undefined ? item.get(name) : isObject(group) ? own(group, name) : undefined;
		return [name, each.wire(entered, item) ?? undefined];
	});
	return Object.fromEntries(values) as Values<Fields>;
}

const asShown = (value: unknown) => (value === undefined ? 'not set' : JSON.stringify(value));

/**
 * Parameters that govern the whole run, so all items must agree on them.
 * @throws UsageError when two items differ, since going by the first would ignore the other.
 */
export function readOnce<Fields extends ControlFields>(
	controlled: Controls<Fields>,
	items: readonly Item[],
): Values<Fields> | undefined {
	const [first, ...others] = items;
	if (!first) return undefined;
	const values = read(controlled, first);
	for (const other of others) {
		const theirs = read(controlled, other);
		for (const [name, { label }] of Object.entries(controlled.fields)) {
			const [mine, its] = [values, theirs].map((each) => asShown(own(each, name)));
			if (mine === its) continue;
			throw new UsageError(
				`${label} must be the same for all items: it is ${mine} for item ${first.index} and ${its} for item ${other.index}.`,
			);
		}
	}
	return values;
}
