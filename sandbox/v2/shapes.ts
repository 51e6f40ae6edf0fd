import { Type, type TSchema } from '@sinclair/typebox';
import { closed, integer, named, namedOrNull, nullable, text } from '../contract/schemas';
import {
	actionShape,
	contactShape,
	customerShape,
	associatedObjects,
	customValue,
	dealParts,
	times,
	valuesOrKeyed,
} from '../operations/shapes';

/** v2 §2.4. */
export const customerRecord = customerShape(valuesOrKeyed(customValue.customer), {
	companyNum: nullable.text,
	establishYear: nullable.integer,
	industry: namedOrNull,
});

/** v2 §2.6. */
export const dealRecord = closed({
	...dealParts.head,
	endPhaseReasons: Type.Array(named),
	totalCost: text,
	totalProfit: text,
	dealType: named,
	customer: named,
	phase: dealParts.phase,
	...dealParts.choices,
	phaseStayDays: dealParts.phaseStayDays,
	...dealParts.details,
	dealCustoms: valuesOrKeyed(customValue.deal),
	customObjects: associatedObjects,
	...times,
});

/** v2 §2.7. */
export const contactRecord = contactShape(valuesOrKeyed(customValue.contact), {
	customObjects: associatedObjects,
});

/** v2 §2.5, by kind. */
const actionRecord = (more: Record<string, TSchema>) =>
	closed({ ...actionShape(contactRecord, namedOrNull, Type.Array(customValue.action)), ...more });
export const customerActionRecord = actionRecord({ customer: named });
export const dealActionRecord = actionRecord({ purpose: namedOrNull, deal: named });
export const contactActionRecord = actionRecord({
	dataType: integer,
	contact: namedOrNull,
	deal: namedOrNull,
});

const associates = Type.Optional(Type.Array(named));

/** v2 §2.8; a property for every item key of its definition. */
export const customObjectRecord = Type.Object(
	{ id: integer, deals: associates, customers: associates, contacts: associates, ...times },
	{ additionalProperties: true },
);
