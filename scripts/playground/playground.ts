/** A real n8n with the package, a sandbox, and what one needs to try them; kept over restarts. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSandbox, type Sandbox } from '../../sandbox';
import { ensureHost, stillAnswers, type Site } from '../n8n-host/install';
import { isHolderAlive, tryLock, type Lock } from '../n8n-host/lock';
import { freePort, isFree, N8nProcess } from '../n8n-host/process';
import { cacheFolder, placesIn, type Host } from '../n8n-host/recipe';
import { N8nRest } from '../n8n-host/rest';
import { Progress } from '../progress';
import { messageOf, type Scratch } from '../scratch';
import { furnish } from './furnish';
import { installPackage } from './install-package';
import { State } from './state';

const N8N_PORT = 5678;
const SANDBOX_PORT = 4010;
/** How long an n8n whose starter was killed may take to end, and more. */
const LEFTOVER_S = 40;

export interface PlaygroundOptions {
	/** The folder that keeps n8n's and the sandbox's data. */
	readonly data: string;
	/** Whether to begin with nothing. */
	readonly reset: boolean;
}

/** @throws Error for an option that does not exist */
export function readOptions(args = process.argv.slice(2)): PlaygroundOptions {
	const { values } = parseArgs({
		args,
		options: {
			reset: { type: 'boolean', default: false },
			data: { type: 'string', default: join(cacheFolder(), 'playground') },
		},
	});
	return values;
}

interface Parts {
	readonly site: Site;
	readonly host: Host;
	readonly state: State;
	readonly sandbox: Sandbox;
	/** Starts n8n on the playground's data. */
	readonly start: () => Promise<N8nProcess>;
}

export class Playground {
	readonly rest: N8nRest;
	/** How long n8n itself took to start, in ms. */
	startMs = 0;

	private constructor(
		private readonly parts: Parts,
		private n8n: N8nProcess,
	) {
		this.rest = new N8nRest(n8n.url);
	}

	get state(): State {
		return this.parts.state;
	}

	get sandbox(): Sandbox {
		return this.parts.sandbox;
	}

	static async start(
		scratch: Scratch,
		{ data, reset }: PlaygroundOptions,
		variables: Readonly<Record<string, string>> = {},
	): Promise<Playground> {
		const site: Site = { scratch, progress: new Progress(), places: placesIn(cacheFolder()) };
		scratch.atEnd(() => site.progress.say('Everything that was started has ended.'));
		const lock = await claim(site, data);
		if (reset) rmSync(data, { recursive: true, force: true });
		const host = await ensureHost(site);
		const state = State.in(data);
		await installPackage(site, state);
		const sandbox = await startSandbox({
			port: (await isFree(SANDBOX_PORT)) ? SANDBOX_PORT : 0,
			seed: 'small',
			data: state.sandboxData,
		});
		scratch.atEnd(async () => await sandbox.close());
		const port = (await isFree(N8N_PORT)) ? N8N_PORT : await freePort();
		const start = async () => {
			const n8n = await N8nProcess.start(scratch, host, {
				userFolder: data,
				port,
				encryptionKey: state.values.encryptionKey,
				log: state.log,
				variables,
			});
			if (n8n.pid !== undefined) lock.include(n8n.pid);
			return n8n;
		};
		const playground = new Playground({ site, host, state, sandbox, start }, await start());
		await playground.ready();
		await furnish({ rest: playground.rest, state, progress: site.progress }, sandbox);
		return playground;
	}

	/** Resolves when n8n ended without being asked to. */
	get ended(): Promise<void> {
		return this.n8n.ended;
	}

	get url(): string {
		return this.n8n.url;
	}

	/** Who did not get the usual port: its name, that port, and the one it has. */
	get moved(): Array<readonly [name: string, usual: number, used: number]> {
		const ports = [
			['n8n', N8N_PORT, portOf(this.url)],
			['the sandbox', SANDBOX_PORT, portOf(this.sandbox.v2)],
		] as const;
		return ports.filter(([, usual, used]) => usual !== used);
	}

	tell(sentence: string): string {
		return this.n8n.tell(sentence);
	}

	async restart(): Promise<void> {
		const before = this.n8n;
		const ended = before.stop();
		await ended;
		this.n8n = await this.parts.start();
		await this.ready();
	}

	private async ready(): Promise<void> {
		const started = Date.now();
		const { site, host } = this.parts;
		try {
			await site.progress.step('Starting n8n', async () => await this.n8n.ready());
		} catch (error) {
			if (site.scratch.isEnding) throw error;
			await this.n8n.stop();
			const advice = (await stillAnswers(site, host))
				? 'n8n itself works: the data may be damaged. `-- --reset` begins anew.'
				: 'n8n itself does not work; the next start installs it anew.';
			throw new Error(`${messageOf(error)}\n${advice}`);
		}
		this.startMs = Date.now() - started;
	}
}

const portOf = (url: string) => Number(new URL(url).port);

/** Two n8n on the same data would damage them; also one that outlived a start that was killed. */
async function claim({ scratch, progress }: Site, data: string): Promise<Lock> {
	const file = `${data}.lock`;
	for (let tries = 0; tries < LEFTOVER_S; tries += 1) {
		const lock = tryLock(file);
		if (lock) {
			scratch.atEnd(() => lock.release());
			return lock;
		}
		if (isHolderAlive(file)) break;
		if (tries === 0) progress.say('The last start was killed; waiting until its n8n has ended …');
		await pause(1_000);
	}
	throw new Error(`Another n8n is running on ${data}; end it first.`);
}
