import {
	fieldKeyOf,
	itemIdOf,
	type CustomField,
	type CustomFields,
	type CustomValue,
} from '../fields';
import { listedNames, type NameSources } from './directory';
import { definedFields } from './fields';

/** The fields of values that come without their names and types (S3). */
export class KnownFields {
	private readonly byItem = new Map<unknown, CustomField>();
	private readonly byKey = new Map<string, CustomField>();

	constructor(readonly fields: readonly CustomField[]) {
		for (const each of fields) {
			if (each.itemId !== undefined && !this.byItem.has(each.itemId)) {
				this.byItem.set(each.itemId, each);
			}
			if (!this.byKey.has(each.key)) this.byKey.set(each.key, each);
		}
	}

	/** The field of a value: by the ID of its item, which only one has, else by its key. */
	of(value: CustomValue): CustomField | undefined {
		return this.byItem.get(itemIdOf(value)) ?? this.byKey.get(fieldKeyOf(value));
	}
}

/**
 * What can be known of a record's custom fields with one request: with a v1 key their definitions,
 * else what the newest records show.
 * @throws ServiceError from the list they are read from.
 */
export async function knownFields(
	sources: NameSources,
	customs: CustomFields,
): Promise<KnownFields> {
	const isUntold = customs.compactIn === sources.own.client.version;
	if (isUntold && !(await sources.settings())) return new KnownFields([]);
	// Enough to see each field that is in use.
	const { fields, isComplete } = await definedFields({ ...sources, onePage: true }, { customs });
	// Where only compact values were seen, nothing was learned.
	return new KnownFields(fields.filter(({ itemType }) => isComplete || itemType !== undefined));
}

/** The names of all users by their IDs, also of those who have left: whole values name them too. */
export async function userNames(sources: NameSources): Promise<ReadonlyMap<number, string>> {
	const { entries } = await listedNames(sources, 'user.getMany', { deleted: 1 });
	return new Map(entries.map(({ id, name }) => [id, name]));
}
