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
 * The id of the domain's first row of a table, for a reference that a row lacks. A setting fits the
 * deal type of the form; a record is created if there is none.
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

/** A complete create form: the row, with defaults for the required properties that it lacks. */
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
		// An action takes an hour. The start is completed first: it is the end if only that is given.
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
	/**
	 * Refuses a row with a property that is unknown or of a wrong type; none is required.
	 * @throws Refusal
	 */
	check: (row: unknown) => void;
	/** The domain of the record of that id; undefined when there is none. */
	domainOf(service: Service, id: number): number | undefined;
	/** Updates the record of the id among the overrides, or else creates one; returns its id. */
	write(scope: Scope, row: Form, overrides?: Overrides): number;
}

const properties = (of: Properties): TProperties => formOf(of, 'any').properties;

/** The ways in which the rows of a kind differ from its forms. */
interface Special<R> {
	form?: TSchema;
	/** The form within a row, if it is not the whole row. */
	formIn?: (row: Form) => Form;
	/** The first columns of a new record. */
	start?: (scope: Scope, row: Form) => Partial<R>;
	/** The columns of properties that a row may hold and no form does. */
	columns?: (row: Form) => Partial<R>;
}

/** Makes the writer of a kind. A new row is completed by defaults. */
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

/**
 * The schema of action rows: they carry their owner and may carry files. Properties that only
 * another kind of action has are ignored.
 */
const actionRow = closed({
	...Object.assign({}, ...Object.values(records.actions).map(properties)),
	customer: Type.Optional(reference),
	contact: Type.Optional(reference),
	files: Type.Optional(Type.Array(Type.Object({ name: text, mimeType: text, url: text }))),
});
/** @param owner the kind of record that the actions belong to, if their form does not say it */
const actionWriter = (name: records.ActionKind, owner?: 'customer' | 'contact'): Writer =>
	recordWriter<records.ActionRow>(actionKinds[name], {
		form: actionRow,
		start(scope, row) {
			const owned = owner && { [owner]: row[owner] ?? { id: firstOf(scope, owner, {}) } };
			return ownedBy(scope, actionKinds[name], owned ?? {});
		},
		columns: ({ files }) => (files ? { files: files as records.ActionRow['files'] } : {}),
	});

/** Writes a link, which is no record of its own: a row names both ends, and its id is the contact's. */
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

/** The writers by the names of `POST /__sandbox/records/{kind}`; the seed uses them, too. */
export const writers = {
	customer: recordWriter(customers),
	deal: recordWriter(deals),
	contact: recordWriter(contacts),
	customerAction: actionWriter('customerAction', 'customer'),
	dealAction: actionWriter('dealAction'),
	contactAction: actionWriter('contactAction', 'contact'),
	dealContact: dealContactWriter,
	customObject: recordWriter(customObjects, {
		// Item keys depend on the definition, by which `settle` refuses unknown ones.
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
