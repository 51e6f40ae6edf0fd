/** By what a summary groups: the key of each record, and how a key is shown. */
import type { IDataObject } from 'n8n-workflow';
import {
	decimalText,
	entriesIn,
	isList,
	typeOfItem,
	typeOfValue,
	TYPES,
	type Entry,
	type Type,
} from '../../fields';
import { isBlank, isObject, textOf } from '../../values';
import { idName } from '../columns/ownNames';
import { readable, type Known } from '../output';
import { entryText } from '../output/readable';
import { compareDecimals } from './exact';
import { isDate } from './field';
import { shownNumber } from './measures';
import type { GroupedBy, Plan } from './plan';

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Numbers and IDs as such and before text; text by its characters. */
function compareKeys(one: string, other: string): number {
	const [isOne, isOther] = [NUMBER.test(one), NUMBER.test(other)];
	if (isOne && isOther) return compareDecimals(one, other);
	return Number(isOther) - Number(isOne) || (one < other ? -1 : Number(one > other));
}

/** A list in which the order means nothing; empty for an empty one. */
function listKey(entries: readonly Entry[]): string {
	const keys = entries.map(({ value }) => textOf(value).trim()).filter((key) => key !== '');
	return keys.length === 0 ? '' : JSON.stringify(keys.sort(compareKeys));
}

const referenceKey = (value: unknown): string =>
	textOf(isObject(value) ? (value.id ?? value.name) : value);

/** What a key stands for. */
interface Sample {
	/** How it is shown; a reference as the first record held it. */
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
	 * @param known what a custom value leaves out.
	 */
	keyOf(value: unknown, record: IDataObject, known?: Known): string | null {
		if (value === undefined) return null;
		const type = this.typeOf(value, known);
		const [key, shown] = this.keyIn(value, type);
		if (key === '') return null;
		let sample = this.samples.get(key);
		if (!sample) {
			const told = shown ?? this.labelOf(key, type) ?? readable(value, known, record);
			sample = { value: type === 'reference' ? value : told, dealTypes: new Set() };
			this.samples.set(key, sample);
		}
		const types = isObject(value) && Array.isArray(value.dealTypes) ? value.dealTypes : [];
		for (const each of types) if (isObject(each)) sample.dealTypes.add(textOf(each.name));
		return key;
	}

	/** The type of a value, which may say it where its field does not. */
	private typeOf(value: unknown, known: Known | undefined): Type {
		const { type } = this.by.field;
		const field = type === 'untyped' && isObject(value) ? known?.fields.of(value) : undefined;
		return typeOfValue(value, field ? typeOfItem(field.itemType) : type);
	}

	/** The key of a value, empty for none, and how it is shown where the key alone says that. */
	private keyIn(value: unknown, type: Type): readonly [key: string, shown?: unknown] {
		if (type === 'reference') return [referenceKey(value)];
		const entries = entriesIn(value, type);
		if (isList(value, type) || Array.isArray(value)) return [listKey(entries)];
		const given = entries[0]?.value;
		if (isBlank(given)) return [''];
		const isTime = isDate({ type }) && typeof given === 'string';
		const period = isTime ? this.plan.periods.of(given, type, this.by.unit) : undefined;
		if (period !== undefined) return [period, period];
		const number = TYPES[type].holds === 'number' ? decimalText(given) : undefined;
		return number === undefined ? [textOf(given)] : [number, shownNumber(number, type)];
	}

	/** Choices by the labels of the field's options, where these are known. */
	private labelOf(key: string, type: Type): unknown {
		const { options } = this.by.field;
		if (!options || options.size === 0) return undefined;
		const label = (each: string) =>
			options.has(each) ? entryText({ label: options.get(each), value: each }) : undefined;
		if (!TYPES[type].isList) return type === 'option' ? label(key) : undefined;
		return (JSON.parse(key) as string[]).map((each) => label(each) ?? each);
	}

	/** A key as columns of its group: a reference as its name and its ID, both null for none. */
	shown(key: string | null): IDataObject {
		const { field, name: column } = this.by;
		const sample = key === null ? undefined : this.samples.get(key);
		const value = sample?.value ?? null;
		if (field.type !== 'reference') return { [column]: value };
		const { name = null, id = null } = isObject(value) ? value : ({ id: value } as IDataObject);
		return { [column]: sample ? this.nameOf(name, sample) : name, [idName(column)]: id };
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
