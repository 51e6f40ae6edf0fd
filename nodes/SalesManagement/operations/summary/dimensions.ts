/** By what a summary groups: the key of each record, and how a key is shown. */
import type { IDataObject } from 'n8n-workflow';
import {
	decimalText,
	entriesIn,
	isList,
	typeOfValue,
	TYPES,
	type Entry,
	type Type,
} from '../../fields';
import { inTypes } from '../../lists';
import { isBlank, isObject, textOf } from '../../values';
import { idName } from '../columns/ownNames';
import { readable, type Known } from '../output';
import { compareDecimals } from './exact';
import { DEAL_TYPE } from './choose';
import { isDate } from './field';
import { shownNumber } from './measures';
import type { Periods } from './periods';
import type { GroupedBy } from './plan';

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

const nameOf = (value: unknown): unknown => (isObject(value) ? value.name : undefined);

/** One field that is grouped by. */
export class Dimension {
	/** How each key is shown; a reference as the first record held it. */
	private readonly shownAs = new Map<string, unknown>();
	/** How many keys stand for entries of each name, and the names of the deal types that have each. */
	private readonly times = new Map<unknown, number>();
	private readonly dealTypes = new Map<string, Set<string>>();

	constructor(
		readonly by: GroupedBy,
		private readonly periods: Periods,
	) {}

	/**
	 * What a record is grouped by; null where it holds nothing.
	 * @param value what it holds; `undefined` where it does not show the field.
	 * @param known what a custom value leaves out.
	 */
	keyOf(value: unknown, record: IDataObject, known?: Known): string | null {
		if (value === undefined) return null;
		const type = typeOfValue(value, this.by.field.type);
		const [key, shown] = this.keyIn(value, type);
		if (key === '') return null;
		if (!this.shownAs.has(key)) {
			const told = shown ?? (type === 'reference' ? value : readable(value, known, record));
			this.shownAs.set(key, told);
			this.times.set(nameOf(value), (this.times.get(nameOf(value)) ?? 0) + 1);
		}
		const dealType = this.by.namesDealTypes ? nameOf(record[DEAL_TYPE]) : undefined;
		if (!isBlank(dealType)) {
			const types = this.dealTypes.get(key) ?? new Set();
			this.dealTypes.set(key, types.add(textOf(dealType)));
		}
		return key;
	}

	/** The key of a value, empty for none, and how it is shown where the key alone says that. */
	private keyIn(value: unknown, type: Type): readonly [key: string, shown?: unknown] {
		if (type === 'reference') return [referenceKey(value)];
		const entries = entriesIn(value, type);
		if (isList(value, type) || Array.isArray(value)) return [listKey(entries)];
		const given = entries[0]?.value;
		if (isBlank(given)) return [''];
		const isTime = isDate({ type }) && typeof given === 'string';
		const period = isTime ? this.periods.of(given, type, this.by.unit) : undefined;
		if (period !== undefined) return [period, period];
		const number = TYPES[type].holds === 'number' ? decimalText(given) : undefined;
		return number === undefined ? [textOf(given)] : [number, shownNumber(number, type)];
	}

	/** A key as columns of its group: a reference as its name and its ID, both null for none. */
	shown(key: string | null): IDataObject {
		const { field, name: column } = this.by;
		const value = (key === null ? null : this.shownAs.get(key)) as IDataObject[string];
		if (field.type !== 'reference') return { [column]: value };
		const { name = null, id = null } = isObject(value) ? value : { id: value };
		return { [column]: this.toldApart(name, key), [idName(column)]: id };
	}

	/** A name that several entries have, with the deal types of this one in front, as in dropdowns. */
	private toldApart(name: IDataObject[string], key: string | null): IDataObject[string] {
		const types = key === null ? undefined : this.dealTypes.get(key);
		const isOne = (this.times.get(name) ?? 0) < 2;
		if (!types || isOne) return name;
		return inTypes(
			textOf(name),
			Array.from(types, (each) => ({ name: each })),
		);
	}

	/** Groups in the order of their keys, without any last. */
	compare(one: string | null, other: string | null): number {
		if (one === null || other === null) return Number(one === null) - Number(other === null);
		return compareKeys(one, other);
	}
}
