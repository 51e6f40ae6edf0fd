/** What a field is compared by, what of it is remembered, and how a change of it is shown. */
import type { IDataObject } from 'n8n-workflow';
import { inOneOrder } from '../fields';
import { comparedOf, partsOf } from '../polling';
import { isObject, setOwn } from '../values';
import { digestOf } from './versions';

/** One field of one record. */
export interface FieldValue {
	/** What is the record's own: of a reference its id. */
	readonly compared: unknown;
	/** As the record shows it. */
	readonly value: unknown;
}

/** The most characters of a value, or of a name, that are remembered; of a longer one a digest. */
const MOST_REMEMBERED = 50;
/** Begins a part of which only a digest is remembered. */
const DIGEST = '#';

const isTree = (value: unknown) => typeof value === 'object' && value !== null;
const isFlatList = (value: unknown) => Array.isArray(value) && !value.some(isTree);

/** A reference as `{id, name}`; all else as the record shows it. */
function shownOf({ compared, value }: FieldValue): unknown {
	if (Array.isArray(value) && isFlatList(compared)) {
		return value.map((each: unknown) => asReference(each));
	}
	return isTree(compared) ? value : asReference(value);
}

function asReference(value: unknown): unknown {
	if (!isObject(value) || !('id' in value)) return value ?? null;
	return { id: value.id, ...('name' in value && { name: value.name }) };
}

/**
 * A field's part of the compared value (`polling/lastValues.ts`): what is compared, and behind a tab how it
 * reads: the name of a reference, `null` for references whose names are too long, or the whole value.
 */
export function partOf(field: FieldValue): string {
	const compared = JSON.stringify(inOneOrder(field.compared ?? null));
	const digest = DIGEST + digestOf(field.compared);
	if (compared.length > MOST_REMEMBERED) return digest;
	const shown = shownOf(field);
	if (JSON.stringify(shown) === compared) return compared;
	const isNamed = isObject(shown) && shown.id === field.compared;
	const label = JSON.stringify((isNamed ? shown.name : shown) ?? null);
	if (label.length <= MOST_REMEMBERED) return `${compared}\t${label}`;
	return isNamed || isFlatList(field.compared) ? `${compared}\tnull` : digest;
}

/** What is remembered of a field; `undefined` when it is only a digest. */
function rememberedIn(part: string): { from: unknown } | undefined {
	if (part.startsWith(DIGEST)) return undefined;
	const [compared, label] = part.split('\t').map((text) => JSON.parse(text) as unknown);
	if (label === undefined) return { from: compared };
	if (isTree(label)) return { from: label };
	const reference = (id: unknown) => ({ id, ...(label !== null && { name: label }) });
	return { from: Array.isArray(compared) ? compared.map(reference) : reference(compared) };
}

/**
 * The fields that differ, each with its values before and after; null when what was before is not
 * remembered. A value that is too long to be remembered is known to differ, but not what it was.
 * @param all whether a field that is the same counts as well, for a sample.
 */
export function changesFrom(
	before: string | undefined,
	fields: ReadonlyMap<string, FieldValue>,
	all = false,
): IDataObject | null {
	if (before === undefined) return null;
	const parts = partsOf(before);
	if (parts.length !== fields.size) return null;
	const changes: IDataObject = {};
	for (const [at, [name, field]] of [...fields].entries()) {
		const part = parts[at] ?? '';
		if (!all && comparedOf(part) === comparedOf(partOf(field))) continue;
		const to = shownOf(field);
		const known = rememberedIn(part);
		setOwn(changes, name, known ? { ...known, to } : { to, fromUnknown: true });
	}
	return changes;
}
