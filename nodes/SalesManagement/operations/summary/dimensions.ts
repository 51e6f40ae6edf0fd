/** By what a summary groups: the key of each record, and how a key is shown. */
import type { IDataObject } from 'n8n-workflow';
import {
	decimalText,
	entriesIn,
	isList,
	momentOf,
	plainDecimal,
	TYPES,
	type CustomValue,
	type Entry,
} from '../../fields';
import { isBlank, isObject, textOf } from '../../values';
import { idName } from '../columns/ownNames';
import { entryText, lackedBy, readable, type Known } from '../output/readable';
import { compareDecimals } from './exact';
import { isDate, type SummaryField } from './field';
import { isWhole } from './measures';
import { Periods } from './periods';
import type { GroupedBy, Plan } from './plan';

type Shown = readonly [name: string, value: unknown];

const isNumeric = (key: string): boolean => /^-?\d+(?:\.\d+)?$/.test(key);

/** Numbers and IDs as such and before text; text by its characters. */
function compareKeys(one: string, other: string): number {
	const areNumbers = [one, other].map(isNumeric);
	if (areNumbers[0] && areNumbers[1]) return compareDecimals(one, other);
	if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1;
	return one < other ? -1 : one > other ? 1 : 0;
}

/** A list in which the order means nothing; null for an empty one. */
function listKey(entries: readonly Entry[]): string | null {
	const keys = entries.map(({ value }) => textOf(value).trim()).filter((key) => key !== '');
	return keys.length === 0 ? null : JSON.stringify(keys.sort(compareKeys));
}

const referenceKey = (value: unknown): string | null => {
	const id = isObject(value) ? (value.id ?? value.name) : value;
	return isBlank(id) ? null : textOf(id);
};

/** One field that is grouped by. */
export class Dimension {
	readonly field: SummaryField;
	/** What the first record of each key held. */
	private readonly samples = new Map<string, unknown>();
	/** The names of the deal types that have the entry of each key. */
	private readonly dealTypes = new Map<string, Set<string>>();
	/** Whether each deal type has entries of its own, and no column says which. */
	private readonly needsDealTypes: boolean;
	private readonly periods: Periods;
	/** Whether any record showed the field. */
	isShown = false;

	constructor(
		{ field, unit }: GroupedBy,
		private readonly name: string,
		{ groups, timezone }: Pick<Plan, 'groups' | 'timezone'>,
	) {
		this.field = field;
		const { toldApartBy } = field;
		const isTold = groups.some((each) => each.field.property === toldApartBy);
		this.needsDealTypes = toldApartBy !== undefined && !isTold;
		this.periods = new Periods(unit, timezone);
	}

	/**
	 * What a record is grouped by; null where it holds nothing.
	 * @param value what it holds in the field; `undefined` where it does not show it.
	 */
	keyOf(value: unknown): string | null {
		if (value === undefined) return null;
		this.isShown = true;
		const key = this.keyIn(value);
		if (key === null) return key;
		if (!this.samples.has(key)) this.samples.set(key, value);
		if (this.needsDealTypes) this.tellApart(key, value);
		return key;
	}

	private tellApart(key: string, value: unknown): void {
		const { dealTypes }: IDataObject = isObject(value) ? value : {};
		if (!Array.isArray(dealTypes)) return;
		const known = this.dealTypes.get(key) ?? new Set();
		for (const each of dealTypes) if (isObject(each)) known.add(textOf(each.name));
		this.dealTypes.set(key, known);
	}

	/** How often each name occurs among the entries; known when all records have been seen. */
	private names?: ReadonlyMap<unknown, number>;

	/** The name of an entry; where another has the same, with its deal types in front, as in dropdowns. */
	private nameOf(key: string | null, name: unknown): unknown {
		const dealTypes = key === null ? undefined : this.dealTypes.get(key);
		if (!dealTypes || isBlank(name)) return name;
		this.names ??= [...this.samples.values()].reduce<Map<unknown, number>>((names, each) => {
			const called = isObject(each) ? each.name : undefined;
			return names.set(called, (names.get(called) ?? 0) + 1);
		}, new Map());
		return (this.names.get(name) ?? 0) > 1 ? `${[...dealTypes].join(', ')}: ${textOf(name)}` : name;
	}

	/** Custom values whose names have to be looked up before they can be shown. */
	get short(): CustomValue[] {
		if (!this.field.isCustom || TYPES[this.field.type].holds !== 'choice') return [];
		return [...this.samples.values()].filter(
			(each): each is CustomValue => lackedBy(each) !== undefined,
		);
	}

	/** A key as columns of its group: a reference as its name and its ID, both null for none. */
	shown(key: string | null, known?: Known): Shown[] {
		const sample = key === null ? null : this.samples.get(key);
		if (this.field.type !== 'reference') {
			return [[this.name, key === null ? null : this.valueOf(key, sample, known)]];
		}
		const { name = null, id = null }: IDataObject = isObject(sample)
			? sample
			: { id: sample as IDataObject[string] };
		return [
			[this.name, this.nameOf(key, name)],
			[idName(this.name), id],
		];
	}

	/** Groups in the order of their keys, without any last. */
	compare(one: string | null, other: string | null): number {
		if (one === null || other === null) return Number(one === null) - Number(other === null);
		return compareKeys(one, other);
	}

	private keyIn(value: unknown): string | null {
		const { type } = this.field;
		if (type === 'reference') return referenceKey(value);
		const entries = entriesIn(value, type);
		if (isList(value, type)) return listKey(entries);
		const given = entries[0]?.value;
		if (isBlank(given)) return null;
		if (TYPES[type].holds === 'number') return decimalText(given) ?? textOf(given);
		const isTime = typeof given === 'string' && momentOf(given) !== undefined;
		const isPeriod = type === 'untyped' ? isTime : isDate(this.field);
		return (isPeriod ? this.periods.of(given, type) : undefined) ?? textOf(given);
	}

	private valueOf(key: string, sample: unknown, known: Known | undefined): unknown {
		const { type, isCustom, options } = this.field;
		const { holds } = TYPES[type];
		if (holds === 'date') return key;
		if (isWhole(type) && Number.isSafeInteger(Number(key))) return Number(key);
		if (holds === 'number') return plainDecimal(key);
		if (type === 'untyped' && momentOf(sample) !== undefined) return key;
		const label = (value: string) =>
			options?.has(value) ? entryText({ label: options.get(value), value }) : undefined;
		if (type === 'option') return label(key) ?? readable(sample, known);
		if (TYPES[type].isList && options && options.size > 0) {
			return (JSON.parse(key) as string[]).map((each) => label(each) ?? each);
		}
		return isCustom || Array.isArray(sample) ? readable(sample, known) : sample;
	}
}
