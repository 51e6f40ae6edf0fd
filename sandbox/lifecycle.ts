import type { CredentialKind } from './contract/operation';
import type { OptionChanges } from './contract/options';
import { Service } from './domain/service';
import { Gateway } from './http/gateway';
import { seed, type SeedName } from './seed';

export interface StateSettings {
	seed?: SeedName;
	/** A file that keeps the data; a file that holds data already is not seeded again. */
	data?: string;
	set?: OptionChanges;
}

/** The whole state of one sandbox, filled with what its seed says, and how it starts over. */
export class Lifecycle {
	readonly gateway: Gateway;
	/** What a reset fills the store with unless it names another seed. */
	private readonly startSeed: SeedName;

	constructor({ seed: startSeed = 'small', data, set }: StateSettings) {
		this.startSeed = startSeed;
		this.gateway = new Gateway(new Service(set, data));
		const { service } = this.gateway;
		// A file that is filled has a domain.
		if (service.domains().length === 0) service.store.transaction(() => this.fill(startSeed, {}));
	}

	/** Starts over; only the credentials of the ready line stay valid. */
	reset(seedName = this.startSeed): SeedName {
		const { service, credentials } = this.gateway;
		const kept = credentials.ready();
		service.resetSettings();
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
