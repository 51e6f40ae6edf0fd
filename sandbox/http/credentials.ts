import { randomBytes } from 'node:crypto';
import type { Caller, CredentialKind } from '../contract/operationContract';
import type { Store } from '../domain/store/store';

const prefixes: Record<CredentialKind, string> = { personal: 'svcp_', team: 'svct_', v1: '' };

/** A caller, and how many credentials had been issued with its own. */
type Holder = Caller & { number: number };

/** The credentials that are valid, in the order in which they were issued. */
export class Credentials {
	private issued = new Map<string, Holder>();

	constructor(private readonly store: Store) {
		this.load();
	}

	find(credential = ''): Holder | undefined {
		return this.issued.get(credential);
	}

	/** @param credential a known one to keep; a new one is made without it */
	issue(caller: Caller, credential = newCredential(caller.kind)): string {
		this.issued.set(credential, { ...caller, number: this.issued.size + 1 });
		this.store.keep('credentials', JSON.stringify([...this.issued]));
		return credential;
	}

	/** The credentials of the ready line: the oldest of each kind. */
	ready(): Record<CredentialKind, string> {
		const newestFirst = [...this.issued]
			.reverse()
			.map(([credential, { kind }]) => [kind, credential]);
		return Object.fromEntries(newestFirst) as Record<CredentialKind, string>;
	}

	/** Reads the store again: none are left after it was cleared. */
	load(): void {
		const kept = JSON.parse(String(this.store.kept('credentials') ?? '[]')) as [string, Holder][];
		this.issued = new Map(kept);
	}
}

const newCredential = (kind: CredentialKind) =>
	prefixes[kind] + randomBytes(kind === 'v1' ? 20 : 16).toString('hex');
