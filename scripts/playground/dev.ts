/**
 * `npm run dev`: like `npm run n8n`, and a saved file of nodes/ or credentials/ is in the editor
 * after one reload of its page. What compiles is carried into the installed package; n8n itself
 * (N8N_DEV_RELOAD) then loads that package again, under the same node type names. Where n8n does
 * not take it up by itself, or package.json changed, it is restarted.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { nodesFolder, PACKAGE_NAME } from '../n8n-host/packed';
import { messageOf, runWithScratch, type Scratch } from '../scratch';
import { watchSources } from './compiler';
import { CHANGED } from './install-package';
import { Playground, readOptions } from './playground';
import { assetsState, syncPackage } from './sync';
import { welcome } from './welcome';

const RELOAD_MS = 20_000;
const LOOK_MS = 500;

class Reloader {
	private compiles = false;
	private isWatching = false;
	/** One after another: a save during a reload waits for it. */
	private queue: Promise<unknown> = Promise.resolve();
	restarting = false;

	constructor(
		private readonly playground: Playground,
		private readonly compiled: string,
	) {}

	compiledNow(errors: readonly string[]): void {
		this.compiles = errors.length === 0;
		if (!this.isWatching) say('Watching nodes/ and credentials/ …');
		this.isWatching = true;
		if (this.compiles) this.carry();
		else say(`Not loaded, because it does not compile:\n  ${errors.join('\n  ')}`);
	}

	carry(): void {
		if (!this.compiles) return;
		this.queue = this.queue
			.then(async () => await this.reload())
			.catch((error: unknown) => say(messageOf(error)));
	}

	private async reload(): Promise<void> {
		const { state } = this.playground;
		const started = Date.now();
		const installed = join(nodesFolder(state.folder), 'node_modules', PACKAGE_NAME);
		const before = this.typesWrittenAt();
		const changed = syncPackage(this.compiled, installed);
		if (changed.length === 0) return;
		// What is installed is no longer what `npm run n8n` installed.
		state.remember({ installed: CHANGED });
		const names = `${changed.slice(0, 3).join(', ')}${changed.length > 3 ? ' …' : ''}`;
		const isTaken =
			!changed.includes('package.json') && (await this.isTakenUp(before, started + RELOAD_MS));
		if (!isTaken) await this.restart();
		const seconds = ((Date.now() - started) / 1_000).toFixed(1);
		say(`${names}: in n8n after ${seconds} s; reload the page of the editor.`);
	}

	/** n8n writes the list of its types again when it has loaded the package again. */
	private async isTakenUp(before: number, deadline: number): Promise<boolean> {
		while (Date.now() < deadline) {
			if (this.typesWrittenAt() > before) return true;
			await pause(100);
		}
		return false;
	}

	private typesWrittenAt(): number {
		const list = join(this.playground.state.folder, '.cache/n8n/public/types/credentials.json');
		return statSync(list, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	}

	private async restart(): Promise<void> {
		this.restarting = true;
		say('Restarting n8n …');
		try {
			await this.playground.restart();
		} finally {
			this.restarting = false;
		}
	}
}

const say = (text: string) => process.stdout.write(`${text}\n`);

async function watch(scratch: Scratch, playground: Playground): Promise<void> {
	const compiled = scratch.subfolder('compiled');
	const reloader = new Reloader(playground, compiled);
	const compiler = watchSources(scratch, compiled, ({ errors }) => reloader.compiledNow(errors));
	let seen = assetsState();
	// A look now and then at some sixty files misses nothing on any file system.
	const looking = setInterval(() => {
		const now = assetsState();
		if (now !== seen) reloader.carry();
		seen = now;
	}, LOOK_MS);
	const ended = async (): Promise<void> => {
		await playground.ended;
		if (reloader.restarting) await pause(LOOK_MS).then(ended);
	};
	const who = await Promise.race([compiler.then(() => 'The compiler'), ended().then(() => 'n8n')]);
	clearInterval(looking);
	if (!scratch.isEnding) throw new Error(playground.tell(`${who} ended by itself`));
}

void runWithScratch(
	async (scratch) => {
		const started = Date.now();
		const variables = { N8N_DEV_RELOAD: 'true' };
		const playground = await Playground.start(scratch, readOptions(), variables);
		process.stdout.write(welcome(playground, { command: 'dev', ms: Date.now() - started }));
		await watch(scratch, playground);
		return 0;
	},
	{ signalCode: 0 },
);
