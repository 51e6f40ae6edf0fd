import type { Static, TSchema } from '@sinclair/typebox';
import type { Overrides, Scope } from '../domain/scope';
import type { Service } from '../domain/service';
import type { Store } from '../domain/store/store';
import type { Table } from '../domain/store/table';
import { badRequest } from '../contract/refusal';

/** How one kind of record is written directly. */
export interface Writer {
	/** What a row may hold; nothing of it is required. */
	form: TSchema;
	/** The domain of the record of that id; undefined when there is none. */
	domainOf(service: Service, id: number): number | undefined;
	create(scope: Scope, row: unknown, overrides: Overrides): number;
	update(scope: Scope, id: number, row: unknown, overrides: Overrides): void;
}

/** Makes a writer of the records of a table. The form has been checked before. */
export function writer<Form extends TSchema, Row extends { id: number; domainId: number }>(given: {
	form: Form;
	table(store: Store): Table<Row>;
	create(scope: Scope, row: Static<Form>, overrides: Overrides): number;
	update(scope: Scope, before: Row, row: Static<Form>, overrides: Overrides): void;
}): Writer {
	return {
		form: given.form,
		domainOf: ({ store }, id) => given.table(store).find(id)?.domainId,
		create: (scope, row, overrides) => given.create(scope, row, overrides),
		update(scope, id, row, overrides) {
			const before = given.table(scope.service.store).find(id);
			if (!before) throw badRequest(`there is no record ${id}`);
			given.update(scope, before, row, overrides);
		},
	};
}
