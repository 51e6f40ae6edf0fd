/**
 * The second client of the demo: a colleague who works in the service while n8n watches. It speaks
 * plain HTTP with the team token, so that it uses none of the connector's own quota.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fetch } from 'undici';

export interface Named {
	readonly id: number;
	readonly name: string;
}

/** A phase of deals; its status is 1 = in progress, 2 = won, 3 = lost. */
export interface Phase extends Named {
	readonly status: number;
}

export interface Deal extends Named {
	readonly amount: number | null;
	readonly dealType: Named;
	readonly customer: Named;
	readonly phase: Phase;
	readonly product: Named;
	readonly probability: Named;
	readonly channel: Named;
	readonly user: Named;
}

export interface LoggedRequest {
	readonly status: number;
	readonly tokenKind: string | null;
}

export class SecondClient {
	constructor(
		private readonly v2: string,
		private readonly admin: string,
		private readonly token: string,
	) {}

	/** All deals of the seed, which fit one page. */
	async deals(): Promise<Deal[]> {
		return ((await this.call('GET', `${this.v2}/deals?limit=1000`)) as { deals: Deal[] }).deals;
	}

	/** Creates a deal with the people and settings of an existing one, under a name and an amount of its own. */
	async createDeal(like: Deal, name: string, amount: number): Promise<Deal> {
		const { dealType, customer, phase, product, probability, channel, user } = like;
		const references = { dealType, customer, phase, product, probability, channel, user };
		const ids = Object.entries(references).map(([key, { id }]) => [key, { id }] as const);
		const body = {
			...Object.fromEntries(ids),
			name,
			amount,
			expectedContractDate: '2030-03-31',
		};
		return (await this.call('POST', `${this.v2}/deals`, body)) as Deal;
	}

	async moveDeal(id: number, phase: Named): Promise<void> {
		await this.call('PATCH', `${this.v2}/deals/${id}`, { phase: { id: phase.id } });
	}

	async actionsOf(dealId: number): Promise<Array<{ id: number; preNote: string | null }>> {
		const answer = await this.call('GET', `${this.v2}/actions?dealId=${dealId}`);
		return (answer as { actions: Array<{ id: number; preNote: string | null }> }).actions;
	}

	/** Moves the service's clock on. */
	async wait(milliseconds: number): Promise<void> {
		await this.call('POST', `${this.admin}/clock`, { advanceMs: milliseconds });
	}

	/** The service's own log of requests. */
	async requests(): Promise<LoggedRequest[]> {
		return (await this.call('GET', `${this.admin}/requests?since=0`)) as LoggedRequest[];
	}

	private async call(method: string, url: string, body?: unknown): Promise<unknown> {
		const response = await fetch(url, {
			method,
			headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		// The service takes five requests a second of an organization (v2 §8).
		if (response.status === 429) {
			await pause(1_000);
			return await this.call(method, url, body);
		}
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
		return text === '' ? undefined : (JSON.parse(text) as unknown);
	}
}
