import type { Service } from '../domain/service';
import { Credentials } from './credentials';
import { Faults } from './faults';
import { Journal } from './journal';
import { Limits } from './limits';

/** What lies between the network and the service: who may come in, how often, and what is logged. */
export class Gateway {
	readonly credentials: Credentials;
	readonly limits: Limits;
	readonly faults = new Faults();
	readonly journal = new Journal();

	constructor(readonly service: Service) {
		this.credentials = new Credentials(service.store);
		this.limits = new Limits(() => service.options, service.clock);
	}

	/** Forgets limits, faults and log, and the credentials that the store no longer holds. */
	reset(): void {
		this.limits.reset();
		this.faults.clear();
		this.journal.clear();
		this.credentials.load();
	}
}
