import { type Static, Type } from '@sinclair/typebox';
import { randomUUID } from 'node:crypto';
import { invalid, notFound } from '../../contract/refusal';
import { flag, integer, oneOf } from '../../contract/schemas';
import { fieldsOf } from '../rules/customValues';
import type { Scope } from '../scope';
import type { Field } from '../properties/recordFields';
import { type FieldOption, itemTypes } from '../properties/settings';

const name = Type.String({ minLength: 1 });
const itemKey = Type.String({ minLength: 1, maxLength: 255 });
const label = Type.String({ minLength: 1 });

/** The create form of an action custom item (v1 §4). */
export const actionFieldForm = Type.Object({
	name,
	itemKey: Type.Optional(itemKey),
	itemType: oneOf(itemTypes),
	actionCustomItemOptions: Type.Optional(Type.Array(Type.Object({ value: integer, label }))),
	before: Type.Optional(itemKey),
});

/** An option of the update, named by its value (v1 §4). */
const optionChange = Type.Object({
	value: integer,
	newValue: Type.Optional(integer),
	label: Type.Optional(label),
	delete: Type.Optional(flag),
});
export const actionFieldChanges = Type.Object({
	name: Type.Optional(name),
	newItemKey: Type.Optional(itemKey),
	actionCustomItemOptions: Type.Optional(Type.Array(optionChange)),
	delete: Type.Optional(flag),
});
type Changes = Static<typeof actionFieldChanges>;

/**
 * The action custom item of that key.
 * @throws Refusal (NOT_FOUND) if the domain has none
 */
export function actionFieldOf(scope: Scope, key: string): Field {
	const field = fieldsOf(scope, 'action').find((one) => one.itemKey === key);
	if (!field) throw notFound('action custom item', key);
	return field;
}

/** Adds an action custom item: before the item that `before` names, or at the end (v1 §4). */
export function createActionField(
	scope: Scope,
	{ before, ...form }: Static<typeof actionFieldForm>,
): Field {
	const { field: table } = scope.service.store.tables;
	const { name: newName, itemKey: key = `action_item_${randomUUID()}`, itemType } = form;
	const fields = fieldsOf(scope, 'action');
	const place =
		before === undefined ? fields.length : fields.findIndex((field) => field.itemKey === before);
	if (place < 0) throw invalid(`before: there is no action custom item ${before}`);
	const row = {
		domainId: scope.caller.domainId,
		name: newName,
		owner: 'action' as const,
		itemKey: key,
		itemType,
		orderNum: place,
		options: [],
		optionTimes: {},
		percent: null,
	};
	const added = { ...row, id: table.insert(row) };
	fields.splice(place, 0, added);
	fields.forEach((field, orderNum) => table.update({ ...field, orderNum }));
	return updateActionField(scope, added, { actionCustomItemOptions: form.actionCustomItemOptions });
}

/**
 * Changes an action custom item, or deletes it with its values in all actions. Actions keep the
 * options that they have chosen, also under a new value, since they store the ids of options.
 */
export function updateActionField(
	scope: Scope,
	field: Field,
	{ name: newName = field.name, newItemKey, ...changes }: Changes,
): Field {
	const { store } = scope.service;
	if (changes.delete) {
		// Rows of actions keep their values, but these are never shown: no other field gets this id.
		store.remove('field', field.id);
		return field;
	}
	const key = newItemKey ?? field.itemKey;
	const others = fieldsOf(scope, 'action').filter(({ id }) => id !== field.id);
	if (others.some((other) => other.itemKey === key)) {
		throw invalid(`there is another action custom item with the key ${key}`);
	}
	const options = writeOptions(scope, field, changes.actionCustomItemOptions ?? []);
	const changed = { ...field, name: newName, itemKey: key, ...options };
	store.tables.field.update(changed);
	return changed;
}

/** Ids of options that calls add begin here; those of the seed are lower. */
const firstOptionId = 1_000_000;

/**
 * The options of a field after a request: first those that the request names, in its order,
 * changed, added or deleted; then the others unchanged (v1 §4).
 */
function writeOptions(
	{ service }: Scope,
	{ itemType, options, optionTimes }: Pick<Field, 'itemType' | 'options' | 'optionTimes'>,
	optionChanges: Array<Static<typeof optionChange>>,
): Pick<Field, 'options' | 'optionTimes'> {
	if (optionChanges.length > 0 && itemType !== 'single_select' && itemType !== 'multi_select') {
		throw invalid(`an item of type ${itemType} has no options`);
	}
	const times = { ...optionTimes };
	const named = optionChanges.flatMap((change): FieldOption[] => {
		const present = options.find(({ value }) => value === change.value);
		if (change.delete) {
			if (!present) throw invalid(`there is no option ${change.value} to delete`);
			return [];
		}
		const { label: newLabel = present?.label } = change;
		if (newLabel === undefined) throw invalid(`option ${change.value} needs a label`);
		const id = present?.id ?? firstOptionId + service.store.next('fieldOption');
		if (!present) times[id] = service.stamp();
		return [{ id, value: change.newValue ?? change.value, label: newLabel }];
	});
	const kept = options.filter(
		({ value }) => !optionChanges.some((change) => change.value === value),
	);
	const all = [...named, ...kept];
	if (new Set(all.map(({ value }) => value)).size < all.length) {
		throw invalid('the values of the options must differ from each other');
	}
	return { options: all, optionTimes: times };
}
