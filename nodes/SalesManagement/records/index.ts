import { contact } from './contact';
import { contactAction } from './contactAction';
import { customer } from './customer';
import { customerAction } from './customerAction';
import { customObject } from './customObject';
import { deal } from './deal';
import { dealAction } from './dealAction';
import { dealContact } from './dealContact';
import { dealType } from './dealType';
import { domainSetting } from './domainSetting';
import { actionField, contactField, customerField } from './fieldSettings';
import { productDetail } from './productDetail';
import type { RecordDescription } from './record';
import { role } from './role';
import { user } from './user';
import { userGroup } from './userGroup';

export * from './dropdownSources';
export * from './otherNames';
export * from './record';
export * from './reservedNames';

/**
 * The registry of records: the dropdowns, the forms, the dispatch and the trigger are made from this one
 * list.
 */
export const RECORDS: readonly RecordDescription[] = [
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
	dealContact,
	dealType,
	domainSetting,
	productDetail,
	role,
	user,
	userGroup,
];

/** A record by its id, such as `deal`; `undefined` when there is none. */
export const recordOf = (id: string): RecordDescription | undefined =>
	RECORDS.find((each) => each.id === id);
