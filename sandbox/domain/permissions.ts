import type { Caller } from '../contract/operation';
import { forbidden } from '../contract/refusal';
import type { Options } from '../contract/options';
import { raw, sql, type Sql } from './store/sql';
import type { Store } from './store/store';

/** The kinds of record whose reading and writing permissions limit. */
const permittedKinds = [
	'customer',
	'customerAction',
	'deal',
	'dealAction',
	'contact',
	'contactAction',
	'customObject',
];

/** Every permission there is. */
export const allPermissions: string[] = [
	'member_settings',
	...permittedKinds.flatMap((kind) => [`${kind}.read`, `${kind}.read_own`, `${kind}.write`]),
];

/**
 * What a personal token's user may do while the domain uses permission settings; other credentials
 * have no limits (v2 §5).
 */
export class Permissions {
	constructor(
		private readonly store: Store,
		private readonly options: () => Options,
	) {}

	/** The caller's permissions, as current-user shows them. */
	granted(caller: Caller): string[] {
		return caller.permissions ?? allPermissions;
	}

	has(caller: Caller, permission: string): boolean {
		return this.isUnlimited(caller) || this.granted(caller).includes(permission);
	}

	/** Throws FORBIDDEN without the permission. */
	require(caller: Caller, permission: string): void {
		if (!this.has(caller, permission)) {
			throw forbidden(`The user lacks the permission ${permission}`);
		}
	}

	/** Conditions on the rows `t` that the caller may read: none for all of them. */
	conditions(caller: Caller, kind: string): Sql[] {
		if (this.has(caller, `${kind}.read`)) return [];
		if (!this.has(caller, `${kind}.read_own`)) return [raw('0')];
		return [this.own(kind, caller.userId ?? 0)];
	}

	/** Own = the deal's user, the customer's owner role, an action's creator or invitee. */
	private own(kind: string, userId: number): Sql {
		const roleId = this.store.users.find(userId)?.roleId ?? null;
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

	private isUnlimited(caller: Caller): boolean {
		return !this.options().permissionSettings || caller.kind !== 'personal' || !caller.permissions;
	}
}
