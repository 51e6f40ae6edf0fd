import { Type, type Static } from '@sinclair/typebox';
import { associations, integer, nullable, orNull, text } from '../../../contract/schemas';
import { definedOnly } from '../../../contract/values';
import { associateObjects } from '../../rules/associations';
import { companyOf } from '../../rules/companies';
import { customItems, writeCustoms } from '../../rules/customValues';
import { customerOf, roleOf, settingOf } from '../../rules/references';
import type { CustomerRow } from '../../store/rows';
import { newTimes, nextTimes, type Overrides, type Scope } from '../../scope';

const properties = {
	name: text,
	address: nullable.text,
	telNo: nullable.text,
	webUrl: nullable.text,
	companyNum: nullable.text,
	employee: nullable.integer,
	capital: nullable.integer,
	closingMonth: orNull(Type.Integer({ minimum: 1, maximum: 12 })),
	establishYear: nullable.integer,
	industryId: nullable.integer,
	ownerRoleId: nullable.integer,
	customerCustoms: customItems('customer'),
	customObjects: associations,
};

/** The create form (v2 §4.4); only the name is required. */
export const customerForm = Type.Composite([
	Type.Object({ name: Type.String({ minLength: 1 }) }),
	Type.Partial(Type.Omit(Type.Object({ ...properties, parentId: nullable.integer }), ['name'])),
]);

/** The update form: all optional, no parent, and `industry` beside `industryId` (v2 §4.4). */
export const customerChanges = Type.Partial(
	Type.Object({
		...properties,
		name: Type.String({ minLength: 1 }),
		industry: orNull(Type.Object({ id: Type.Optional(integer) })),
	}),
);

/** Adds a customer and returns its id. */
export function createCustomer(
	scope: Scope,
	form: Static<typeof customerForm>,
	overrides: Overrides = {},
): number {
	const { ownerRoleId = null, parentId = null, webUrl = null } = form;
	if (ownerRoleId !== null) roleOf(scope, ownerRoleId);
	if (parentId !== null) customerOf(scope, parentId);
	const row: Omit<CustomerRow, 'id'> = {
		...newTimes(scope, overrides),
		name: form.name,
		companyNum: form.companyNum ?? null,
		companyName: companyOf(scope, webUrl)?.name ?? null,
		establishYear: foundingYear(scope, form),
		industryId: industryAtCreation(scope, form),
		address: form.address ?? null,
		telNo: form.telNo ?? null,
		webUrl,
		memo: null,
		employee: form.employee ?? null,
		capital: form.capital ?? null,
		closingMonth: form.closingMonth ?? null,
		ownerRoleId,
		parentId,
		customs: writeCustoms(scope, 'customer', {}, form.customerCustoms),
	};
	const id = scope.service.store.customers.insert(row, overrides.id);
	associateObjects(scope, 'customer', id, form.customObjects);
	return id;
}

/** Changes the properties that the form holds, and no other (v2 §2.1 rule 4). */
export function updateCustomer(
	scope: Scope,
	row: CustomerRow,
	changes: Static<typeof customerChanges>,
	overrides: Overrides = {},
): void {
	const { webUrl = row.webUrl, name, address, telNo, employee, capital } = changes;
	const { closingMonth, establishYear, ownerRoleId } = changes;
	if (typeof changes.ownerRoleId === 'number') roleOf(scope, changes.ownerRoleId);
	const changed: CustomerRow = {
		...row,
		...nextTimes(scope, row, overrides),
		...definedOnly({ name, webUrl, address, telNo, employee, capital }),
		...definedOnly({ closingMonth, establishYear, ownerRoleId }),
		// Neither null nor empty text clears the company number (v2 §4.4).
		companyNum: changes.companyNum || row.companyNum,
		companyName: companyOf(scope, webUrl)?.name ?? null,
		industryId: industryAtUpdate(scope, row, changes),
		customs: writeCustoms(scope, 'customer', row.customs, changes.customerCustoms),
	};
	scope.service.store.customers.update(changed, scope.service.clock.now());
	associateObjects(scope, 'customer', row.id, changes.customObjects);
}

/** When the year is omitted, the registered company's founding year is used (v2 §2.4). */
function foundingYear(scope: Scope, form: Static<typeof customerForm>): number | null {
	if (form.establishYear !== undefined) return form.establishYear;
	return companyOf(scope, form.webUrl)?.establishYear ?? null;
}

/** A website that identifies a company replaces the industry by that company's (v2 §2.4). */
function industryAtCreation(scope: Scope, form: Static<typeof customerForm>): number | null {
	const { industryId = null } = form;
	if (industryId !== null) settingOf(scope, 'industry', industryId);
	const company = companyOf(scope, form.webUrl);
	return company ? company.industryId : industryId;
}

/**
 * `industry: {id}` overrides industryId; null leaves industryId in effect; an object without id
 * unsets the industry even if industryId is present (v2 §4.4).
 */
function industryAtUpdate(
	scope: Scope,
	row: CustomerRow,
	changes: Static<typeof customerChanges>,
): number | null {
	const { industry, industryId = row.industryId } = changes;
	const asked = industry ? (industry.id ?? null) : industryId;
	if (asked !== null && asked !== row.industryId) settingOf(scope, 'industry', asked);
	const company = companyOf(scope, changes.webUrl);
	return company ? company.industryId : asked;
}
