import { Clock } from './clock';
import { Credentials, type Caller, type CredentialKind } from './http/credentials';
import { Faults } from './http/faults';
import { Journal } from './http/journal';
import { Limits } from './http/limits';
import { changeOptions, defaultOptions, type OptionChanges, type Options } from './options';
import { Permissions } from './rules/permissions';
import { inUtc } from './rules/time';
import { seed, type SeedName } from './seed';
import { Store } from './store/store';
import type { View } from './store/table';

export interface ServiceSettings {
	seed?: SeedName;
	/** The file that keeps the data; in memory without it. */
	data?: string;
	set?: OptionChanges;
}

/** The whole state of the stand-in. There are no globals: two can run side by side. */
export class Service {
	readonly store: Store;
	readonly clock: Clock;
	readonly credentials: Credentials;
	readonly limits: Limits;
	readonly permissions: Permissions;
	readonly faults = new Faults();
	readonly journal = new Journal();
	/** What a reset fills the store with unless it names another seed. */
	readonly startSeed: SeedName;
	private readonly startOptions: Options;
	private currentOptions: Options;

	constructor({ seed: seedName = 'small', data, set = {} }: ServiceSettings = {}) {
		this.startSeed = seedName;
		this.startOptions = changeOptions(defaultOptions, set);
		this.currentOptions = this.startOptions;
		this.store = new Store(data);
		this.clock = new Clock(this.store.counter('clockAhead'));
		this.credentials = new Credentials(this.store);
		this.limits = new Limits(() => this.options, this.clock);
		this.permissions = new Permissions(this.store, () => this.options);
		if (!this.store.isFilled()) this.fill(seedName, {});
	}

	get options(): Options {
		return this.currentOptions;
	}

	changeOptions(changes: object): Options {
		this.currentOptions = changeOptions(this.currentOptions, changes);
		return this.currentOptions;
	}

	/** Starts over; only the credentials of the ready line stay valid. */
	reset(seedName: SeedName): void {
		const kept = this.readyCredentials();
		this.currentOptions = this.startOptions;
		this.clock.reset();
		this.limits.reset();
		this.faults.clear();
		this.journal.clear();
		this.store.transaction(() => {
			this.store.clear();
			this.credentials.load();
			this.fill(seedName, kept);
		});
	}

	/** The ids of all domains. */
	domains(): number[] {
		return this.store.settings.domains();
	}

	/** The credentials of the ready line: the oldest of each kind. */
	readyCredentials(): Record<CredentialKind, string> {
		const of = (kind: CredentialKind) => this.credentials.first(kind) ?? '';
		return { personal: of('personal'), team: of('team'), v1: of('v1') };
	}

	advanceClock(ms: number): void {
		this.clock.advance(ms);
		this.store.setCounter('clockAhead', this.clock.ahead);
	}

	/** The moment that a write is dated with: service time in the granularity set. */
	stamp(): number {
		const granularity = this.options.timestampGranularityMs;
		return Math.floor(this.clock.now() / granularity) * granularity;
	}

	/** What lists, or the search index, show at this moment. */
	view(at: 'list' | 'search'): View {
		return { at, now: this.clock.now() };
	}

	/** All writes of the work are kept, with their log entries, or none if it throws. */
	write<T>(work: () => T): T {
		const { notifications, audits } = this.journal;
		const counts = [notifications.length, audits.length] as const;
		try {
			return this.store.transaction(work);
		} catch (error) {
			notifications.length = counts[0];
			audits.length = counts[1];
			throw error;
		}
	}

	notify(operation: string, { domainId }: Caller, id: number, userIds: number[]): void {
		const time = inUtc(this.clock.now());
		const told = [...new Set(userIds)];
		this.journal.notifications.push({ time, operation, domainId, id, userIds: told });
	}

	audit(operation: string, { domainId, userId }: Caller, ids: number[]): void {
		const time = inUtc(this.clock.now());
		this.journal.audits.push({ time, operation, domainId, userId, ids });
	}

	close(): void {
		this.store.close();
	}

	private fill(seedName: SeedName, kept: Partial<Record<CredentialKind, string>>): void {
		this.store.transaction(() => {
			const { domainId, userId } = seed(this, seedName);
			const issue = (kind: CredentialKind, user: number | null) =>
				this.credentials.issue({ kind, domainId, userId: user, permissions: null }, kept[kind]);
			issue('personal', userId);
			issue('team', null);
			issue('v1', null);
		});
	}
}
