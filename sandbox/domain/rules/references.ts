import { invalid, notFound } from '../../contract/refusal';
import type { Target } from '../properties/property';
import type { Scope } from '../scope';
import type { SettingKind, Setting } from '../store/settings';
import type { Store } from '../store/store';
import type { Table } from '../store/table';

/** The words for a kind in messages: `customer action`. */
export const wordsFor = (kind: string): string =>
	words[kind] ?? kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const words: Record<string, string> = {
	...{ actionPattern: 'pattern', actionPurpose: 'purpose' },
	...{ billingType: 'billingType', roundType: 'roundType' },
};

/**
 * The setting of that id; NOT_FOUND when it is missing or of another domain (v2 §7), VALIDATION_FAILED
 * when it belongs to another deal type than the one given.
 */
export function settingOf<Kind extends SettingKind>(
	{ service, caller }: Scope,
	kind: Kind,
	id: number,
	dealTypeId?: number,
): Setting<Kind> {
	const setting = service.store.settings.find(kind, caller.domainId, id);
	if (!setting) throw notFound(wordsFor(kind), id);
	if (dealTypeId !== undefined && !fitsDealType(setting, dealTypeId)) {
		throw invalid(`${wordsFor(kind)} ${id} does not belong to deal type ${dealTypeId}`);
	}
	return setting;
}

/** Whether it can be chosen for deals of that type. */
export const fitsDealType = (setting: object, dealTypeId: number | undefined): boolean =>
	!('dealTypeId' in setting) || setting.dealTypeId === dealTypeId;

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

/** Finds records of one table: NOT_FOUND when one is missing or of another domain. */
const finder =
	<Row extends { id: number; domainId: number }>(
		what: string,
		tableOf: (store: Store) => Table<Row>,
	) =>
	(scope: Scope, id: number): Row =>
		recordOf(scope, tableOf(scope.service.store), what, id);

export const userOf = finder('user', (store) => store.users);
export const groupOf = finder('user group', (store) => store.userGroups);
export const customerOf = finder('customer', (store) => store.customers);
export const dealOf = finder('deal', (store) => store.deals);
export const contactOf = finder('contact', (store) => store.contacts);
export const customObjectOf = finder('custom object', (store) => store.customObjects);
export const productDetailTypeOf = finder(
	'deal product detail type',
	(store) => store.productDetailTypes,
);

const tableNames = {
	...({ customer: 'customers', deal: 'deals', contact: 'contacts' } as const),
	...({ user: 'users', role: 'roles', userGroup: 'userGroups' } as const),
};

/** The table of what is referred to; nothing for a setting. */
export function tableOf(
	store: Store,
	to: Target,
): Table<{ id: number; domainId: number; name: string }> | undefined {
	return to in tableNames ? store[tableNames[to as keyof typeof tableNames]] : undefined;
}

/** The id itself, if there is what it refers to: of a deal, a choice of its type (v2 §4.6). */
export function checkedId(
	scope: Scope,
	to: Target,
	id: number,
	dealTypeId: number | undefined,
): number {
	const table = tableOf(scope.service.store, to);
	if (table) return recordOf(scope, table, wordsFor(to), id).id;
	return settingOf(scope, to as SettingKind, id, dealTypeId).id;
}
