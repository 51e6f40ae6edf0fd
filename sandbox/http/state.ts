import type { CredentialKind } from '../contract/operationContract';
import type { OptionChanges } from '../contract/options';
import { Service } from '../domain/service';
import { seed, type Seed, type SeedName } from '../seed';
import { Credentials } from './credentials';
import { Faults } from './faults';
import { Journal } from './requestLog';
import { Limits } from './rateLimits';

export interface StateSettings {
	seed?: Seed;
	/** A file that keeps the data; a file that holds data already is not seeded again. */
	data?: string;
	set?: OptionChanges;
}

/**
 * The whole state of one sandbox: the service, and what lies between it and the network, such as
 * credentials, limits, logs and faults.
 */
export class State {
	readonly service: Service;
	readonly credentials: Credentials;
	readonly limits: Limits;
	readonly faults = new Faults();
	readonly journal = new Journal();
	/** The seed of a reset that names no other. */
	private readonly startSeed: Seed;

	constructor({ seed: startSeed = 'small', data, set }: StateSettings) {
		this.startSeed = startSeed;
		this.service = new Service(set, data);
		const { store } = this.service;
		this.credentials = new Credentials(store);
		this.limits = new Limits(this.service);
		// A file that holds data already has a domain.
		if (this.service.store.domains().length === 0)
			store.transaction(() => this.fill(startSeed, {}));
	}

	/** Starts over and returns the seed's name; only the credentials of the ready line stay valid. */
	reset(asked: Seed = this.startSeed): SeedName | 'own' {
		const kept = this.credentials.ready();
		this.service.resetSettings();
		this.limits.reset();
		this.faults.clear();
		this.journal.clear();
		this.service.store.transaction(() => {
			this.service.store.clear();
			this.credentials.load();
			this.fill(asked, kept);
		});
		return typeof asked === 'string' ? asked : 'own';
	}

	private fill(asked: Seed, kept: Partial<Record<CredentialKind, string>>): void {
		const { domainId, userId } = seed(this.service, asked);
		for (const kind of ['personal', 'team', 'v1'] as const) {
			const caller = { kind, domainId, userId: kind === 'personal' ? userId : null };
			this.credentials.issue({ ...caller, permissions: null }, kept[kind]);
		}
	}
}
