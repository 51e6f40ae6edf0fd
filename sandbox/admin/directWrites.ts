import { Type, type TSchema } from '@sinclair/typebox';
import { badRequest, notFound } from '../contract/refusal';
import { dateTime, integer } from '../contract/schemas';
import { checker } from '../contract/validation';
import { definedOnly } from '../contract/values';
import { directScope, moment, type Overrides, type Scope } from '../domain/scope';
import { forEachItem } from '../domain/rules/bulk';
import type { Service } from '../domain/service';
import { writers } from '../seed/writers';

const direct = Type.Object({
	id: Type.Optional(integer),
	createdAt: Type.Optional(dateTime),
	updatedAt: Type.Optional(dateTime),
	visibleAt: Type.Optional(dateTime),
	domainId: Type.Optional(integer),
});
const checkDirect = checker(direct);

/**
 * Writes records as a second client would (no credential, limit, notice or audit), all or nothing.
 * An existing id is updated; what is missing from a new row gets a default. Returns the ids in order.
 */
export function writeRecords(service: Service, kind: string, rows: unknown[]): number[] {
	const writer = Object.hasOwn(writers, kind) ? writers[kind as keyof typeof writers] : undefined;
	if (!writer) throw notFound('kind of record', kind);
	const scopes = new Map<number, Scope>();
	return service.store.transaction(() =>
		forEachItem(rows, (row) => {
			const { domainId: asked, properties, overrides } = parted(row);
			const present =
				overrides.id === undefined ? undefined : writer.domainOf(service, overrides.id);
			const domainId = present ?? asked ?? service.domains()[0] ?? 1;
			const scope = scopes.get(domainId) ?? scopeOf(service, domainId);
			scopes.set(domainId, scope);
			const isNew = present === undefined;
			checkForm(writer.form, properties);
			if (isNew) return writer.create(scope, properties, overrides);
			writer.update(scope, overrides.id ?? 0, properties, overrides);
			return overrides.id ?? 0;
		}),
	);
}

/** A row's own dates and ids on one side, the form on the other. */
function parted(row: unknown): {
	domainId: number | undefined;
	properties: Record<string, unknown>;
	overrides: Overrides;
} {
	if (typeof row !== 'object' || row === null || Array.isArray(row)) {
		throw badRequest('a record must be an object');
	}
	checkDirect(row);
	const { id, createdAt, updatedAt, visibleAt, domainId, ...properties } = row as Record<
		string,
		unknown
	> & {
		id?: number;
		createdAt?: string;
		updatedAt?: string;
		visibleAt?: string;
		domainId?: number;
	};
	const overrides = definedOnly({
		id,
		createdAt: moment('createdAt', createdAt),
		updatedAt: moment('updatedAt', updatedAt),
		visibleAt: moment('visibleAt', visibleAt),
	});
	return { domainId, properties, overrides };
}

const checks = new Map<TSchema, (value: unknown) => void>();

/** The types must be right; what is required is filled by defaults. */
function checkForm(form: TSchema, properties: unknown): void {
	const check = checks.get(form) ?? checker(form);
	checks.set(form, check);
	check(properties);
}

function scopeOf(service: Service, domainId: number): Scope {
	if (!service.domains().includes(domainId)) {
		throw badRequest(`there is no domain ${domainId}`);
	}
	return directScope(service, domainId);
}
