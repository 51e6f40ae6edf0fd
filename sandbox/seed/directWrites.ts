import { type Static, Type } from '@sinclair/typebox';
import { badRequest, notFound } from '../contract/refusal';
import { dateTime, integer } from '../contract/schemas';
import { checker } from '../contract/validation';
import { forEachItem } from '../domain/rules/bulk';
import { directScope, readMoment } from '../domain/scope';
import type { Service } from '../domain/service';
import { type Writer, writers } from './recordWriters';

/** The properties that any row may hold, in addition to those of its form. */
const direct = Type.Partial(
	Type.Object({
		id: integer,
		createdAt: dateTime,
		updatedAt: dateTime,
		visibleAt: dateTime,
		domainId: integer,
	}),
);
const checkDirect = checker(direct);

/**
 * Writes records as a second client of the service would, without credential, limit, notification
 * or audit. All rows are written, or none. A row with an existing id updates that record;
 * properties missing from a new row get defaults.
 * @returns the ids, in the order of the rows
 * @throws Refusal for an unknown kind, and for a row that its kind refuses
 */
export function writeRecords(service: Service, kind: string, rows: unknown[]): number[] {
	const writer = Object.hasOwn(writers, kind) && writers[kind as keyof typeof writers];
	if (!writer) throw notFound('kind of record', kind);
	return service.store.transaction(() =>
		forEachItem(rows, (row) => writeRow(service, writer, row)),
	);
}

function writeRow(service: Service, writer: Writer, row: unknown): number {
	checkDirect(row);
	const {
		id,
		domainId: asked,
		createdAt,
		updatedAt,
		visibleAt,
		...form
	} = row as Static<typeof direct>;
	const overrides = {
		id,
		createdAt: readMoment('createdAt', createdAt),
		updatedAt: readMoment('updatedAt', updatedAt),
		visibleAt: readMoment('visibleAt', visibleAt),
	};
	const present = id === undefined ? undefined : writer.domainOf(service, id);
	const domainId = present ?? asked ?? service.store.domains()[0] ?? 1;
	if (!service.store.domains().includes(domainId))
		throw badRequest(`there is no domain ${domainId}`);
	const scope = directScope(service, domainId);
	writer.check(form);
	return writer.write(scope, form, overrides);
}
