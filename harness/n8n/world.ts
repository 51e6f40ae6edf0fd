/** What the parts share: one n8n with the package, one sandbox, started when first asked for. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { startSandbox, type Sandbox } from '../../sandbox';
import { ensureHost, type Site } from '../../scripts/n8n-host/install';
import { build, installInto, pack } from '../../scripts/n8n-host/packed';
import { N8nProcess, type N8nSettings } from '../../scripts/n8n-host/startN8n';
import type { Host } from '../../scripts/n8n-host/recipe';
import { N8nRest, type SavedWorkflow, type Workflow } from '../../scripts/n8n-host/rest';
import {
	sandboxCredentials,
	type CredentialType,
	type SandboxAddresses,
} from '../../scripts/n8n-host/sandbox-credentials';
import { withCredentials } from '../../scripts/playground/furnish';
import { Checks } from './checks';
import { sharedVariables } from './engines';
import { finished, type Execution } from './execution';
import type { Figures } from './figures';
import { Shared } from './shared';
import { steered } from './steering';

/** A running n8n, its owner signed in. */
export interface RunningN8n {
	readonly rest: N8nRest;
	readonly process: N8nProcess;
	readonly userFolder: string;
	/** With which it was started, to start it again. */
	readonly settings: N8nSettings;
	/** Ids of the stored credentials of the sandbox, by type. */
	readonly credentials: Readonly<Record<CredentialType, string>>;
}

export const owner = {
	email: 'owner@example.com',
	password: `Aa1${randomBytes(9).toString('hex')}`,
};

export class World {
	readonly checks: Checks;
	private readonly started: Array<{ name: string; process: N8nProcess }> = [];
	private readonly shared = new Shared();

	constructor(
		readonly site: Site,
		private readonly picturesFolder?: string,
	) {
		this.checks = new Checks(site.scratch);
	}

	async check(what: string, run: () => unknown): Promise<boolean> {
		return await this.checks.check(what, run);
	}

	/** Prints what a part has counted. */
	tell(part: string, figures: Figures): void {
		console.log(`  figures: ${JSON.stringify({ [part]: figures })}`);
	}

	async host(): Promise<Host> {
		return await this.shared.get('n8n (its installation)', async () => await ensureHost(this.site));
	}

	/** The package as it is published. */
	async tarball(): Promise<string> {
		return await this.shared.get('the packed package', async () => {
			const { scratch, progress, npmCache } = this.site;
			return await progress.step('Building and packing the package', async () => {
				await build(scratch);
				return await pack(scratch, npmCache);
			});
		});
	}

	/** The sandbox that the shared n8n speaks with. */
	async sandbox(): Promise<Sandbox> {
		return await this.shared.get('the sandbox', async () => await this.startSandbox());
	}

	/** A sandbox of its own for a part that needs another service. */
	async startSandbox(dialects: readonly string[] = []): Promise<Sandbox> {
		const sandbox = await startSandbox({
			port: 0,
			seed: 'small',
			dialects,
			set: { unknownParameters: 'refuse' },
		});
		this.site.scratch.atEnd(async () => await sandbox.close());
		return sandbox;
	}

	/** The n8n that all parts share. */
	async n8n(): Promise<RunningN8n> {
		return await this.shared.get(
			'n8n',
			async () => await this.startN8n('shared', { variables: sharedVariables() }),
		);
	}

	/** The shared n8n, or another, with credentials of another sandbox, with `more` in their fields. */
	async n8nFor(
		sandbox: Sandbox,
		more: Readonly<Record<string, unknown>> = {},
		other?: RunningN8n,
	): Promise<RunningN8n> {
		const n8n = other ?? (await this.n8n());
		return { ...n8n, credentials: await storeCredentials(n8n.rest, sandbox, more) };
	}

