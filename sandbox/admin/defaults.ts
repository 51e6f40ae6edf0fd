import { inUtc, readDateTime } from '../contract/time';
import { nameIn, type Property, type Target } from '../domain/properties/property';
import { contacts } from '../domain/records/contacts';
import { customers } from '../domain/records/customers';
import { deals } from '../domain/records/deals';
import type { RecordKind } from '../domain/records/kind';
import { tableOf } from '../domain/records/names';
import { create } from '../domain/records/writing';
import { isPartOfDealType } from '../domain/rules/references';
import type { Scope } from '../domain/scope';
import type { SettingKind } from '../domain/store/settings';
import { raw, sql } from '../domain/store/sql';

type Form = Record<string, unknown>;
type Described = Pick<RecordKind, 'name' | 'properties'>;

const makeable: Partial<Record<Target, (scope: Scope) => number>> = {
	customer: (scope) => create(scope, customers, { form: complete(scope, customers, {}) }),
	contact: (scope) => create(scope, contacts, { form: complete(scope, contacts, {}) }),
	deal: (scope) => create(scope, deals, { form: complete(scope, deals, {}) }),
};

/** The id of the domain's first record of a kind, which is made where there is none. */
export function firstOf(scope: Scope, to: Target): number {
	const where = [sql`t.domainId = ${scope.caller.domainId}`];
	const found = tableOf(scope.service.store, to)?.select({ where, orderBy: raw('t.id'), limit: 1 });
	return found?.[0]?.id ?? makeable[to]?.(scope) ?? 0;
}

/** The first setting of a kind: a choice of the deal's type, where it is one. */
function firstSetting({ service, caller }: Scope, kind: SettingKind, form: Form): number {
	const { settings, deals: ofDeals } = service.store;
	const { dealType, deal } = form as Partial<Record<string, { id: number }>>;
	const dealTypeId = dealType?.id ?? ofDeals.find(deal?.id ?? 0)?.dealTypeId;
	const fits = (one: object) => !('dealTypeId' in one) || one.dealTypeId === dealTypeId;
	const all = settings.list(kind, caller.domainId);
	return (isPartOfDealType(kind) ? all.find(fits) : all[0])?.id ?? 0;
}

const hour = 60 * 60 * 1000;

/** A whole create form: what its kind requires and the row lacks is there by default. */
export function complete(scope: Scope, { name: kind, properties }: Described, row: Form): Form {
	const now = inUtc(scope.service.clock.now());
	const form = { ...row };
	const usual = (property: Property): unknown => {
		const { type, to = 'customer' } = property;
		if (type === 'text') return kind.charAt(0).toUpperCase() + kind.slice(1);
		if (type === 'date') return now.slice(0, 10);
		// An action takes an hour: its start comes first, and may follow from its end.
		if (type === 'moment') {
			const { startDatetime, endDatetime } = form;
			return startDatetime === undefined
				? (endDatetime ?? now)
				: inUtc(readDateTime(startDatetime) + hour);
		}
		const isRecord = tableOf(scope.service.store, to) !== undefined;
		return { id: isRecord ? firstOf(scope, to) : firstSetting(scope, to as SettingKind, form) };
	};
	for (const [key, property] of Object.entries(properties)) {
		if (property.required) form[nameIn(key, property)] ??= usual(property);
	}
	return form;
}
