/**
 * What was done to the package in a real n8n and what came of it: each part that counts says so in this
 * one form.
 */

/** What arrived at one place, of what was written. */
export interface Arrived {
	readonly written: number;
	/** Each counted once, however often it came. */
	readonly handedOut: number;
	readonly lost: number;
	/** How often something came that had come before; of mails and messages, for how many deals it did. */
	readonly doubled: number;
	/** What else there is to say of it, such as how much of it is in executions that crashed. */
	readonly [more: string]: number;
}

export interface Figures {
	/** What was done to it, and how often. */
	readonly done: Readonly<Record<string, number>>;
	readonly minutes: number;
	/** By the place where it was counted. */
	readonly results: Readonly<Record<string, Arrived>>;
}

export const minutesSince = (started: number): number =>
	Math.round((Date.now() - started) / 6_000) / 10;
