/** What several parts share is made once; when that fails, it is not tried again. */
import { messageOf } from '../../scripts/scratch';

/** What a part needs could not be made: what depends on it was not tested, and did not fail. */
export class Unavailable extends Error {
	/** Whether the reason was told in full. */
	isTold = false;

	constructor(
		readonly what: string,
		reason: unknown,
	) {
		super(`${what} is not available: ${messageOf(reason)}`);
	}

	/** The whole reason once, then only what is missing. */
	tell(): string {
		const text = this.isTold ? `${this.what} is not available, see above` : this.message;
		this.isTold = true;
		return text;
	}
}

export class Shared {
	private readonly made = new Map<string, Promise<unknown>>();

	/** @throws Unavailable the same one for everybody who asks */
	async get<T>(what: string, make: () => Promise<T>): Promise<T> {
		const promise = this.made.get(what) ?? make().catch((error: unknown) => fail(what, error));
		this.made.set(what, promise);
		return (await promise) as T;
	}
}

/** What stands behind something else is named itself. */
function fail(what: string, error: unknown): never {
	throw error instanceof Unavailable ? error : new Unavailable(what, error);
}
