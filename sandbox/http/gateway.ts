import type { Caller } from '../contract/operation';
import { inUtc } from '../contract/time';
import type { Service } from '../domain/service';
import { ChosenDialects } from '../dialects/catalogue';
import { Credentials } from './credentials';
import { Faults } from './faults';
import { Journal } from './journal';
import { Limits } from './limits';
import { keyShuffler } from './shuffledKeys';

/** What lies between the network and the service: who may come in, how often, and what is logged. */
export class Gateway {
	readonly credentials: Credentials;
	readonly limits: Limits;
	readonly faults = new Faults();
	readonly journal = new Journal();
	readonly dialects: ChosenDialects;
	private shuffleKeys = keyShuffler();

	constructor(readonly service: Service) {
		this.credentials = new Credentials(service.store);
		this.dialects = new ChosenDialects(service);
		this.limits = new Limits(() => service.options, service.clock);
	}

	/** All writes of the work are kept, with their log entries, or none if it throws. */
	write<T>(work: () => T): T {
		const undo = this.journal.mark();
		try {
			return this.service.store.transaction(work);
		} catch (error) {
			undo();
			throw error;
		}
	}

	notify(operation: string, { domainId }: Caller, id: number, userIds: number[]): void {
		const time = inUtc(this.service.clock.now());
		const notified = [...new Set(userIds)];
		this.journal.notifications.push({ time, operation, domainId, id, userIds: notified });
	}

	audit(operation: string, { domainId, userId }: Caller, ids: number[]): void {
		const time = inUtc(this.service.clock.now());
		this.journal.audits.push({ time, operation, domainId, userId, ids });
	}

	/** A response's body, in another order of its keys if the option says so. */
	inOrder(body: unknown): unknown {
		return this.service.options.shuffleKeys ? this.shuffleKeys(body) : body;
	}

	/** Forgets limits, faults and log, and the credentials that the store no longer holds. */
	reset(): void {
		this.limits.reset();
		this.faults.clear();
		this.shuffleKeys = keyShuffler();
		this.journal.clear();
		this.credentials.load();
	}
}
