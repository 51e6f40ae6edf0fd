/** A real n8n with the package, a sandbox, and examples to try them; its data survive restarts. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import getPort from 'get-port';
import { startSandbox, type Sandbox } from '../../sandbox';
import { ensureHost, type Site } from '../n8n-host/install';
import { tryLock } from '../n8n-host/lock';
import { N8nProcess } from '../n8n-host/startN8n';
import { cacheFolder, placesIn } from '../n8n-host/recipe';
import { N8nRest } from '../n8n-host/rest';
import { Progress } from '../progress';
import type { Scratch } from '../scratch';
import { furnish } from './furnish';
import { installPackage } from './install-package';
import { State } from './state';

const N8N_PORT = 5678;
const SANDBOX_PORT = 4010;

interface PlaygroundOptions {
	/** The folder that keeps n8n's and the sandbox's data. */
	readonly data: string;
	/** Whether to begin with nothing. */
	readonly reset: boolean;
}

/** @throws Error for an option that does not exist */
export function readOptions(): PlaygroundOptions {
	const { values } = parseArgs({
		options: {
			reset: { type: 'boolean', default: false },
			data: { type: 'string', default: join(cacheFolder(), 'playground') },
		},
	});
	return values;
}

/** The parts of a running playground. */
export interface Playground {
	readonly site: Site;
	readonly n8n: N8nProcess;
	readonly state: State;
	readonly sandbox: Sandbox;
	/** How long n8n itself took to start, in ms. */
	readonly startMs: number;
	/** Servers that did not get their usual port: name, usual port, port in use. */
	readonly moved: ReadonlyArray<readonly [name: string, usual: number, used: number]>;
}

export async function startPlayground(
	scratch: Scratch,
	{ data, reset }: PlaygroundOptions,
	variables: Readonly<Record<string, string>> = {},
): Promise<Playground> {
	const progress = new Progress();
	const site: Site = { scratch, progress, places: placesIn(cacheFolder()) };
	scratch.atEnd(() => progress.say('Everything that was started has ended.'));
	// Two n8n on the same data would damage them.
	const release = tryLock(`${data}.lock`);
	if (!release) throw new Error(`Another n8n is running on ${data}; end it first.`);
	scratch.atEnd(release);
	if (reset) rmSync(data, { recursive: true, force: true });
	const host = await ensureHost(site);
	const state = State.in(data);
	await installPackage(site, data);
	const sandbox = await startSandbox({
		port: await getPort({ port: SANDBOX_PORT }),
		seed: 'small',
		data: state.sandboxData,
	});
	scratch.atEnd(async () => await sandbox.close());
	const started = Date.now();
	const n8n = await N8nProcess.start(scratch, host, {
		userFolder: data,
		port: await getPort({ port: N8N_PORT }),
		encryptionKey: state.values.encryptionKey,
		log: state.log,
		variables: { N8N_RESTRICT_FILE_ACCESS_TO: state.files, ...variables },
	});
	await progress.step('Starting n8n', async () => await n8n.ready());
	const startMs = Date.now() - started;
	await furnish({ rest: new N8nRest(n8n.url), state, progress }, sandbox);
	const ports = [
		['n8n', N8N_PORT, portOf(n8n.url)],
		['the sandbox', SANDBOX_PORT, portOf(sandbox.v2)],
	] as const;
	const moved = ports.filter(([, usual, used]) => usual !== used);
	return { site, n8n, state, sandbox, startMs, moved };
}

const portOf = (url: string) => Number(new URL(url).port);
