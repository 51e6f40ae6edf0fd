import type { AddressInfo } from 'node:net';
import { createApp, versions } from './app';
import { ResponseCheck, type Mismatch } from './openapi/check';
import type { OptionChanges } from './options';
import type { SeedName } from './seed';
import { Service } from './service';

export type { OptionChanges, Options } from './options';
export type { SeedName } from './seed';

/** What a started sandbox is reached by; also the first line of its output. */
export interface Ready {
	ready: true;
	/** Base addresses, without a slash at the end. */
	v1: string;
	v2: string;
	admin: string;
	/** Of the first domain; the personal token's user has every permission. */
	credentials: { personal: string; team: string; v1: string };
	domains: Array<{ id: number }>;
}

export interface Sandbox extends Ready {
	/** Takes the responses that were not as described; those left over make `close` throw. */
	takeMismatches(): Mismatch[];
	/**
	 * Ends all connections and frees the port.
	 * @throws Error if responses were checked, and one was not as described
	 */
	close: () => Promise<void>;
}

export interface StartOptions {
	/** 0 (the default) takes a free port. It listens on 127.0.0.1 only. */
	port?: number;
	seed?: SeedName;
	/** A file that keeps the data; a file that holds data already is not seeded again. */
	data?: string;
	set?: OptionChanges;
	/**
	 * Whether each response is held against its OpenAPI description; a wrong one becomes a 599. On in
	 * tests; SANDBOX_CHECK_RESPONSES=1 or 0 says otherwise.
	 */
	checkResponses?: boolean;
}

/** Starts a sandbox in this process. Several can run side by side. */
export async function startSandbox(options: StartOptions = {}): Promise<Sandbox> {
	const { port = 0, checkResponses = isCheckedByDefault(), ...settings } = options;
	const service = new Service(settings);
	const check = checkResponses ? new ResponseCheck(versions) : undefined;
	const app = createApp(service, check);
	await app.listen({ port, host: '127.0.0.1' });
	const { port: taken } = app.server.address() as AddressInfo;
	const base = `http://127.0.0.1:${taken}`;
	return {
		ready: true,
		v1: `${base}/v1`,
		v2: `${base}/v2`,
		admin: `${base}/__sandbox`,
		credentials: service.readyCredentials(),
		domains: service.domains().map((id) => ({ id })),
		takeMismatches: () => check?.mismatches.splice(0) ?? [],
		close: async () => {
			await app.close();
			service.close();
			check?.conclude();
		},
	};
}

function isCheckedByDefault(): boolean {
	const { SANDBOX_CHECK_RESPONSES: asked, NODE_ENV } = process.env;
	return asked === undefined ? NODE_ENV === 'test' : asked === '1';
}
