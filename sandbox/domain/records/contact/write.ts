import { Type, type Static } from '@sinclair/typebox';
import { notFound } from '../../../contract/refusal';
import { definedOnly, mapDefined } from '../../../contract/values';
import {
	contactAssociations,
	integer,
	nullable,
	orNull,
	reference,
} from '../../../contract/schemas';
import { associateObjects } from '../../rules/associations';
import { customItems, writeCustoms } from '../../rules/customValues';
import { digitsOf } from '../../rules/phoneNumbers';
import { customerOf } from '../../rules/references';
import type { ContactRow } from '../../store/rows';
import { newTimes, nextTimes, type Overrides, type Scope } from '../../scope';

/** A lifecycle stage by its id; the whole list is replaced. The documents show no request form. */
const lifecycleStages = Type.Array(
	Type.Object({ id: integer, lifecycleStageTypeId: Type.Optional(integer) }),
);

const optional = Type.Partial(
	Type.Object({
		email: nullable.text,
		tel: nullable.text,
		mobileTel: nullable.text,
		address: nullable.text,
		dept: nullable.text,
		position: nullable.text,
		memo: nullable.text,
		customer: orNull(reference),
		contactCustoms: customItems('contact'),
		lifecycleStages,
		customObjects: contactAssociations,
	}),
);
const name = Type.String({ minLength: 1 });

/** The create form (v2 §4.9); only the name is required. */
export const contactForm = Type.Composite([Type.Object({ name }), optional]);
export const contactChanges = Type.Composite([
	Type.Object({ name: Type.Optional(name) }),
	optional,
]);
type Changes = Static<typeof contactChanges>;

/** Adds a contact and returns its id. */
export function createContact(
	scope: Scope,
	form: Static<typeof contactForm>,
	overrides: Overrides = {},
): number {
	const empty: Omit<ContactRow, 'id'> = {
		...newTimes(scope, overrides),
		name: form.name,
		email: null,
		tel: null,
		mobileTel: null,
		telDigits: null,
		mobileDigits: null,
		address: null,
		dept: null,
		position: null,
		memo: null,
		externalLeadScore: null,
		customerId: null,
		lifecycleStages: [],
		customs: {},
	};
	const row = { ...empty, ...changed(scope, form, {}) };
	const id = scope.service.store.contacts.insert(row, overrides.id);
	associateObjects(scope, 'contact', id, form.customObjects);
	return id;
}

/** Changes the properties that the form holds, and no other (v2 §2.1 rule 4). */
export function updateContact(
	scope: Scope,
	row: ContactRow,
	changes: Changes,
	overrides: Overrides = {},
): void {
	const times = nextTimes(scope, row, overrides);
	const next = { ...row, ...times, ...changed(scope, changes, row.customs) };
	scope.service.store.contacts.update(next, scope.service.clock.now());
	associateObjects(scope, 'contact', row.id, changes.customObjects);
}

/** The columns that the form changes. */
function changed(scope: Scope, form: Changes, customs: ContactRow['customs']): Partial<ContactRow> {
	const { name: newName, email, tel, mobileTel, address, dept, position, memo } = form;
	return {
		...definedOnly({
			...{ name: newName, email, tel, mobileTel, address, dept, position, memo },
			telDigits: mapDefined(tel, digitsOf),
			mobileDigits: mapDefined(mobileTel, digitsOf),
			customerId: mapDefined(form.customer, (customer) =>
				customer === null ? null : customerOf(scope, customer.id).id,
			),
			lifecycleStages: mapDefined(form.lifecycleStages, (stages) =>
				stages.map(({ id }) => stageOf(scope, id)),
			),
		}),
		customs: writeCustoms(scope, 'contact', customs, form.contactCustoms),
	};
}

function stageOf({ service, caller }: Scope, id: number): ContactRow['lifecycleStages'][number] {
	for (const type of service.store.settings.list('lifecycleStageType', caller.domainId)) {
		const stage = type.stages.find((one) => one.id === id);
		if (stage) return { id, lifecycleStageTypeId: type.id, name: stage.name };
	}
	throw notFound('lifecycle stage', id);
}
