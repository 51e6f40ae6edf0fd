/**
 * Field changes: by which value a field is compared, how much of it the state keeps, and how `_event.changes`
 * shows it.
 */
import type { IDataObject } from 'n8n-workflow';
import { inOneOrder } from '../fields';
import { comparedOf, fieldParts } from '../polling';
import { isObject, setOwn } from '../shared';
import { digestOf } from './recordVersions';

/** One field of one record. */
export interface FieldValue {
	/** The value by which it is compared: the ID of a reference, for example. */
	readonly compared: unknown;
	/** The value as the record shows it. */
	readonly value: unknown;
}

/** The longest compared value that is stored, in characters; a longer one is replaced by a digest. */
const MOST_COMPARED = 50;
/** The longest readable form that is stored, in characters. */
const MOST_SHOWN = 80;
/** Marks a value that is not stored; a digest follows it in the compared part. */
const DIGEST = '#';

const isTree = (value: unknown) => typeof value === 'object' && value !== null;
const isFlatList = (value: unknown) => Array.isArray(value) && !value.some(isTree);

/** The readable form of a value: a reference as `{id, name}`, any other value as the record shows it. */
function shownOf({ compared, value }: FieldValue): unknown {
	if (Array.isArray(value) && isFlatList(compared)) {
		return value.map((each: unknown) => asReference(each));
	}
	return isTree(compared) ? (value ?? null) : asReference(value);
}

function asReference(value: unknown): unknown {
	if (!isObject(value) || !('id' in value)) return value ?? null;
	return { id: value.id, ...('name' in value && { name: value.name }) };
}

/**
 * A field's part of the compared value (`polling/lastValues.ts`): the compared form, and after a tab the
 * readable form if that differs.
 */
export function fieldPart(field: FieldValue): string {
	const compared = JSON.stringify(inOneOrder(field.compared ?? null));
	if (compared.length > MOST_COMPARED) return DIGEST + digestOf(field.compared);
	const shown = JSON.stringify(shownOf(field));
	if (shown === compared) return compared;
	return `${compared}\t${shown.length <= MOST_SHOWN ? shown : DIGEST}`;
}

/** The stored readable form of a field; `undefined` if only a digest is stored. */
function storedIn(part: string): { from: unknown } | undefined {
	const [compared = '', shown = compared] = part.split('\t');
	return shown.startsWith(DIGEST) ? undefined : { from: JSON.parse(shown) as unknown };
}

/**
 * The fields that changed, each with its values before and after; null if no values before are known, and all fields
 * if none has changed, as in a sample. A field whose value was too long to be stored is known to have changed, but not
 * from what.
 */
export function changesFrom(
	before: string | undefined,
	fields: ReadonlyMap<string, FieldValue>,
): IDataObject | null {
	if (before === undefined) return null;
	const parts = fieldParts(before);
	if (parts.length !== fields.size) return null;
	const all = [...fields].map(([name, field], at) => ({ name, field, part: parts[at] ?? '' }));
	const changed = all.filter(
		({ field, part }) => comparedOf(part) !== comparedOf(fieldPart(field)),
	);
	const changes: IDataObject = {};
	for (const { name, field, part } of changed.length > 0 ? changed : all) {
		const to = shownOf(field);
		const known = storedIn(part);
		setOwn(changes, name, known ? { ...known, to } : { to, fromUnknown: true });
	}
	return changes;
}
