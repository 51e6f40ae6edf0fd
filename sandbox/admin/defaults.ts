import { createContact } from '../domain/records/contact/write';
import { createCustomer } from '../domain/records/customer/write';
import { createDeal } from '../domain/records/deal/write';
import type { DealChanges, DealForm } from '../domain/records/deal/form';
import type { ActionChanges } from '../domain/records/action/write';
import type { Scope } from '../domain/scope';
import { inUtc } from '../contract/time';
import type { ActionKind } from '../domain/store/rows';
import type { SettingKind } from '../domain/store/settings';
import { raw, sql } from '../domain/store/sql';
import type { Table } from '../domain/store/table';

/** First records, remembered for as long as one call writes. */
const firsts = new WeakMap<Scope, Map<object, number>>();

/** The id of the domain's first record, if it has one. */
function firstOf<Row extends { id: number }>(scope: Scope, table: Table<Row>): number | undefined {
	const known = firsts.get(scope) ?? new Map<object, number>();
	firsts.set(scope, known);
	const where = [sql`t.domainId = ${scope.caller.domainId}`];
	const id = known.get(table) ?? table.select({ where, orderBy: raw('t.id'), limit: 1 })[0]?.id;
	if (id !== undefined) known.set(table, id);
	return id;
}

export const firstCustomer = (scope: Scope): number =>
	firstOf(scope, scope.service.store.customers) ?? createCustomer(scope, { name: 'Customer' });
export const firstContact = (scope: Scope): number =>
	firstOf(scope, scope.service.store.contacts) ?? createContact(scope, { name: 'Contact' });
const firstDeal = (scope: Scope): number =>
	firstOf(scope, scope.service.store.deals) ?? createDeal(scope, defaultDeal(scope, {}));
const firstUser = (scope: Scope): number => firstOf(scope, scope.service.store.users) ?? 0;

const firstSetting = ({ service, caller }: Scope, kind: SettingKind): number =>
	service.store.settings.list(kind, caller.domainId)[0]?.id ?? 0;

/** A whole create form: the row, and for what it lacks the first choice of its deal type. */
export function defaultDeal(
	scope: Scope,
	row: DealChanges & { dealType?: { id: number } },
): DealForm {
	const { settings } = scope.service.store;
	const dealTypeId = row.dealType?.id ?? firstSetting(scope, 'dealType');
	const first = (kind: 'phase' | 'product' | 'probability' | 'channel') => ({
		id:
			settings.list(kind, scope.caller.domainId).find((one) => one.dealTypeId === dealTypeId)?.id ??
			0,
	});
	return {
		name: row.name ?? 'Deal',
		expectedContractDate: row.expectedContractDate ?? inUtc(scope.service.clock.now()).slice(0, 10),
		dealType: { id: dealTypeId },
		customer: row.customer ?? { id: firstCustomer(scope) },
		phase: row.phase ?? first('phase'),
		product: row.product ?? first('product'),
		probability: row.probability ?? first('probability'),
		channel: row.channel ?? first('channel'),
		user: row.user ?? { id: firstUser(scope) },
		// Last, as in `createDeal`: it holds what is above, where the row has it.
		...row,
	};
}

/** A whole create form of an action: now, for an hour, by the domain's first user. */
export function defaultAction(scope: Scope, kind: ActionKind, row: ActionChanges): ActionChanges {
	const { store, clock } = scope.service;
	const startDatetime = row.startDatetime ?? row.endDatetime ?? inUtc(clock.now());
	const form: ActionChanges = {
		...row,
		startDatetime,
		endDatetime: row.endDatetime ?? inUtc(Date.parse(startDatetime) + 60 * 60 * 1000),
		creator: row.creator ?? { id: firstUser(scope) },
	};
	if (kind !== 'dealAction') {
		return { ...form, pattern: row.pattern ?? { id: firstSetting(scope, 'actionPattern') } };
	}
	const dealId = row.deal?.id ?? firstDeal(scope);
	const dealTypeId = store.deals.find(dealId)?.dealTypeId;
	const purpose = store.settings
		.list('actionPurpose', scope.caller.domainId)
		.find((one) => one.dealTypeId === dealTypeId);
	return { ...form, deal: { id: dealId }, purpose: row.purpose ?? { id: purpose?.id ?? 0 } };
}
