/** What a language model left out: the builder of a tool offers it fields, and it fills each with something. */
import type { IDataObject } from 'n8n-workflow';
import { unwrap } from '../../fields';
import { isBlank, isObject, setOwn, textOf, trimmed } from '../../shared/values';
import { CUSTOM_FIELDS } from '../form/columns';
import type { Operation } from '../model/operation';

/** The collections in which empty is nothing given. */
const LEFT_OUT = ['filters', 'sort', 'additionalFields', 'updateFields'];

/** How a model says that it gives nothing, as text or as itself; zero and false are values. */
const NOTHING = ['', '[]', '{}'];

const isNothing = (given: unknown): boolean => NOTHING.includes(trimmed(textOf(unwrap(given))));

function withoutNothing(collection: IDataObject): IDataObject {
	const given: IDataObject = {};
	for (const [name, value] of Object.entries(collection)) {
		if (!isNothing(value)) setOwn(given, name, value);
	}
	return given;
}

/**
 * A parameter as a tool call gives it, without what was left empty: an update must not wipe a field
 * for which the model had no value. What clears fields is Fields to Clear. The options of a write are
 * left as they are, since Dry Run or Skip Notifications without a value is no decision.
 */
export function givenByModel(
	{ writes }: Pick<Operation, 'writes'>,
	name: string,
	value: unknown,
): unknown {
	if (!isObject(value)) return isBlank(trimmed(value)) ? undefined : value;
	if (LEFT_OUT.includes(name) || (name === 'options' && !writes)) return withoutNothing(value);
	return name === CUSTOM_FIELDS && isObject(value.value)
		? { ...value, value: withoutNothing(value.value) }
		: value;
}
