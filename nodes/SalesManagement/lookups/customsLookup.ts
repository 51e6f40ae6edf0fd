/**
 * Looks up what short custom values leave out: they come with more or less about themselves (S3, v1 §2.3).
 */
import {
	customEntries,
	entriesIn,
	fieldKeyOf,
	itemIdOf,
	optionType,
	typeOfItem,
	typeOfValue,
	usersType,
	type CustomField,
	type CustomFields,
	type CustomValue,
} from '../fields';
import { isBlank, isObject } from '../shared';
import { loadCustomFields, listedNames } from './catalog';
import type { NameSources } from './source';

/** The fields of values that come without their names and types (S3). */
export class CustomFieldIndex {
	/** The fields by the IDs of their items, which are numbers, and by their keys, which are text. */
	private readonly known = new Map<unknown, CustomField>();

	constructor(readonly fields: readonly CustomField[] = []) {
		// The first field with a key or ID counts.
		for (const each of fields.toReversed()) {
			this.known.set(each.key, each);
			if (each.itemId !== undefined) this.known.set(each.itemId, each);
		}
	}

	/** The field of a value: by the ID of its item, which is unique, else by its key. */
	of(value: CustomValue): CustomField | undefined {
		return this.known.get(itemIdOf(value)) ?? this.known.get(fieldKeyOf(value));
	}
}

/** The fields and users with which short values can be shown by name. */
export interface CustomValueNames {
	readonly fields: CustomFieldIndex;
	/** Names by user IDs; absent if they are unknown. */
	readonly users?: ReadonlyMap<number, string>;
}

/**
 * Whether a value comes without the name and type of its field. An empty one may have no property `value`.
 */
const isCompact = (custom: CustomValue) =>
	(Object.hasOwn(custom, 'value') || itemIdOf(custom) !== undefined) &&
	!Object.hasOwn(custom, 'name') &&
	!Object.hasOwn(custom, 'itemType');

/**
 * Whether a value needs a lookup before a person can read it: a compact one for its whole field, one of an
 * action for the names of users, and any but a deal's for the label of a choice (v1 §2.3).
 */
function isShort(custom: unknown): custom is CustomValue {
	if (!isObject(custom)) return false;
	if (isCompact(custom)) return true;
	return (
		[usersType, optionType].includes(typeOfValue(custom)) &&
		entriesIn(custom).some(({ label, name }) => isBlank(label) && isBlank(name))
	);
}

/** The custom values that need a lookup. */
export const shortOf = (customs: unknown): CustomValue[] =>
	customEntries(customs)
		.map(([, custom]) => custom)
		.filter(isShort);

/** Labels of choices are documented in definitions, which only v1 has, and in deals (v1 §2.3, §2.9). */
const BY_NUMBER =
	'Choices of custom fields are shown by number: their labels take a V1 API Key in the credential.';

/**
 * Looks up the fields once a run, when the first short values come, and users only once a value has some. A
 * failure is reported once, and the values are then shown as they came.
 */
export class CustomsLookup {
	private fields?: Promise<CustomFieldIndex>;
	private users?: Promise<ReadonlyMap<number, string> | undefined>;

	constructor(
		private readonly sources: NameSources,
		private readonly warn: (message: string) => void,
	) {}

	/**
	 * The names for short values.
	 * @param values values of one kind of record, as `shortOf` finds them.
	 */
	async about(
		customs: CustomFields | undefined,
		values: readonly CustomValue[],
	): Promise<CustomValueNames | undefined> {
		if (!customs || values.length === 0) return undefined;
		const hasDefinitions = this.sources.settings !== undefined;
		// Labels of choices that whole values lack are only in definitions.
		const isOfUse = (each: CustomValue) =>
			isCompact(each) || (hasDefinitions && typeOfValue(each) === optionType);
		const fields = values.some(isOfUse) ? await this.fieldsOf(customs) : new CustomFieldIndex();
		const typeOf = (each: CustomValue) => typeOfValue(each, typeOfItem(fields.of(each)?.itemType));
		const isLabelled = (each: CustomValue) =>
			fields.of(each)?.options.some(({ name, value }) => name !== String(value));
		const isNumber = (each: CustomValue) =>
			!isBlank(each.value) && typeOf(each).hasOptions && !isLabelled(each);
		if (!hasDefinitions && values.some(isNumber)) this.warn(BY_NUMBER);
		const namesUsers = values.some((each) => !isBlank(each.value) && typeOf(each) === usersType);
		if (!namesUsers) return { fields };
		const users = await (this.users ??= this.userNames().catch(
			this.without('Users in custom fields are shown by ID', undefined),
		));
		return { fields, users };
	}

	/** The custom fields of a kind of record, as far as they are known. */
	async fieldsOf(customs: CustomFields): Promise<CustomFieldIndex> {
		return await (this.fields ??= this.read(customs).catch(
			this.without(
				'Custom fields are shown by item key and choices by number',
				new CustomFieldIndex(),
			),
		));
	}

	/**
	 * Loads the fields with one request: their definitions with a v1 key, else what the newest records show.
	 */
	private async read(customs: CustomFields): Promise<CustomFieldIndex> {
		const { sources } = this;
		const isAlwaysCompact = customs.compactIn === sources.own.client.version;
		if (isAlwaysCompact && !sources.settings) return new CustomFieldIndex();
		// One page shows each field that is in use.
		const { fields, isComplete } = await loadCustomFields(
			{ ...sources, onePage: true },
			{ customs },
		);
		// Compact values alone show no types, so nothing was learned from them.
		return new CustomFieldIndex(
			fields.filter(({ itemType }) => isComplete || itemType !== undefined),
		);
	}

	/** The names of all users, including those who have left: whole values name them, too. */
	private async userNames(): Promise<ReadonlyMap<number, string>> {
		const entries = await listedNames(this.sources.own, 'user.getMany', { deleted: 1 });
		return new Map(entries.map(({ id, name }) => [id, name]));
	}

	/** Reports what a failure means for the output, and goes on with what is known. */
	private readonly without =
		<Known>(what: string, known: Known) =>
		(error: unknown): Known => {
			const why = error instanceof Error ? error.message : String(error);
			this.warn(`${what}, since their names could not be looked up: ${why}`);
			return known;
		};
}
