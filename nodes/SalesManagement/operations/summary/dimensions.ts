/** By what a summary groups: the key of each record, and how a key is shown. */
import type { IDataObject } from 'n8n-workflow';
import { decimalText } from '../../fields';
import { isBlank, isObject, textOf } from '../../values';
import { idName } from '../columns/ownNames';
import { entryText, readable } from '../output/readable';
import { compareDecimals } from './exact';
import { held, isDate, isNumber } from './field';
import { shownNumber } from './measures';
import type { GroupedBy, Plan } from './plan';

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Numbers and IDs as such and before text; text by its characters. */
function compareKeys(one: string, other: string): number {
	const [isOne, isOther] = [NUMBER.test(one), NUMBER.test(other)];
	if (isOne && isOther) return compareDecimals(one, other);
	return Number(isOther) - Number(isOne) || (one < other ? -1 : Number(one > other));
}

const entryKey = (entry: unknown): string =>
	textOf(isObject(entry) ? (entry.value ?? entry.id ?? entry.name) : entry);

/** A list in which the order means nothing; empty for an empty one. */
function listKey(value: unknown): string {
	const entries: unknown[] = Array.isArray(value) ? value : textOf(value).split(',');
	const keys = entries.map((each) => entryKey(each).trim()).filter((key) => key !== '');
	return keys.length === 0 ? '' : JSON.stringify(keys.sort(compareKeys));
}

/** What a key stands for. */
interface Sample {
	/** What the first record held, or how the key is shown where that is known at once. */
	readonly value: unknown;
	/** The names of the deal types that have the entry. */
	readonly dealTypes: Set<string>;
}

/** One field that is grouped by. */
export class Dimension {
	private readonly samples = new Map<string, Sample>();

	constructor(
		readonly by: GroupedBy,
		private readonly plan: Pick<Plan, 'groups' | 'periods'>,
	) {}

	/**
	 * What a record is grouped by; null where it holds nothing.
	 * @param value what it holds; `undefined` where it does not show the field.
	 */
	keyOf(value: unknown): string | null {
		if (value === undefined) return null;
		const [key, shown = value] = this.keyIn(value);
		if (key === '') return null;
		const sample = this.samples.get(key) ?? { value: shown, dealTypes: new Set() };
		this.samples.set(key, sample);
		const types = isObject(value) && Array.isArray(value.dealTypes) ? value.dealTypes : [];
		for (const each of types) if (isObject(each)) sample.dealTypes.add(textOf(each.name));
		return key;
	}

	/** The key of a value, empty for none, and how it is shown where the key alone says that. */
	private keyIn(value: unknown): readonly [key: string, shown?: unknown] {
		const { field, unit } = this.by;
		const { kind } = field;
		if (kind === 'reference') return [entryKey(value)];
		const given = held(value);
		if (isBlank(given)) return [''];
		if (kind === 'several' || Array.isArray(given)) return [listKey(given)];
		const isTime = isDate(field) && typeof given === 'string';
		const period = isTime ? this.plan.periods.of(given, kind, unit) : undefined;
		if (period !== undefined) return [period, period];
		const number = isNumber(field) && kind !== 'unknown' ? decimalText(given) : undefined;
		return number === undefined ? [entryKey(given)] : [number, shownNumber(number, kind)];
	}

	/** A key as columns of its group: a reference as its name and its ID, both null for none. */
	shown(key: string | null): IDataObject {
		const { field, name: column } = this.by;
		const sample = key === null ? undefined : this.samples.get(key);
		if (field.kind !== 'reference') {
			return { [column]: sample ? this.valueOf(key ?? '', sample) : null } as IDataObject;
		}
		const value = sample?.value ?? null;
		const { name = null, id = null } = isObject(value) ? value : ({ id: value } as IDataObject);
		return { [column]: sample ? this.nameOf(name, sample) : name, [idName(column)]: id };
	}

	private valueOf(key: string, { value }: Sample): unknown {
		const { kind, options } = this.by.field;
		const label = (each: string) =>
			options?.has(each) ? entryText({ label: options.get(each), value: each }) : undefined;
		if (kind === 'several' && options && options.size > 0) {
			return (JSON.parse(key) as string[]).map((each) => label(each) ?? each);
		}
		return (kind === 'choice' ? label(key) : undefined) ?? readable(value);
	}

	/** How often each name occurs among the entries; known when all records have been seen. */
	private times?: Map<unknown, number>;

	/**
	 * The name of an entry. Where each deal type has entries of its own, no column says which, and another has
	 * the same name, with its deal types in front, as in dropdowns.
	 */
	private nameOf(name: IDataObject[string], { dealTypes }: Sample): IDataObject[string] {
		const { toldApartBy } = this.by.field;
		if (toldApartBy === undefined || dealTypes.size === 0 || isBlank(name)) return name;
		if (this.plan.groups.some(({ field }) => field.property === toldApartBy)) return name;
		this.times ??= [...this.samples.values()].reduce<Map<unknown, number>>((times, { value }) => {
			const called = isObject(value) ? value.name : undefined;
			return times.set(called, (times.get(called) ?? 0) + 1);
		}, new Map());
		return (this.times.get(name) ?? 0) > 1 ? `${[...dealTypes].join(', ')}: ${textOf(name)}` : name;
	}

	/** Groups in the order of their keys, without any last. */
	compare(one: string | null, other: string | null): number {
		if (one === null || other === null) return Number(one === null) - Number(other === null);
		return compareKeys(one, other);
	}
}
