import type { AddressInfo } from 'node:net';
import { createApp } from './app';
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
	/** Ends all connections and frees the port. */
	close(): Promise<void>;
}

export interface StartOptions {
	/** 0 (the default) takes a free port. It listens on 127.0.0.1 only. */
	port?: number;
	seed?: SeedName;
	/** A file that keeps the data; a file that holds data already is not seeded again. */
	data?: string;
	set?: OptionChanges;
}

/** Starts a sandbox in this process. Several can run side by side. */
export async function startSandbox(options: StartOptions = {}): Promise<Sandbox> {
	const { port = 0, ...settings } = options;
	const service = new Service(settings);
	const app = createApp(service);
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
		close: async () => {
			await app.close();
			service.close();
		},
	};
}
