import { Type, type Static } from '@sinclair/typebox';
import {
	associations,
	date,
	dateTime,
	decimal,
	flag,
	integer,
	nullable,
	orNull,
	reference,
	text,
} from '../../../contract/schemas';
import { customItems } from '../../rules/customValues';

/** An item with id is updated, with `deleted` removed, without id added (v2 §2.6). */
export const productDetailItem = Type.Partial(
	Type.Object({
		id: integer,
		dealProductDetailTypeId: integer,
		quantity: decimal,
		price: decimal,
		unitCost: decimal,
		term: nullable.integer,
		firstSales: orNull(dateTime),
		memo: nullable.text,
		dealProductDetailCustoms: customItems('productDetail'),
		deleted: flag,
	}),
);
export type ProductDetailItem = Static<typeof productDetailItem>;

/** A related customer, unlinked by `delete` (v2 §2.6, v1 §2.7). */
export const relatedCustomerItem = Type.Object({
	dealCustomerTypeId: integer,
	customerId: integer,
	delete: Type.Optional(flag),
});
export type RelatedCustomerItem = Static<typeof relatedCustomerItem>;

const required = {
	name: Type.String({ minLength: 1 }),
	expectedContractDate: date,
	customer: reference,
	phase: reference,
	product: reference,
	probability: reference,
	channel: reference,
	user: reference,
};
const optional = Type.Partial(
	Type.Object({
		amount: nullable.integer,
		closingLeadtime: integer,
		memo: nullable.text,
		fromEmail: flag,
		reason: nullable.text,
		endPhaseReasonIds: Type.Array(integer),
		dealProductDetails: Type.Array(productDetailItem),
		dealCustomers: Type.Array(relatedCustomerItem),
		dealCustoms: customItems('deal'),
		customObjects: associations,
	}),
);

/** The create form of a deal whose type is known from the path (v2 §4.6, bulk create). */
export const dealFormOfType = Type.Composite([
	Type.Object({ ...required, dealType: Type.Optional(reference) }),
	optional,
]);

/** The create form (v2 §2.6). */
export const dealForm = Type.Composite([
	Type.Object({ ...required, dealType: reference }),
	optional,
]);
export type DealForm = Static<typeof dealForm>;

/** The update form: all optional; the deal type cannot change (v2 §2.6). */
export const dealChanges = Type.Partial(
	Type.Composite([Type.Object({ ...required, name: text }), optional]),
);
export type DealChanges = Static<typeof dealChanges>;

/** An item of the bulk update: its id and the changed fields only (v2 §4.6). */
export const dealChangesItem = Type.Composite([Type.Object({ id: integer }), dealChanges]);
