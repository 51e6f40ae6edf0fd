import { randomBytes } from 'node:crypto';
import type { Caller, CredentialKind } from '../contract/operation';
import type { Store } from '../domain/store/store';
import { raw } from '../domain/store/sql';

const prefixes: Record<CredentialKind, string> = { personal: 'svcp_', team: 'svct_', v1: '' };

/** The credentials that are valid, and the caller of each. */
export class Credentials {
	private readonly callers = new Map<string, Caller>();
	private readonly numbers = new Map<string, number>();

	constructor(private readonly store: Store) {
		this.load();
	}

	find(credential: string): Caller | undefined {
		return this.callers.get(credential);
	}

	/** How many had been issued with it: 1 for the first. */
	numberOf(credential = ''): number | undefined {
		return this.numbers.get(credential);
	}

	/** @param credential a known one to keep; a new one is made without it */
	issue(caller: Caller, credential = newCredential(caller.kind)): string {
		this.callers.set(credential, caller);
		const text = 'INSERT OR REPLACE INTO token (token, caller) VALUES (?, ?)';
		const number = this.callers.size;
		this.numbers.set(credential, number);
		this.store.database.run(text, [credential, JSON.stringify({ ...caller, number })]);
		return credential;
	}

	/** The credentials of the ready line: the oldest of each kind. */
	ready(): Record<CredentialKind, string> {
		const all = [...this.callers];
		const first = (kind: CredentialKind) =>
			all.find(([, caller]) => caller.kind === kind)?.[0] ?? '';
		return { personal: first('personal'), team: first('team'), v1: first('v1') };
	}

	/** Reads the store again: none are left after it was cleared. */
	load(): void {
		this.callers.clear();
		this.numbers.clear();
		const rows = this.store.database
			.rows(raw('SELECT token, caller FROM token'))
			.map(([credential, caller]) => ({
				credential: String(credential),
				...(JSON.parse(String(caller)) as Caller & { number: number }),
			}))
			.sort((a, b) => a.number - b.number);
		for (const { credential, number, ...caller } of rows) {
			this.callers.set(credential, caller);
			this.numbers.set(credential, number);
		}
	}
}

const newCredential = (kind: CredentialKind) =>
	prefixes[kind] + randomBytes(kind === 'v1' ? 20 : 16).toString('hex');
