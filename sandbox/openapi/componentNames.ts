import type { TSchema } from '@sinclair/typebox';
import type { Version } from '../operations/version';
import * as shared from '../contract/schemas';
import * as actionForms from '../domain/records/action/write';
import * as contactForms from '../domain/records/contact/write';
import { customObjectForm } from '../domain/records/customObject/write';
import * as customerForms from '../domain/records/customer/write';
import * as dealForms from '../domain/records/deal/form';
import { sortSchema } from '../domain/rules/search/body';
import * as shapes from '../operations/shapes';
import * as v1 from '../v1/shapes';
import * as v2 from '../v2/shapes';

const both: Record<string, TSchema> = {
	Reference: shared.reference,
	Named: shared.named,
	Associations: shared.associations,
	ContactAssociations: shared.contactAssociations,
	CustomerForm: customerForms.customerForm,
	CustomerChanges: customerForms.customerChanges,
	DealForm: dealForms.dealForm,
	DealFormOfType: dealForms.dealFormOfType,
	DealChanges: dealForms.dealChanges,
	DealChangesItem: dealForms.dealChangesItem,
	CustomerCustomValue: shapes.customValue.customer,
	DealCustomValue: shapes.customValue.deal,
	ContactCustomValue: shapes.customValue.contact,
	ActionCustomValue: shapes.customValue.action,
	DealProductDetail: shapes.productDetail,
	ProductDetailItem: dealForms.productDetailItem,
	RelatedCustomerItem: dealForms.relatedCustomerItem,
	ActionForm: actionForms.patternActionForm,
	ActionChanges: actionForms.patternActionChanges,
	DealActionForm: actionForms.dealActionForm,
	DealActionChanges: actionForms.dealActionChanges,
	SearchSort: sortSchema,
	User: shapes.userRecord,
	UserGroup: shapes.groupRecord,
	UserGroupWithUsers: shapes.groupWithUsers,
};

/** The schemas that a version's description holds once, under these names. */
export const componentNames: Record<Version['name'], Record<string, TSchema>> = {
	v2: {
		...both,
		Customer: v2.customerRecord,
		CustomerAction: v2.customerActionRecord,
		Deal: v2.dealRecord,
		DealAction: v2.dealActionRecord,
		Contact: v2.contactRecord,
		ContactAction: v2.contactActionRecord,
		CustomObject: v2.customObjectRecord,
		ContactForm: contactForms.contactForm,
		ContactChanges: contactForms.contactChanges,
		CustomObjectForm: customObjectForm,
	},
	v1: {
		...both,
		Customer: v1.customerRecord,
		CustomerAction: v1.customerActionRecord,
		Deal: v1.dealRecord,
		DealAction: v1.dealActionRecord,
		Contact: v1.contactRecord,
		ActionCustomItem: v1.actionFieldRecord,
		CustomItem: v1.fieldRecord,
		DealProductDetailType: v1.productDetailTypeRecord,
		DealType: v1.dealTypeRecord,
	},
};
