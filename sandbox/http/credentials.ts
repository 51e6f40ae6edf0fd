import { randomBytes } from 'node:crypto';
import type { Store } from '../store/store';
import { raw } from '../store/sql';

export type CredentialKind = 'personal' | 'team' | 'v1';

/** Who sends a request: what its credential says about it. */
export interface Caller {
	kind: CredentialKind;
	domainId: number;
	/** The executing user; only a personal token has one (v2 §5). */
	userId: number | null;
	/** Granted permissions; null = all. */
	permissions: string[] | null;
}

const prefixes: Record<CredentialKind, string> = { personal: 'svcp_', team: 'svct_', v1: '' };

/** The credentials that are good, and what each stands for. */
export class Credentials {
	private readonly callers = new Map<string, Caller>();

	constructor(private readonly store: Store) {
		this.load();
	}

	find(credential: string): Caller | undefined {
		return this.callers.get(credential);
	}

	/** The oldest credential of a kind: the one of the ready line. */
	first(kind: CredentialKind): string | undefined {
		for (const [credential, caller] of this.callers) if (caller.kind === kind) return credential;
		return undefined;
	}

	/** @param credential a known one to keep; a new one is made without it */
	issue(caller: Caller, credential = newCredential(caller.kind)): string {
		this.callers.set(credential, caller);
		const text = 'INSERT OR REPLACE INTO token (token, caller) VALUES (?, ?)';
		const number = this.callers.size;
		this.store.database.run(text, [credential, JSON.stringify({ ...caller, number })]);
		return credential;
	}

	/** Reads the store again: none are left after it was cleared. */
	load(): void {
		this.callers.clear();
		const rows = this.store.database
			.rows(raw('SELECT token, caller FROM token'))
			.map(([credential, caller]) => ({
				credential: String(credential),
				...(JSON.parse(String(caller)) as Caller & { number: number }),
			}))
			.sort((a, b) => a.number - b.number);
		for (const { credential, number: _number, ...caller } of rows) {
			this.callers.set(credential, caller);
		}
	}
}

const newCredential = (kind: CredentialKind) =>
	prefixes[kind] + randomBytes(kind === 'v1' ? 20 : 16).toString('hex');
