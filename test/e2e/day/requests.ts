/** What was asked of the service, by consumer, and how each round of polls went. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Poll } from './books';
import type { Service } from './service';

export interface Request {
	readonly number: number;
	/** By the service's clock. */
	readonly time: string;
	readonly path: string;
	/** None while it is under way. */
	readonly status: number | null;
	readonly tokenNumber: number | null;
}

/** Longer than a trigger waits before it asks a second time what time it is. */
const QUIET_MS = 2_700;
const LOOK_MS = 250;
const PATIENCE_MS = 120_000;

export class Requests {
	readonly all: Request[] = [];

	constructor(private readonly service: Service) {}

	/** Waits until nothing has been asked for a while and nothing is under way; answers what came. */
	async quiet(): Promise<readonly Request[]> {
		const known = this.all.at(-1)?.number ?? 0;
		let [since, count] = [Date.now(), -1];
		for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
			const found = await this.service.steer<Request[]>('GET', `/requests?since=${known}`);
			const isStill = found.length === count && found.every(({ status }) => status !== null);
			if (!isStill) [since, count] = [Date.now(), found.length];
			if (Date.now() - since > QUIET_MS) {
				this.all.push(...found);
				return found;
			}
			await pause(LOOK_MS);
		}
		throw new Error(`The service had no quiet moment for ${PATIENCE_MS / 1_000} s`);
	}

	/** How many of a credential were accepted since a time of the service. */
	acceptedOf(number: number, since: number): number {
		return this.all.filter(
			({ tokenNumber, status, time }) =>
				tokenNumber === number && status !== 429 && Date.parse(time) >= since,
		).length;
	}
}

/** The poll that is in the requests of a round, if the trigger sent any. */
export function pollIn(round: readonly Request[], number: number): Poll | undefined {
	const own = round.filter(({ tokenNumber }) => tokenNumber === number);
	const times = own.map(({ time }) => Date.parse(time));
	if (own.length === 0) return undefined;
	return {
		...{ began: Math.min(...times), ended: Math.max(...times) },
		// A request that is refused for the rate is sent again; what ends a poll is not.
		isWhole: (own.at(-1)?.status ?? 599) < 400,
	};
}
