import type { CredentialKind } from './contract/operation';
import type { OptionChanges } from './contract/options';
import { dialectsNamed } from './dialects/catalogue';
import { Service } from './domain/service';
import { Gateway } from './http/gateway';
import { seed, type SeedName } from './seed';

export interface StateSettings {
	seed?: SeedName;
	/** A file that keeps the data; a file that holds data already is not seeded again. */
	data?: string;
	set?: OptionChanges;
	/** The names of the dialects that it speaks from the start on (`--help` lists them). */
	dialects?: readonly string[];
}

/** The whole state of one sandbox, filled with what its seed says, and how it starts over. */
export class Lifecycle {
	readonly gateway: Gateway;
	/** What a reset fills the store with unless it names another seed. */
	private readonly startSeed: SeedName;
	private readonly startDialects: readonly string[];
	/** Options that count over those of its dialects. */
	private readonly set?: OptionChanges;

	constructor({ seed: startSeed = 'small', data, set, dialects = [] }: StateSettings) {
		// Refuses what it does not know before it opens a file.
		dialectsNamed(dialects);
		this.startSeed = startSeed;
		this.startDialects = dialects;
		this.set = set;
		this.gateway = new Gateway(new Service(set, data));
		this.gateway.dialects.choose(dialects, set);
		const { store } = this.gateway.service;
		if (!store.isFilled()) store.transaction(() => this.fill(startSeed, {}));
	}

	/** Starts over; only the credentials of the ready line stay valid. */
	reset(seedName = this.startSeed): SeedName {
		const { service, credentials } = this.gateway;
		const kept = credentials.ready();
		service.resetSettings();
		this.gateway.dialects.restart(this.startDialects, this.set);
		service.store.transaction(() => {
			service.store.clear();
			this.gateway.reset();
			this.fill(seedName, kept);
		});
		return seedName;
	}

	close(): void {
		this.gateway.service.store.close();
	}

	private fill(seedName: SeedName, kept: Partial<Record<CredentialKind, string>>): void {
		const { service, credentials } = this.gateway;
		const { domainId, userId } = seed(service, seedName);
		const issue = (kind: CredentialKind, user: number | null) =>
			credentials.issue({ kind, domainId, userId: user, permissions: null }, kept[kind]);
		issue('personal', userId);
		issue('team', null);
		issue('v1', null);
	}
}
