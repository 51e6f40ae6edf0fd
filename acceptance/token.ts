/** Reads the token of the account, never from the command line: npm's log and the list of processes show that. */
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

export const TOKEN_VARIABLE = 'SALES_MANAGEMENT_TOKEN';

/** @returns `undefined` if neither the environment nor a file or pipe gives one */
export async function givenToken(
	environment: Readonly<Record<string, string | undefined>>,
	input: Readable & { readonly isTTY?: boolean },
): Promise<string | undefined> {
	const given = environment[TOKEN_VARIABLE] ?? (input.isTTY ? '' : await text(input));
	return given.trim() || undefined;
}
