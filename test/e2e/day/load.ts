/** How much happens at the service in each minute of a day: a quiet night, a busy day, a slow evening. */
export const KINDS = ['deal', 'customer', 'contact', 'dealAction', 'customObject'] as const;
export type Kind = (typeof KINDS)[number];

export const DAY_MINUTES = 1_440;

/** How busy each hour is, from midnight on. */
const HOURS = [
	...[0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.4, 0.7],
	...[0.9, 1, 1, 1, 0.8, 0.9, 1, 1],
	...[1, 0.8, 0.5, 0.4, 0.3, 0.3, 0.2, 0.1],
] as const;

/** Of a minute of a busy hour. */
const BUSY: Readonly<Record<Kind, { readonly created: number; readonly changed: number }>> = {
	deal: { created: 1, changed: 4 },
	customer: { created: 0.8, changed: 1.2 },
	contact: { created: 1, changed: 3 },
	dealAction: { created: 1, changed: 1 },
	customObject: { created: 1, changed: 1 },
};

export interface Amount {
	readonly kind: Kind;
	readonly created: number;
	readonly changed: number;
}

/** The busy minutes that have passed up to a minute of the day. */
function busyMinutes(minute: number): number {
	const [hour, rest] = [Math.floor(minute / 60), minute % 60];
	const before = HOURS.slice(0, hour).reduce((sum, weight) => sum + 60 * weight, 0);
	return before + rest * (HOURS[hour] ?? 0);
}

/** What is created and changed in one minute; what is less than a whole one comes in a later minute. */
export function amountsIn(minute: number): Amount[] {
	const [from, to] = [busyMinutes(minute), busyMinutes(minute + 1)];
	const whole = (rate: number) => Math.floor(rate * to + 1e-9) - Math.floor(rate * from + 1e-9);
	return KINDS.map((kind) => {
		const { created, changed } = BUSY[kind];
		return { kind, created: whole(created), changed: whole(changed) };
	});
}
