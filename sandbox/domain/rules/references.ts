import { invalid, notFound } from '../../contract/refusal';
import type { Scope } from '../scope';
import type { SettingKind, Setting } from '../store/settings';
import type { Table } from '../store/table';

/** Words for messages, by setting kind. */
const words: Partial<Record<SettingKind, string>> = {
	dealType: 'deal type',
	endPhaseReason: 'end phase reason',
	dealCustomerType: 'deal customer type',
	actionPattern: 'pattern',
	actionPurpose: 'purpose',
	productDetail: 'deal product detail type',
};

/** The setting of that id; NOT_FOUND when it is missing or of another domain (v2 §7). */
export function settingOf<Kind extends SettingKind>(
	{ service, caller }: Scope,
	kind: Kind,
	id: number,
): Setting<Kind> {
	const setting = service.store.settings.find(kind, caller.domainId, id);
	if (!setting) throw notFound(words[kind] ?? kind, id);
	return setting;
}

type PartOfDealType =
	| 'phase'
	| 'product'
	| 'probability'
	| 'channel'
	| 'endPhaseReason'
	| 'dealCustomerType'
	| 'actionPurpose';

/** A setting that must belong to the deal's type; VALIDATION_FAILED when it is of another one. */
export function settingOfDealType<Kind extends PartOfDealType>(
	scope: Scope,
	kind: Kind,
	id: number,
	dealTypeId: number,
): Setting<Kind> {
	const setting = settingOf(scope, kind, id);
	if (setting.dealTypeId !== dealTypeId) {
		throw invalid(`${words[kind] ?? kind} ${id} does not belong to deal type ${dealTypeId}`);
	}
	return setting;
}

/** The record of that id; NOT_FOUND when it is missing or of another domain (v2 §1, §7). */
export function recordOf<Row extends { id: number; domainId: number }>(
	{ caller }: Scope,
	table: Table<Row>,
	what: string,
	id: number,
): Row {
	const row = table.find(id);
	if (!row || row.domainId !== caller.domainId) throw notFound(what, id);
	return row;
}

export const userOf = (scope: Scope, id: number) =>
	recordOf(scope, scope.service.store.users, 'user', id);
export const roleOf = (scope: Scope, id: number) =>
	recordOf(scope, scope.service.store.roles, 'role', id);
export const groupOf = (scope: Scope, id: number) =>
	recordOf(scope, scope.service.store.userGroups, 'user group', id);
export const customerOf = (scope: Scope, id: number) =>
	recordOf(scope, scope.service.store.customers, 'customer', id);
export const dealOf = (scope: Scope, id: number) =>
	recordOf(scope, scope.service.store.deals, 'deal', id);
export const contactOf = (scope: Scope, id: number) =>
	recordOf(scope, scope.service.store.contacts, 'contact', id);
export const customObjectOf = (scope: Scope, id: number) =>
	recordOf(scope, scope.service.store.customObjects, 'custom object', id);