	/**
	 * An n8n of its own for a part that needs other settings, or credentials of another service than the
	 * shared sandbox; `name` is its folder and its log.
	 */
	async startN8n(
		name: string,
		more: Partial<N8nSettings> = {},
		service?: SandboxAddresses,
	): Promise<RunningN8n> {
		const { scratch, progress, npmCache } = this.site;
		const host = await this.host();
		// Before n8n: its seeding stops everything else in this process for some seconds.
		const sandbox = service ?? (await this.sandbox());
		const userFolder = scratch.subfolder(`n8n-${name}`);
		await installInto(scratch, { userFolder, tarball: await this.tarball(), npmCache });
		const settings: N8nSettings = {
			userFolder,
			port: await getPort(),
			encryptionKey: randomBytes(16).toString('hex'),
			log: join(scratch.folder, `n8n-${name}.log`),
			...more,
		};
		const process = await N8nProcess.start(scratch, host, settings);
		this.started.push({ name, process });
		await progress.step('Starting n8n', async () => await process.ready());
		const rest = new N8nRest(process.url);
		await rest.setUp(owner);
		await rest.signIn(owner);
		const credentials = await storeCredentials(rest, sandbox);
		return { rest, process, userFolder, settings, credentials };
	}

	/** Starts an n8n that has ended again. */
	async startAgain(n8n: RunningN8n): Promise<RunningN8n> {
		const { scratch } = this.site;
		const process = await N8nProcess.start(scratch, await this.host(), n8n.settings);
		await process.ready();
		const rest = new N8nRest(process.url);
		await rest.signIn(owner);
		return { ...n8n, rest, process };
	}

	/** Steers the shared sandbox through its admin interface. */
	async steer<T>(method: string, path: string, body?: unknown): Promise<T> {
		return await steered<T>(await this.sandbox(), method, path, body);
	}

	/** Saves a workflow, with the stored credentials chosen in the package's nodes. */
	async save(workflow: Workflow, n8n?: RunningN8n): Promise<SavedWorkflow> {
		const { rest, credentials } = n8n ?? (await this.n8n());
		return await rest.call('POST', '/workflows', withCredentials(workflow, credentials));
	}

	/** Runs a saved workflow by hand, as the editor's button does, and waits for its end. */
	async run(workflow: SavedWorkflow, triggerName: string, n8n?: RunningN8n): Promise<Execution> {
		const { rest } = n8n ?? (await this.n8n());
		return await finished(rest, await this.begin(workflow, triggerName, n8n));
	}

	/** Begins such a run, and answers the execution's id. */
	async begin(workflow: SavedWorkflow, triggerName: string, n8n?: RunningN8n): Promise<string> {
		const { rest } = n8n ?? (await this.n8n());
		const { executionId } = await rest.call<{ executionId: string }>(
			'POST',
			`/workflows/${workflow.id}/run`,
			{ workflowData: workflow, triggerToStartFrom: { name: triggerName } },
		);
		return executionId;
	}

	/** A path for a picture; it is kept when a folder for them was named. */
	picturePath(name: string): string {
		const folder = this.picturesFolder ?? this.site.scratch.subfolder('pictures');
		mkdirSync(folder, { recursive: true });
		return join(folder, `${name}.png`);
	}

	/** The ends of the logs of every n8n that was started, for whoever looks for a reason. */
	logEnds(): string {
		return this.started.map(({ name, process }) => process.tell(`n8n "${name}"`)).join('\n');
	}
}

async function storeCredentials(
	rest: N8nRest,
	sandbox: SandboxAddresses,
	more: Readonly<Record<string, unknown>> = {},
): Promise<RunningN8n['credentials']> {
	const ids: Array<[CredentialType, string]> = [];
	for (const credential of sandboxCredentials(sandbox)) {
		const data = { ...credential.data, ...more };
		const body = { ...credential, data };
		const { id } = await rest.call<{ id: string }>('POST', '/credentials', body);
		ids.push([credential.type, id]);
	}
	return Object.fromEntries(ids) as RunningN8n['credentials'];
}
