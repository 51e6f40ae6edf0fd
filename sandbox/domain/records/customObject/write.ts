import { Type, type Static } from '@sinclair/typebox';
import { invalid, notFound } from '../../../contract/refusal';
import { most } from '../../../contract/limits';
import { associations, orNull } from '../../../contract/schemas';
import { associateRecords } from '../../rules/associations';
import { settingOf } from '../../rules/references';
import type { CustomObjectRow } from '../../store/rows';
import type { Setting } from '../../store/settings';
import { newTimes, nextTimes, type Overrides, type Scope } from '../../scope';
import { writeObjectValues } from './values';

/** The create and update form: item-key properties beside the associations (v2 §4.11). */
export const customObjectForm = Type.Object(
	{
		deals: Type.Optional(orNull(associations)),
		customers: Type.Optional(orNull(associations)),
		contacts: Type.Optional(orNull(associations)),
	},
	{ additionalProperties: true },
);
export type CustomObjectForm = Static<typeof customObjectForm> & Record<string, unknown>;

/** The definition of that key; NOT_FOUND when the domain has none. */
export function definitionOf({ service, caller }: Scope, key: string): Setting<'customObjectDef'> {
	const definition = service.store.settings
		.list('customObjectDef', caller.domainId)
		.find((one) => one.key === key);
	if (!definition) throw notFound('custom object definition', key);
	return definition;
}

/** Adds a custom object and returns its id. */
export function createCustomObject(
	scope: Scope,
	definition: Setting<'customObjectDef'>,
	form: CustomObjectForm,
	overrides: Overrides = {},
): number {
	const { deals, customers, contacts } = form;
	const associated = [deals, customers, contacts].reduce(
		(sum, list) => sum + (list?.length ?? 0),
		0,
	);
	if (associated > most.associations) {
		throw invalid(`a custom object is created with at most ${most.associations} associations`);
	}
	const row: Omit<CustomObjectRow, 'id'> = {
		...newTimes(scope, overrides),
		defId: definition.id,
		fields: writeObjectValues(scope, definition, {}, form),
	};
	const id = scope.service.store.customObjects.insert(row, overrides.id);
	associate(scope, id, form);
	return id;
}

export function updateCustomObject(
	scope: Scope,
	row: CustomObjectRow,
	form: CustomObjectForm,
	overrides: Overrides = {},
): void {
	const definition = settingOf(scope, 'customObjectDef', row.defId);
	const times = nextTimes(scope, row, overrides);
	const fields = writeObjectValues(scope, definition, row.fields, form);
	scope.service.store.customObjects.update({ ...row, ...times, fields }, scope.service.clock.now());
	associate(scope, row.id, form);
}

function associate(scope: Scope, id: number, form: CustomObjectForm): void {
	const { deals, customers, contacts } = form;
	associateRecords(scope, id, { deal: deals, customer: customers, contact: contacts });
}
