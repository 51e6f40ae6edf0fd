/** Custom values say more or less of themselves (S3, v1 §2.3): what short ones leave out is looked up. */
import {
	customEntries,
	entriesIn,
	fieldKeyOf,
	isOption,
	itemIdOf,
	typeOfItem,
	typeOfValue,
	type CustomField,
	type CustomFields,
	type CustomValue,
} from '../fields';
import { isBlank, isObject } from '../shared';
import { definedFields, listedNames } from './catalog';
import type { NameSources } from './source';

/** The fields of values that come without their names and types (S3). */
export class KnownFields {
	/** By the IDs of their items, which are numbers, and by their keys, which are text. */
	private readonly known = new Map<unknown, CustomField>();

	constructor(readonly fields: readonly CustomField[] = []) {
		// The first of several counts.
		for (const each of fields.toReversed()) {
			this.known.set(each.key, each);
			if (each.itemId !== undefined) this.known.set(each.itemId, each);
		}
	}

	/** The field of a value: by the ID of its item, which only one has, else by its key. */
	of(value: CustomValue): CustomField | undefined {
		return this.known.get(itemIdOf(value)) ?? this.known.get(fieldKeyOf(value));
	}
}

/** What is known of values that don't say it themselves. */
export interface Known {
	readonly fields: KnownFields;
	/** Names by the IDs of users; absent where they are not known. */
	readonly users?: ReadonlyMap<number, string>;
}

/** Whether a value comes without the name and type of its field; an empty one does, too, or is left out. */
const isCompact = (custom: CustomValue): boolean =>
	(Object.hasOwn(custom, 'value') || itemIdOf(custom) !== undefined) &&
	!Object.hasOwn(custom, 'name') &&
	!Object.hasOwn(custom, 'itemType');

/**
 * Whether something of a value has to be looked up before a person can read it: all of its field, in the
 * compact form; the names of users, in actions; the label of a choice, in all but deals (v1 §2.3).
 */
function isShort(custom: unknown): custom is CustomValue {
	if (!isObject(custom)) return false;
	if (isCompact(custom)) return true;
	const isNamed = entriesIn(custom).every(({ label, name }) => !isBlank(label) || !isBlank(name));
	return !isNamed && ['users', 'option'].includes(typeOfValue(custom));
}

/** Those of custom values of which something has to be looked up. */
export const shortOf = (customs: unknown): CustomValue[] =>
	customEntries(customs)
		.map(([, custom]) => custom)
		.filter(isShort);

/** The documents show labels of choices in definitions, which only v1 has, and in deals (v1 §2.3, §2.9). */
const BY_NUMBER =
	'Choices of custom fields are shown by number: their labels take a V1 API Key in the credential.';

/**
 * Looks up once a run, when the first short values come, and users only where a value names some. A
 * failure is told once: what is not known is shown as it came.
 */
export class CustomsLookup {
	private fields?: Promise<KnownFields>;
	private users?: Promise<ReadonlyMap<number, string> | undefined>;

	constructor(
		private readonly sources: NameSources,
		private readonly tell: (message: string) => void,
	) {}

	/** @param values short ones of one kind of record. */
	async about(
		customs: CustomFields | undefined,
		values: readonly CustomValue[],
	): Promise<Known | undefined> {
		if (!customs || values.length === 0) return undefined;
		const hasDefinitions = (await this.sources.settings()) !== undefined;
		// Definitions alone tell the labels of choices that whole values lack.
		const isOfUse = (each: CustomValue) =>
			isCompact(each) || (hasDefinitions && typeOfValue(each) === 'option');
		const fields = values.some(isOfUse) ? await this.fieldsOf(customs) : new KnownFields();
		const typeOf = (each: CustomValue) => typeOfValue(each, typeOfItem(fields.of(each)?.itemType));
		const isLabelled = (each: CustomValue) =>
			fields.of(each)?.options.some(({ name, value }) => name !== String(value));
		const isNumber = (each: CustomValue) =>
			!isBlank(each.value) && isOption(typeOf(each)) && !isLabelled(each);
		if (!hasDefinitions && values.some(isNumber)) this.tell(BY_NUMBER);
		const namesUsers = values.some((each) => !isBlank(each.value) && typeOf(each) === 'users');
		if (!namesUsers) return { fields };
		const users = await (this.users ??= this.userNames().catch(
			this.without('Users in custom fields are shown by ID', undefined),
		));
		return { fields, users };
	}

	/** The custom fields of a kind of record, as far as they are known. */
	async fieldsOf(customs: CustomFields): Promise<KnownFields> {
		return await (this.fields ??= this.read(customs).catch(
			this.without('Custom fields are shown by item key and choices by number', new KnownFields()),
		));
	}

	/** With one request: with a v1 key their definitions, else what the newest records show. */
	private async read(customs: CustomFields): Promise<KnownFields> {
		const { sources } = this;
		const isUntold = customs.compactIn === sources.own.client.version;
		if (isUntold && !(await sources.settings())) return new KnownFields();
		// Enough to see each field that is in use.
		const { fields, isComplete } = await definedFields({ ...sources, onePage: true }, { customs });
		// Where only compact values were seen, nothing was learned.
		return new KnownFields(fields.filter(({ itemType }) => isComplete || itemType !== undefined));
	}

	/** The names of all users, also of those who have left: whole values name them too. */
	private async userNames(): Promise<ReadonlyMap<number, string>> {
		const entries = await listedNames(this.sources.own, 'user.getMany', { deleted: 1 });
		return new Map(entries.map(({ id, name }) => [id, name]));
	}

	/** Tells what a failure comes to, and goes on with what is known all the same. */
	private readonly without =
		<Known>(what: string, known: Known) =>
		(error: unknown): Known => {
			const why = error instanceof Error ? error.message : String(error);
			this.tell(`${what}, since their names could not be looked up: ${why}`);
			return known;
		};
}
