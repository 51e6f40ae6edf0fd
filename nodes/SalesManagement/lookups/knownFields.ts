import {
	fieldKeyOf,
	itemIdOf,
	type CustomField,
	type CustomValue,
} from '../fields';
import type { RecordDescription } from '../records/record';
import { objectsAt } from '../shared';
import { allRecords, catalogOf, dealTypesOf, type CatalogScope } from './catalog';
import { fromDefinition } from './customFields';
import { ofDefinition } from './customObjects';
import type { NameSources } from './source';

/** What decides which custom fields are meant: a deal type, or a definition of custom objects. */
type FieldScope = Pick<CatalogScope, 'dealType' | 'objects'>;

/** What of a description says which custom fields a record has. */
export type Described = Partial<Pick<RecordDescription, 'id' | 'customs'>>;

/**
 * The custom fields of a record: their definitions where there is a v1 key, else what the newest
 * records show of them; of several kinds that share their custom fields those of its own, or the first.
 * Of custom objects those of a definition; empty for a record without custom fields of its own.
 * @returns the fields, of which one that several deal types have occurs once for each, and whether these are
 * all, else those that the newest records show.
 * @throws ServiceError from the lists they are read from.
 */
export async function definedFields(
	{ own, settings, onePage }: NameSources,
	{ id, customs }: Described,
	{ objects, dealType }: FieldScope = {},
) {
	if (objects) {
		const read = async () => await catalogOf(own, 'customObject', { objects, onePage });
		return { fields: (await ofDefinition(objects, read)).fields, isComplete: false };
	}
	if (customs?.property === undefined) return { fields: [], isComplete: true };
	const { definitions, records } = customs;
	const v1 = await settings();
	if (v1) {
		const items = definitions
			? await allRecords(v1, definitions)
			: (await dealTypesOf(v1))
					.filter(({ id: type }) => dealType === undefined || type === dealType)
					.flatMap((type) => objectsAt(type, 'dealCustomItems'));
		return { fields: items.flatMap(fromDefinition), isComplete: true };
	}
	const [kind] = records.filter((each) => each === id).concat(records);
	const fields = kind ? (await catalogOf(own, kind, { dealType, onePage })).fields : [];
	return { fields, isComplete: false };
}

/** The fields of values that come without their names and types (S3). */
export class KnownFields {
	/** By the IDs of their items, which are numbers, and by their keys, which are text. */
	private readonly known = new Map<unknown, CustomField>();

	constructor(readonly fields: readonly CustomField[] = []) {
		// Of several the first counts.
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
