import type { Caller } from '../contract/operationContract';
import { forbidden } from '../contract/refusal';
import type { TableName } from './properties/recordFields';
import type { Scope } from './scope';
import { and, or, raw, sql, type Sql } from './store/sql';

/** The kinds of record that have permissions for reading and writing. */
const permittedKinds = [
	'customer',
	'customerAction',
	'deal',
	'dealAction',
	'contact',
	'contactAction',
	'customObject',
];

/** The right to change who belongs to a user group (v2 §4.2). */
export const memberSettings = 'member_settings';

/** Every permission there is. */
export const allPermissions: string[] = [
	memberSettings,
	...permittedKinds.flatMap((kind) => [`${kind}.read`, `${kind}.read_own`, `${kind}.write`]),
];

/** The caller's permissions, as the operation user.getCurrent shows them. */
export const granted = ({ permissions }: Caller): string[] => permissions ?? allPermissions;

/**
 * Whether the caller has a permission. Only the user of a personal token can lack one: for records
 * while the domain uses permission settings (v2 §5), for group memberships always (v2 §4.2, S8).
 */
function hasPermission({ service, caller }: Scope, permission: string): boolean {
	const isAsked = service.options.permissionSettings || permission === memberSettings;
	return caller.kind !== 'personal' || !isAsked || granted(caller).includes(permission);
}

/** @throws Refusal (FORBIDDEN) without the permission */
export function requirePermission(scope: Scope, permission: string): void {
	if (!hasPermission(scope, permission))
		throw forbidden(`The user lacks the permission ${permission}`);
}

/**
 * Conditions on rows `t` that select the records of a kind which the caller may read; none if it
 * may read all of them. Contact actions include deal actions, and each of the two kinds needs its
 * own permission (v2 §4.10).
 */
export function readableConditions(scope: Scope, kind: string): Sql[] {
	if (kind !== 'contactAction') return readableOfKind(scope, kind);
	const kinds = ['dealAction', kind].map((name) =>
		and([sql`t.kind = ${name}`, ...readableOfKind(scope, name)]),
	);
	return [or(kinds)];
}

function readableOfKind(scope: Scope, kind: string): Sql[] {
	if (!permittedKinds.includes(kind) || hasPermission(scope, `${kind}.read`)) return [];
	return [hasPermission(scope, `${kind}.read_own`) ? ownRecords(scope, kind) : raw('0')];
}

/** A kind of record, and the table that holds it. */
interface ReadableKind {
	name: string;
	table: TableName;
}

/** Whether the caller may read the record of that id. */
export function isReadable(scope: Scope, { name, table }: ReadableKind, id: number): boolean {
	const conditions = readableConditions(scope, name);
	if (conditions.length === 0) return true;
	return scope.service.store.tables[table].count([sql`t.id = ${id}`, ...conditions]) > 0;
}

/** @throws Refusal (FORBIDDEN) if the caller may not read the record of that id */
export function requireReadable(scope: Scope, kind: ReadableKind, id: number): void {
	if (!isReadable(scope, kind, id)) throw forbidden(`The user may not read ${kind.name} ${id}`);
}

/**
 * Selects the user's own records: deals of the user, customers of its role and their contacts,
 * actions that it created or is invited to. Custom objects have no owner.
 */
function ownRecords({ service, caller }: Scope, kind: string): Sql {
	const userId = caller.userId ?? 0;
	const roleId = service.store.tables.user.find(userId)?.roleId ?? null;
	switch (kind) {
		case 'deal':
			return sql`t.userId = ${userId}`;
		case 'customer':
			return sql`t.ownerRoleId = ${roleId}`;
		case 'contact':
			return sql`t.customerId IN (SELECT id FROM customer WHERE ownerRoleId = ${roleId})`;
		case 'customObject':
			return raw('0');
		default:
			return sql`(t.creatorId = ${userId} OR EXISTS
				(SELECT 1 FROM json_each(t.inviteeIds) WHERE value = ${userId}))`;
	}
}
