/** Tries all rows on an account, and removes what they made, whatever happens. */
import { Account, messageOf, type Access } from './account';
import { NotTried, ROWS, type Made } from './rows';

export interface Told {
	readonly says: string;
	readonly verdict: 'as documented' | 'otherwise' | 'not tried';
	readonly why?: string;
}

export interface Accepted {
	readonly rows: readonly Told[];
	/** What could not be removed, each with its ID, name and why. */
	readonly remains: readonly string[];
}

/** @param tell is called with each row as soon as it is tried. */
export async function accept(
	access: Access,
	tell: (row: Told) => void = () => undefined,
): Promise<Accepted> {
	const account = new Account(access);
	const made: Made = {};
	const rows: Told[] = [];
	for (const row of ROWS) {
		const told = await tried(async () => await row.try(account, made), row.says);
		if (access.signal?.aborted) break;
		rows.push(told);
		tell(told);
	}
	return { rows, remains: await account.removeAll() };
}

async function tried(row: () => Promise<string | undefined>, says: string): Promise<Told> {
	try {
		const why = await row();
		return why === undefined
			? { says, verdict: 'as documented' }
			: { says, verdict: 'otherwise', why };
	} catch (error) {
		const verdict = error instanceof NotTried ? 'not tried' : 'otherwise';
		return { says, verdict, why: messageOf(error) };
	}
}
