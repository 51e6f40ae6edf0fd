import { randomBytes } from 'node:crypto';
import type { Caller, CredentialKind } from '../contract/operation';
import type { Store } from '../domain/store/store';
import { raw } from '../domain/store/sql';

const prefixes: Record<CredentialKind, string> = { personal: 'svcp_', team: 'svct_', v1: '' };

/** The credentials that are valid, the caller of each, and how many had been issued with it. */
export class Credentials {
	private readonly issued = new Map<string, Caller & { number: number }>();

	constructor(private readonly store: Store) {
		this.load();
	}

	find(credential = ''): (Caller & { number: number }) | undefined {
		return this.issued.get(credential);
	}

	/** @param credential a known one to keep; a new one is made without it */
	issue(caller: Caller, credential = newCredential(caller.kind)): string {
		const issued = { ...caller, number: this.issued.size + 1 };
		this.issued.set(credential, issued);
		const text = 'INSERT OR REPLACE INTO token (token, caller) VALUES (?, ?)';
		this.store.database.run(text, [credential, JSON.stringify(issued)]);
		return credential;
	}

	/** The credentials of the ready line: the oldest of each kind. */
	ready(): Record<CredentialKind, string> {
		const all = [...this.issued];
		const first = (kind: CredentialKind) =>
			all.find(([, caller]) => caller.kind === kind)?.[0] ?? '';
		return { personal: first('personal'), team: first('team'), v1: first('v1') };
	}

	/** Reads the store again: none are left after it was cleared. */
	load(): void {
		this.issued.clear();
		const order = raw("SELECT token, caller FROM token ORDER BY caller ->> 'number'");
		for (const [credential, caller] of this.store.database.rows(order)) {
			this.issued.set(
				String(credential),
				JSON.parse(String(caller)) as Caller & { number: number },
			);
		}
	}
}

const newCredential = (kind: CredentialKind) =>
	prefixes[kind] + randomBytes(kind === 'v1' ? 20 : 16).toString('hex');
