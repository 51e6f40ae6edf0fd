import { randomBytes } from 'node:crypto';
import type { Caller, CredentialKind } from '../contract/operationContract';
import type { Store } from '../domain/store/store';

const prefixes: Record<CredentialKind, string> = { personal: 'svcp_', team: 'svct_', v1: '' };

/** The caller that a credential stands for, and the credential's number, counted from 1. */
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

	/** @param credential an existing one to keep; without it a new one is made */
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

	/** Reads the credentials from the store again; there are none after it was cleared. */
	load(): void {
		const kept = JSON.parse(String(this.store.kept('credentials') ?? '[]')) as [string, Holder][];
		this.issued = new Map(kept);
	}
}

const newCredential = (kind: CredentialKind) =>
	prefixes[kind] + randomBytes(kind === 'v1' ? 20 : 16).toString('hex');
