/** What the checks of the sandbox's page share: a sandbox, its page in a browser, and patience. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { Sandbox } from '../../../sandbox';

const PATIENCE_MS = 15_000;

/** What the checks need of the world that all parts of the end-to-end tests share. */
export interface Stage {
	check: (what: string, run: () => unknown) => Promise<boolean>;
	picturePath: (name: string) => string;
	readonly site: {
		readonly scratch: {
			subfolder: (name: string) => string;
			atEnd: (undo: () => unknown) => void;
		};
	};
}

export interface View {
	readonly stage: Stage;
	readonly page: Page;
	readonly sandbox: Sandbox;
	/** The sandbox's origin. */
	readonly base: string;
	/** What a browser complained of, and what it loaded from elsewhere. */
	readonly complaints: string[];
}

export async function steer<T>(
	{ sandbox }: View,
	path: string,
	body?: unknown,
	method = 'POST',
): Promise<T> {
	const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
	const response = await fetch(sandbox.admin + path, body === undefined ? {} : { method, ...json });
	const text = await response.text();
	if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
	// The caller names the shape that it goes on with.
	return (text === '' ? undefined : JSON.parse(text)) as T;
}

export const ask = async ({ sandbox }: View, path: string): Promise<number> => {
	const headers = { authorization: `Bearer ${sandbox.credentials.personal}` };
	return (await fetch(sandbox.v2 + path, { headers })).status;
};

/** Waits until it holds; else says what was there instead. */
export async function until(
	what: () => Promise<unknown>,
	holds: (value: never) => boolean,
): Promise<void> {
	const deadline = Date.now() + PATIENCE_MS;
	for (;;) {
		const value = await what();
		if (holds(value as never)) return;
		if (Date.now() > deadline) throw new Error(`It stays ${JSON.stringify(value)}`);
		await pause(100);
	}
}
export const reads = async (place: Locator, text: string) =>
	await until(
		async () => await place.innerText(),
		(shown: string) => shown.replace(/\s+/g, ' ').includes(text),
	);
