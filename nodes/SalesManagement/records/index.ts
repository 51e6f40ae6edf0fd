import type { ResourceId } from '../api/routes';
import actionField from './data/actionField.json';
import contact from './data/contact.json';
import contactAction from './data/contactAction.json';
import contactField from './data/contactField.json';
import customer from './data/customer.json';
import customerAction from './data/customerAction.json';
import customerField from './data/customerField.json';
import customObject from './data/customObject.json';
import deal from './data/deal.json';
import dealAction from './data/dealAction.json';
import dealContact from './data/dealContact.json';
import dealType from './data/dealType.json';
import domainSetting from './data/domainSetting.json';
import productDetail from './data/productDetail.json';
import role from './data/role.json';
import user from './data/user.json';
import userGroup from './data/userGroup.json';
import type { Data } from './fieldsFromData';
import { recordFrom } from './fromData';
import type { RecordDescription } from './record';

export * from './controls';
export * from './dropdownSources';
export * from './otherNames';
export * from './record';
export * from './reservedNames';

/** The data of the records, in the order of the form. */
const DATA: Readonly<Record<ResourceId, Data>> = {
	actionField,
	contact,
	contactAction,
	contactField,
	customer,
	customerAction,
	customerField,
	customObject,
	deal,
	dealAction,
	dealContact: {
		...dealContact,
		customs: contact.customs,
		fields: contact.fields.map((like) => ({ like, writableIn: [] })),
	},
	dealType,
	domainSetting,
	productDetail,
	role,
	user,
	userGroup,
};

/**
 * The registry of records: the dropdowns, the forms, the dispatch and the trigger are made from this one
 * list.
 */
export const RECORDS: readonly RecordDescription[] = Object.entries(DATA).map(([id, data]) =>
	recordFrom(id as ResourceId, data),
);

/** A record by its id, such as `deal`; `undefined` when there is none. */
export const recordOf = <Id extends string>(id: Id) =>
	RECORDS.find((each) => each.id === id) as Id extends ResourceId
		? RecordDescription
		: RecordDescription | undefined;
