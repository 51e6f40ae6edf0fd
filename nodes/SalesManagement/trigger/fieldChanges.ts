/** What a field is compared by, what of it is remembered, and how a change of it is shown. */
import type { IDataObject } from 'n8n-workflow';
import { inOneOrder } from '../fields';
import { comparedOf, partsOf } from '../polling';
import { isObject, setOwn } from '../shared';
import { digestOf } from './recordVersions';

/** One field of one record. */
export interface FieldValue {
	/** What is the record's own: of a reference its id. */
	readonly compared: unknown;
	/** As the record shows it. */
	readonly value: unknown;
}

/** The most characters of a compared value that are remembered; of a longer one a digest. */
const MOST_COMPARED = 50;
/** The most characters that are remembered of how it reads. */
const MOST_SHOWN = 80;
/** Stands for what is not remembered; what is compared has a digest behind it. */
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
 * reads, where that differs.
 */
export function partOf(field: FieldValue): string {
	const compared = JSON.stringify(inOneOrder(field.compared ?? null));
	if (compared.length > MOST_COMPARED) return DIGEST + digestOf(field.compared);
	const shown = JSON.stringify(shownOf(field));
	if (shown === compared) return compared;
	return `${compared}\t${shown.length <= MOST_SHOWN ? shown : DIGEST}`;
}

/** What is remembered of a field; `undefined` when it is only a digest. */
function rememberedIn(part: string): { from: unknown } | undefined {
	const [compared = '', shown = compared] = part.split('\t');
	return shown.startsWith(DIGEST) ? undefined : { from: JSON.parse(shown) as unknown };
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
