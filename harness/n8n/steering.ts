/** The admin interface of a sandbox, by which a test steers it and looks into it. */
import { setTimeout as pause } from 'node:timers/promises';
import { fetch } from 'undici';
import type { Sandbox } from '../../sandbox';

export async function steered<T>(
	{ admin }: Pick<Sandbox, 'admin'>,
	method: string,
	path: string,
	body?: unknown,
): Promise<T> {
	const response = await fetch(`${admin}${path}`, {
		method,
		headers: { 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	}).catch((error: unknown) => {
		throw new Error(`${method} ${path}`, { cause: error });
	});
	if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
	const text = await response.text();
	return (text === '' ? undefined : JSON.parse(text)) as T;
}

export interface Asked {
	readonly number: number;
	readonly method: string;
	readonly path: string;
	readonly status: number | null;
}

/** What a service was asked while something was done. */
export async function askedOf(
	sandbox: Pick<Sandbox, 'admin'>,
	run: () => Promise<unknown>,
): Promise<Asked[]> {
	const before = await steered<Asked[]>(sandbox, 'GET', '/requests');
	await run();
	const last = before.at(-1)?.number ?? 0;
	return await steered<Asked[]>(sandbox, 'GET', `/requests?since=${last}`);
}

/** Everything but reads. A search is a POST to an address that says so, whatever else it says. */
export const writesAmong = (asked: readonly Asked[]): Asked[] =>
	asked.filter(
		({ method, path }) =>
			method !== 'GET' && !(method === 'POST' && /\/_?(search|query)(\/|$)/.test(path)),
	);

/** All records of a list, read from the service itself, with a token that the workflows don't use. */
export async function everyRecord<T>(
	{ v2, credentials }: Pick<Sandbox, 'v2' | 'credentials'>,
	name: string,
	{ key = name, limit = 100 }: { readonly key?: string; readonly limit?: number } = {},
): Promise<T[]> {
	const all: T[] = [];
	let cursor: string | null = '';
	while (cursor !== null) {
		// The list of users takes neither (v2 §4.1).
		const query = name === 'users' ? {} : { limit: String(limit), ...(cursor && { cursor }) };
		const path: string = `${v2}/${name}?${new URLSearchParams(query).toString()}`;
		const headers = { authorization: `Bearer ${credentials.team}` };
		const response = await fetch(path, { headers });
		// Polls go on meanwhile, and all that has this token shares its rate.
		if (response.status === 429) {
			await pause(1_100);
			continue;
		}
		if (!response.ok) throw new Error(`${path} answered ${response.status}`);
		const page = (await response.json()) as { hasMore: boolean; nextCursor: string | null };
		all.push(...(page as unknown as Record<string, T[]>)[key]!);
		cursor = page.hasMore ? page.nextCursor : null;
	}
	return all;
}
