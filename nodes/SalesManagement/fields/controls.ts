import { isObject, mapValues, own, Problems, UsageError } from '../shared';
import { isKnownTo, type Field, type Item } from './field';

/**
 * Parameters that control the node itself and are not sent: at the top or in a collection.
 * @typeParam Values what each one is read as, by its name.
 */
export interface Controls<Values = Record<string, unknown>> {
	readonly collection?: 'options' | 'fileOptions' | 'columnOptions' | 'sort';
	readonly fields: { readonly [Name in keyof Values]: Field<Values[Name]> };
}

/** The same controls, shown where a parameter at the top of the form has one of these values. */
export function shownIf(
	{ fields, ...place }: Controls,
	[parameter, values]: readonly [parameter: string, values: string[]],
): Controls {
	const name = place.collection === undefined ? parameter : `/${parameter}`;
	return {
		...place,
		fields: mapValues(fields, (each) => ({
			...each,
			shownWhen: { [name]: values, ...each.shownWhen },
		})),
	};
}

/** The entered values of one form or collection. */
interface Entered {
	readonly fields: readonly Field[];
	get(name: string): unknown;
}

/**
 * Tells whether the parameters on which a field depends let the form show it, each read through its own
 * type: an expression may give `"true"` for true, or nothing for what is the default.
 */
export const isShown = ({ shownWhen }: Field, entered: Entered, item: Item): boolean =>
	shownWhen === undefined ||
	Object.entries(shownWhen).every(([name, values]) => {
		const other = entered.fields.find((each) => each.name === name);
		const value = other
			? (other.toRequest(entered.get(name) ?? undefined, item) ?? other.form.default)
			: // n8n marks a parameter of the whole form by a slash.
				item.get(name.replace('/', ''));
		return values.some((each) => each === value);
	});

/** Added to a collection that narrows or steers, a parameter must have a value for every item. */
export const withoutValue = ({ label }: Field): UsageError =>
	new UsageError(
		`${label} has no value: its expression gives none for this item. Give it one, or remove it.`,
	);

/**
 * The node's own parameters of one item, each read through its type; `undefined` for one that the user left alone.
 * @throws UsageError that names the parameter by its label.
 */
export function read<Values>(controlled: Controls<Values>, item: Item): Partial<Values> {
	const { fields, collection } = controlled as Controls;
	const given = collection && item.get(collection);
	const inner = isObject(given) ? given : {};
	const get = (name: string) => (collection ? own(inner, name) : item.get(name));
	const entered = { fields: Object.values(fields), get };
	const problems = new Problems();
	const valueOf = (name: string, each: Field): unknown => {
		if (!isKnownTo(each, item.version) || !isShown(each, entered, item)) return undefined;
		const value = each.toRequest(get(name) ?? undefined, item) ?? undefined;
		if (value === undefined && Object.hasOwn(inner, name)) throw withoutValue(each);
		return value;
	};
	const values = Object.entries(fields).map(
		([name, each]) => [name, problems.try(() => valueOf(name, each))] as const,
	);
	problems.assertNone();
	return Object.fromEntries(values) as Partial<Values>;
}

const asShown = (value: unknown) => (value === undefined ? 'not set' : JSON.stringify(value));

/**
 * Parameters that govern the whole run, so all items must agree on them.
 * @throws UsageError when two items differ, since going by the first would ignore the other.
 */
export function readOnce<Values>(
	controlled: Controls<Values>,
	items: readonly Item[],
): Partial<Values> | undefined {
	const [first, ...others] = items;
	if (!first) return undefined;
	const values = read(controlled, first);
	// Controls are not in a file, so all of its rows have the same.
	if (first.rowOf !== undefined) return values;
	for (const other of others) {
		const theirs = read(controlled, other);
		for (const [name, { label }] of Object.entries((controlled as Controls).fields)) {
			const mine = asShown(own(values, name));
			const its = asShown(own(theirs, name));
			if (mine === its) continue;
			throw new UsageError(
				`${label} must be the same for all items: it is ${mine} for item ${first.index} and ${its} for item ${other.index}.`,
			);
		}
	}
	return values;
}
