/** Tries all rows on an account and removes the records that they made, whatever happens. */
import { Account, messageOf, type Access } from './account';
import { NotTried, ROWS, type Made } from './rows';

export interface RowResult {
	readonly says: string;
	readonly verdict: 'as documented' | 'otherwise' | 'not tried';
	readonly why?: string;
}

export interface Accepted {
	readonly rows: readonly RowResult[];
	/** The records that could not be removed, each with its ID, its name and the reason. */
	readonly remains: readonly string[];
}

/** @param onRow is called with each row as soon as it is tried */
export async function accept(
	access: Access,
	onRow: (row: RowResult) => void = () => undefined,
): Promise<Accepted> {
	const account = new Account(access);
	const made: Made = {};
	const rows: RowResult[] = [];
	for (const row of ROWS) {
		const result = await tried(async () => await row.try(account, made), row.says);
		if (access.signal?.aborted) break;
		rows.push(result);
		onRow(result);
	}
	return { rows, remains: await account.removeAll() };
}

async function tried(row: () => Promise<string | undefined>, says: string): Promise<RowResult> {
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
