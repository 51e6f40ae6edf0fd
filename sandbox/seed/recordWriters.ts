import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { badRequest } from '../contract/refusal';
import { closed, reference, text } from '../contract/schemas';
import { inUtc, readDateTime } from '../contract/time';
import { checker } from '../contract/validation';
import {
	type Form,
	type BaseRow,
	type Properties,
	type Property,
	type ReferencedTable,
	nameIn,
} from '../domain/properties/property';
import * as records from '../domain/properties/recordFields';
import { isSetting } from '../domain/properties/recordFields';
import { formOf } from '../domain/properties/recordSchemas';
import { actionKinds, ownedBy } from '../domain/records/actions';
import { contacts } from '../domain/records/contacts';
import { customObjects, definitionOf } from '../domain/records/customObjects';
import { customers } from '../domain/records/customers';
import { deals } from '../domain/records/deals';
import { roles, userGroups, users } from '../domain/records/members';
import { type WrittenKind, tableOf, write as writeRecord } from '../domain/records/writing';
import { fitsDealType, rowOf } from '../domain/rules/references';
import type { Overrides, Scope } from '../domain/scope';
import type { Service } from '../domain/service';
import { raw, sql } from '../domain/store/sql';

/**
 * The id of the domain's first row of a table: of the choices of the form's deal type, where it has
 * some, or of records, of which one is made where there is none.
 */
function firstOf(scope: Scope, to: ReferencedTable, form: Form): number {
	const { tables } = scope.service.store;
	const { domainId } = scope.caller;
	if (isSetting(to)) {
		const { dealType, deal } = form as Partial<Record<string, { id: number }>>;
		const dealTypeId = dealType?.id ?? tables.deal.find(deal?.id ?? 0)?.dealTypeId;
		return tables[to].list(domainId).find((one) => fitsDealType(one, dealTypeId))?.id ?? 0;
	}
	const where = [sql`t.domainId = ${domainId}`];
	const [found] = tables[to].select({ where, orderBy: raw('t.id'), limit: 1 });
	return found?.id ?? writers[to].write(scope, {});
}

const hour = 60 * 60 * 1000;

/** A whole create form: what its kind requires and the row lacks is there by default. */
function complete(
	scope: Scope,
	{ name: kind, properties }: { name: string; properties: Properties },
	row: Form,
): Form {
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
		return { id: firstOf(scope, to, form) };
	};
	for (const [key, property] of Object.entries(properties)) {
		if (property.required) form[nameIn(key, property)] ??= usual(property);
	}
	return form;
}

/** How one kind of record is written directly. */
export interface Writer {
	/** Refuses a row that holds what it may not; nothing of it is required. */
	check: (row: unknown) => void;
	/** The domain of the record of that id; undefined when there is none. */
	domainOf(service: Service, id: number): number | undefined;
	/** Updates the record of the id among the overrides, or else creates one; returns its id. */
	write(scope: Scope, row: Form, overrides?: Overrides): number;
}

const properties = (of: Properties): TProperties => formOf(of, 'any').properties;

/** What is special about the rows of a kind. */
interface Special<R> {
	form?: TSchema;
	/** What of a row is its form, where that is not all. */
	formIn?: (row: Form) => Form;
	/** What a new record begins with. */
	start?: (scope: Scope, row: Form) => Partial<R>;
	/** What a row holds that no form does. */
	columns?: (row: Form) => Partial<R>;
}

/** How records of a kind are written: a new row is completed. */
const recordWriter = <R extends BaseRow>(
	kind: WrittenKind<R>,
	special: Special<R> = {},
): Writer => {
	const { form = closed(properties(kind.properties)), formIn = (row: Form): Form => row } = special;
	return {
		check: checker(form),
		domainOf: ({ store }, id) => store.tables[kind.table].find(id)?.domainId,
		write(scope, row, overrides = {}) {
			const { id } = overrides;
			const before = id === undefined ? undefined : tableOf(scope, kind).find(id);
			if (before && 'kind' in before && before.kind !== kind.name) {
				throw badRequest(`action ${id} is no ${kind.name}`);
			}
			const form = before ? formIn(row) : complete(scope, kind, formIn(row));
			const begun = before ? {} : special.start?.(scope, row);
			const columns = { ...begun, ...special.columns?.(row) } as Partial<R>;
			return writeRecord(scope, kind, { ...overrides, form, columns }, before).id;
		},
	};
};

/** Action rows carry their owner and may carry files; what only another kind has means nothing. */
const actionRow = closed({
	...Object.assign({}, ...Object.values(records.actions).map(properties)),
	customer: Type.Optional(reference),
	contact: Type.Optional(reference),
	files: Type.Optional(Type.Array(Type.Object({ name: text, mimeType: text, url: text }))),
});
/** @param owner what such actions belong to, where their form does not say it */
const actionWriter = (name: records.ActionKind, owner?: 'customer' | 'contact'): Writer =>
	recordWriter<records.ActionRow>(actionKinds[name], {
		form: actionRow,
		start(scope, row) {
			const owned = owner && { [owner]: row[owner] ?? { id: firstOf(scope, owner, {}) } };
			return ownedBy(scope, actionKinds[name], owned ?? {});
		},
		columns: ({ files }) => (files ? { files: files as records.ActionRow['files'] } : {}),
	});

/** A link is no record of its own: its row names both ends, and its id is the contact's. */
const dealContactWriter: Writer = {
	check: checker(closed({ deal: reference, contact: reference })),
	domainOf: () => undefined,
	write(scope, row) {
		const ends = row as Record<'deal' | 'contact', { id: number }>;
		const { id } = rowOf(scope, 'contact', ends.contact.id);
		scope.service.store.link(['deal', rowOf(scope, 'deal', ends.deal.id).id], ['contact', id]);
		return id;
	},
};

/** By the names of `POST /__sandbox/records/{kind}`; the seed writes by them, too. */
export const writers = {
	customer: recordWriter(customers),
	deal: recordWriter(deals),
	contact: recordWriter(contacts),
	customerAction: actionWriter('customerAction', 'customer'),
	dealAction: actionWriter('dealAction'),
	contactAction: actionWriter('contactAction', 'contact'),
	dealContact: dealContactWriter,
	customObject: recordWriter(customObjects, {
		// Its item keys are those of its definition, which refuses others itself.
		form: Type.Object(
			{ ...properties(records.customObject), customObjectDefKey: Type.Optional(text) },
			{ additionalProperties: true },
		),
		formIn: ({ customObjectDefKey: _, ...form }) => form,
		start(scope, { customObjectDefKey: key }) {
			const [first] = scope.service.store.tables.customObjectDef.list(scope.caller.domainId);
			return { defId: definitionOf(scope, (key as string | undefined) ?? first?.key ?? '').id };
		},
	}),
	company: recordWriter<records.CompanyRow>({
		name: 'company',
		table: 'company',
		properties: records.company,
	}),
	user: recordWriter(users, {
		start: ({ service, caller: { domainId: id } }) => ({
			email: `user-${service.store.tables.user.count() + 1}@sales.example`,
			profile: { id, name: 'Standard' },
		}),
	}),
	role: recordWriter(roles),
	userGroup: recordWriter(userGroups, {
		start({ service }) {
			const orderNum = service.store.tables.userGroup.count() + 1;
			return { name: `Group ${orderNum}`, orderNum };
		},
	}),
} satisfies Record<string, Writer>;
