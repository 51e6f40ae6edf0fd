/** What the parts that fill in forms share: the editor, and looking into the sandbox behind it. */
import type { Editor } from '../editor';
import { askedOf, type Asked } from '../steering';
import type { World } from '../world';

export interface View {
	readonly world: World;
	readonly editor: Editor;
}

export interface Named {
	readonly id: number;
	readonly name: string;
}
export interface Deal extends Named {
	readonly expectedContractDate: string;
	readonly dealCustoms: readonly Custom[];
	readonly [reference: string]: unknown;
}
export interface Contact extends Named {
	readonly email: string | null;
	readonly position: string | null;
	readonly customer: Named | null;
	readonly contactCustoms: readonly Custom[];
}
export interface Custom {
	readonly itemKey: string;
	readonly value: string | null;
	readonly selectedOption?: { readonly label: string } | null;
}

/** All records of a list, read from the service itself, with a token that the workflows don't use. */
export async function listed<T>(world: World, name: string): Promise<T[]> {
	const { v2, credentials } = await world.sandbox();
	const all: T[] = [];
	let cursor: string | null = '';
	while (cursor !== null) {
		const path: string = `${v2}/${name}?limit=100${cursor && `&cursor=${cursor}`}`;
		const headers = { authorization: `Bearer ${credentials.team}` };
		const response = await fetch(path, { headers });
		if (!response.ok) throw new Error(`${path} answered ${response.status}`);
		const page = (await response.json()) as { hasMore: boolean; nextCursor: string | null };
		all.push(...(page as unknown as Record<string, T[]>)[name]!);
		cursor = page.hasMore ? page.nextCursor : null;
	}
	return all;
}

/** What the service was asked while something was done. */
export const askedBy = async (world: World, run: () => Promise<unknown>): Promise<Asked[]> =>
	await askedOf(await world.sandbox(), run);
