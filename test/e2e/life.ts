/** The steps of a story, and the life that every record has. */
import { byId, from } from './workflows';

export interface Step {
	readonly name: string;
	/** Such as `deal.create`. */
	readonly operation: string;
	readonly parameters?: Readonly<Record<string, unknown>>;
	/** What the first item has to show. */
	readonly shows?: Readonly<Record<string, unknown>>;
}

export interface Story {
	readonly name: string;
	readonly steps: readonly Step[];
}

/** Of a life that every record has: read, listed, changed, deleted. */
interface Life {
	readonly resource: string;
	/** The parameter that names the record. */
	readonly idName: string;
	/** What every step needs beside it, such as the customer of an action. */
	readonly owner?: Readonly<Record<string, unknown>>;
	readonly created: Readonly<Record<string, unknown>>;
	/** The parameters of the update. */
	readonly change: Readonly<Record<string, unknown>>;
	/** What the record shows after the change. */
	readonly changed: Readonly<Record<string, unknown>>;
	readonly list?: Readonly<Record<string, unknown>>;
}

export function life({
	resource,
	idName,
	owner = {},
	created,
	change,
	changed,
	list = {},
}: Life): Step[] {
	const record = { ...owner, [idName]: byId(from('Create', 'id')) };
	const step = (name: string, id: string, parameters: object, more: Partial<Step> = {}): Step => ({
		name,
		operation: `${resource}.${id}`,
		parameters: { ...parameters },
		...more,
	});
	return [
		step('Create', 'create', { ...owner, ...created }),
		step('Update', 'update', { ...record, ...change }),
		step('Get', 'get', record, { shows: changed }),
		step('Get Many', 'getMany', { ...owner, returnAll: true, ...list }),
		step('Delete', 'delete', record, { shows: { deleted: true } }),
	];
}
