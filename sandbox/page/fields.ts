import { inUtc, type TimeFormat } from '../contract/time';

/** A link to a record, or to the list of its kind, with whatever else the list is asked for. */
export interface Link {
	kind: string;
	id?: number;
	text: string;
	[parameter: string]: string | number | undefined;
}
export type Words = Array<string | Link>;

/** One property of a record. */
export interface Field {
	name: string;
	label: string;
	values: Words;
}

/** To the second: `2026-05-01 10:00:03`, in UTC. */
export const time: TimeFormat = (ms) => inUtc(ms).slice(0, 19).replace('T', ' ');

/** `expectedContractDate` becomes `Expected contract date`. */
export function words(name: string): string {
	const text = name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The kind of record that a property refers to. */
const linked: Record<string, string | undefined> = {
	...{ customer: 'customer', customers: 'customer', deal: 'deal' },
	...{ contact: 'contact', contacts: 'contact' },
	...{ user: 'user', creator: 'user', invitees: 'user', selectedUsers: 'user' },
};
const amounts = new Set(['amount', 'capital', 'employee', 'totalCost', 'totalProfit']);
/** The rest of a date that has no time. */
const midnight = /T00:00:00\.000Z$/;
/** What the page shows in another way, or not. */
const left = new Set(['id', 'name', 'phaseStayDays', 'pattern', 'purpose']);

/** The properties of a record in the service's own shape, its custom values among them. */
export const fieldsOf = (record: object): Field[] =>
	Object.entries(record as Record<string, unknown>).flatMap(([name, value]) => {
		if (left.has(name)) return [];
		if (/customs$/i.test(name)) return (value as CustomValue[]).map(customField);
		return [{ name, label: words(name), values: valuesOf(name, value) }];
	});

function valuesOf(name: string, value: unknown): Words {
	if (value === null || value === undefined || value === '') return [];
	if (Array.isArray(value)) return value.flatMap((one) => valuesOf(name, one));
	if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
	if (typeof value === 'string' || typeof value === 'number') {
		const text = String(value).replace(midnight, '');
		return [amounts.has(name) ? Number(text).toLocaleString('en') : text];
	}
	const of = value as { id?: number; name?: string | null; customers?: unknown };
	// A deal's related customers stand under their types.
	if (of.customers !== undefined) return valuesOf('customers', of.customers);
	const kind = linked[name];
	if (kind !== undefined && of.id !== undefined) return [{ kind, id: of.id, text: of.name ?? '' }];
	return valuesOf('', of.name);
}

/** A custom value in its whole form (v1 §2.3). */
export interface CustomValue {
	itemKey?: string;
	name: string;
	value: unknown;
	selectedOption?: { label: string };
	selectedOptions?: Array<{ label: string }>;
	selectedUsers?: unknown;
}

function customField({ itemKey = '', name, value, ...details }: CustomValue): Field {
	const { selectedOption, selectedOptions, selectedUsers } = details;
	const labels = (selectedOptions ?? [selectedOption]).map((option) => option?.label ?? value);
	return { name: itemKey, label: name, values: valuesOf('selectedUsers', selectedUsers ?? labels) };
}
