/** Starts an n8n, and waits for it. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import getPort from 'get-port';
import { fetch } from 'undici';
import type { Scratch } from '../scratch';
import { endOf } from './command';
import { cleanEnvironment, pathWith } from './environment';
import { n8nProgram, nodeProgram, type Host } from './recipe';
import { OWN_CONNECTION } from './rest';

const followParent = resolve(__dirname, 'follow-parent.cjs');
/** A first start on a busy machine takes a minute: it makes its database. */
const READY_MS = 240_000;

export interface N8nSettings {
	/** n8n's N8N_USER_FOLDER: its data are in `.n8n` there. */
	readonly userFolder: string;
	readonly port: number;
	readonly encryptionKey: string;
	/** The file that its output goes to. */
	readonly log: string;
	/** Further variables, such as N8N_DEV_RELOAD. */
	readonly variables?: Readonly<Record<string, string>>;
	/** By default `start`; `worker` in queue mode. */
	readonly command?: readonly string[];
}

/** Variables that make n8n quiet, reachable on this machine only, and send nothing home. */
const VARIABLES = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,insights',
};

export class N8nProcess {
	readonly url: string;
	/** Resolves as soon as n8n has ended, for whatever reason. */
	readonly ended: Promise<void>;
	private hasEnded = false;

	private constructor(
		private readonly scratch: Scratch,
		private readonly child: ChildProcess,
		private readonly settings: N8nSettings,
	) {
		this.url = `http://127.0.0.1:${settings.port}`;
		const end = () => {
			this.hasEnded = true;
		};
		// It fails where the child can't be started.
		this.ended = once(child, 'exit').then(end, end);
	}

	static async start(scratch: Scratch, host: Host, settings: N8nSettings): Promise<N8nProcess> {
		const { userFolder, port, encryptionKey, log, variables = {}, command = ['start'] } = settings;
		mkdirSync(userFolder, { recursive: true });
		const env = cleanEnvironment({
			...VARIABLES,
			PATH: pathWith(join(host.node, 'bin')),
			N8N_USER_FOLDER: userFolder,
			N8N_ENCRYPTION_KEY: encryptionKey,
			N8N_PORT: String(port),
			// n8n's second port, so that several can run side by side.
			N8N_RUNNERS_BROKER_PORT: String(await getPort()),
			...variables,
		});
		mkdirSync(dirname(log), { recursive: true });
		const sink = createWriteStream(log);
		const args = ['--require', followParent, n8nProgram(host), ...command];
		const child = scratch.spawn(nodeProgram(host), args, { cwd: userFolder, env, stdio: 'pipe' });
		child.stdout?.pipe(sink, { end: false });
		child.stderr?.pipe(sink, { end: false });
		child.once('close', () => sink.end());
		return new N8nProcess(scratch, child, settings);
	}

	/** Waits until n8n answers on its readiness address; the end of its log says why it doesn't. */
	async ready(): Promise<void> {
		const deadline = Date.now() + READY_MS;
		while (Date.now() < deadline) {
			if (this.hasEnded) throw new Error(this.tell('n8n ended by itself'));
			const answer = await fetch(`${this.url}/healthz/readiness`, {
				headers: OWN_CONNECTION,
			}).catch(() => undefined);
			await answer?.body?.cancel();
			if (answer?.ok) return;
			await pause(200);
		}
		throw new Error(this.tell(`n8n did not become ready within ${READY_MS / 1_000} s`));
	}

	get pid(): number | undefined {
		return this.child.pid;
	}

	async stop(): Promise<void> {
		await this.scratch.stop(this.child);
	}

	/** Ends it as a power cut does. */
	async kill(): Promise<void> {
		this.child.kill('SIGKILL');
		await this.ended;
	}

	/** A message: the sentence, and the end of the log. */
	tell(sentence: string): string {
		const { log } = this.settings;
		return `${sentence}. The end of its log:\n${endOf(readFileSync(log, 'utf8'))}`;
	}
}
