/** The service of the day: its clock, its users and credentials, and what another client reads of it. */
import type { Sandbox } from '../../../sandbox';
import { everyRecord, steered } from '../steering';
import { DAY_MINUTES } from './load';
import type { Consumer } from './watches';

const MINUTE_MS = 60_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** Before midnight: what is there before the day, and then the triggers, so that they stand when it begins. */
const EARLY_MS = 60 * MINUTE_MS;
const SOON_MS = 15 * MINUTE_MS;

/** A credential, and by which number the service's log of requests tells it. */
interface Token {
	readonly token: string;
	readonly number: number;
}

export class Service {
	/** When the day begins, in milliseconds since 1970. */
	readonly midnight: number;
	private ahead: number;

	private constructor(
		readonly sandbox: Sandbox,
		private readonly users: Readonly<Record<'owner' | 'guest', number>>,
		/** The number of whoever looks into the service beside n8n, and that user's token. */
		readonly onlooker: Token,
	) {
		this.midnight = Math.ceil((Date.now() + EARLY_MS) / DAY_MS) * DAY_MS;
		this.ahead = 0;
	}

	/** The sandbox, an hour before midnight. */
	static async before(sandbox: Sandbox): Promise<Service> {
		const names = ['owner', 'guest', 'onlooker'];
		const rows = names.map((name) => ({ name, email: `${name}@the-day.example` }));
		const [owner = 0, guest = 0, userId] = await steered<number[]>(
			sandbox,
			'POST',
			'/records/user',
			rows,
		);
		const onlooker = await steered<Token>(sandbox, 'POST', '/tokens', { kind: 'personal', userId });
		const service = new Service(sandbox, { owner, guest }, onlooker);
		await service.moveTo(service.midnight - EARLY_MS);
		return service;
	}

	/** The service's time. */
	get now(): number {
		return Date.now() + this.ahead;
	}

	async steer<T>(method: string, path: string, body?: unknown): Promise<T> {
		return await steered<T>(this.sandbox, method, path, body);
	}

	/** A quarter of an hour before midnight. */
	async moveToEvening(): Promise<void> {
		await this.moveTo(this.midnight - SOON_MS);
	}

	/** Moves the clock on; where it is later already, it stays. */
	async moveTo(time: number): Promise<void> {
		const advanceMs = Math.max(0, Math.round(time - this.now));
		await this.steer('POST', '/clock', { advanceMs });
		this.ahead += advanceMs;
	}

	/** A token or key of its own. While permissions are enforced, the guest may read deals only. */
	async tokenFor({ credential: kind, user }: Consumer): Promise<Token> {
		const whose = user && { userId: this.users[user] };
		const permissions = user === 'guest' ? { permissions: ['deal.read'] } : {};
		return await this.steer('POST', '/tokens', { kind, ...whose, ...permissions });
	}

	/** Every record of a list. */
	async all<T>(list: string): Promise<T[]> {
		const { v2 } = this.sandbox;
		const credentials = { ...this.sandbox.credentials, team: this.onlooker.token };
		return await everyRecord<T>({ v2, credentials }, list, { limit: 1_000 });
	}
}
