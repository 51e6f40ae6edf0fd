import { contact } from './contact';
import { customer } from './customer';
import { deal } from './deal';
import type { Resource } from './define';
import { customerAction } from './customerAction';
import { contactAction } from './contactAction';
import { customObject } from './customObject';
import { dealAction } from './dealAction';
import { dealContact } from './dealContact';
import { dealType } from './dealType';
import { domainSetting } from './domainSetting';
import { actionField, contactField, customerField } from './fieldSettings';
import { productDetail } from './productDetail';
import { role } from './role';
import { user } from './user';
import { userGroup } from './userGroup';

/** The registry: the one list that makes the dropdowns, the forms and the dispatch. */
export const RESOURCES: readonly Resource[] = [
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

export { formOf } from './form';
export { execute } from './run';
