import { isIPv6, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createApp } from './app';
import { ownPaths } from './contract/paths';
import { State, type StateSettings } from './http/state';
import { CheckedResponses } from './openapi/responseCheck';

export type { OptionChanges, Options } from './contract/options';
export type { OwnRecords, SeedName } from './seed';

/** The addresses and credentials of a started sandbox; also the first line of its output. */
export interface Ready {
	ready: true;
	/** Base addresses, without a slash at the end. */
	v1: string;
	v2: string;
	admin: string;
	/** Credentials of the first domain; the user of the personal token has every permission. */
	credentials: { personal: string; team: string; v1: string };
	domains: Array<{ id: number }>;
}

export interface Sandbox extends Ready {
	/**
	 * Ends all connections and frees the port.
	 * @throws Error if responses were checked, and one was not as described
	 */
	close: () => Promise<void>;
}

export interface StartOptions extends StateSettings {
	/** The option `dialect`, as names (`--help` lists them). */
	dialects?: readonly string[];
	/** The port; 0, the default, takes a free one. */
	port?: number;
	/** The address to listen on, 127.0.0.1 by default; 0.0.0.0 is every address of this machine. */
	host?: string;
	/**
	 * Whether each response is compared with its OpenAPI description, as the sandbox's own tests do;
	 * one that differs becomes a 599.
	 */
	checkResponses?: boolean;
	/** Whether there is a reference page, `/docs`; by default there is. */
	hasReference?: boolean;
}

/** Starts a sandbox in this process. Several can run side by side. */
export async function startSandbox(options: StartOptions = {}): Promise<Sandbox> {
	const { port = 0, host = '127.0.0.1', dialects, ...others } = options;
	const { checkResponses, hasReference = true, ...settings } = others;
	const set = { ...settings.set, ...(dialects && { dialect: dialects.join() || 'none' }) };
	const state = new State({ ...settings, set });
	const { service, credentials } = state;
	const checked = checkResponses ? new CheckedResponses() : undefined;
	const app = createApp(state, { check: checked?.check, hasReference });
	await app.listen({ port, host });
	const { port: taken } = app.server.address() as AddressInfo;
	const base = `http://${reachable(host)}:${taken}`;
	return {
		ready: true,
		v1: `${base}/v1`,
		v2: `${base}/v2`,
		admin: `${base}${ownPaths.steering}`,
		credentials: credentials.ready(),
		domains: service.store.domains().map((id) => ({ id })),
		close: async () => {
			await app.close();
			service.store.close();
			checked?.conclude();
		},
	};
}

/**
 * The address by which a client gets to what listens on a host. All addresses are no address: then
 * it is this machine's first one in a network, which leads here from a container, too.
 */
function reachable(host: string): string {
	if (host !== '0.0.0.0' && host !== '::') return isIPv6(host) ? `[${host}]` : host;
	const ways = Object.values(networkInterfaces()).flatMap((some = []) => some);
	const way = ways.find(({ family, internal }) => family === 'IPv4' && !internal);
	return way?.address ?? '127.0.0.1';
}
