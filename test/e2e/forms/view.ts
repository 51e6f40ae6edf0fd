/** What the parts that fill in forms share: the editor, and looking into the sandbox behind it. */
import type { Editor } from '../editor';
import { everyRecord } from '../../../harness/n8n/steering';
import type { World } from '../../../harness/n8n/world';

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
	readonly dealProductDetails: ReadonlyArray<{ readonly name: string; readonly quantity: string }>;
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
export const listed = async <T>(world: World, name: string): Promise<T[]> =>
	await everyRecord<T>(await world.sandbox(), name);
