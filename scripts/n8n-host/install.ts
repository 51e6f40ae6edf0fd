/**
 * Installs a real n8n beside the project, once a machine, in a cache folder of the user. It is made
 * under another name and renamed when its compiled parts work, so that half an installation is
 * never taken for a whole one.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Progress } from '../progress';
import { missing, requirements } from '../requirements';
import { Ending, type Scratch } from '../scratch';
import { runCommand } from './command';
import { cleanEnvironment, pathWith } from './environment';
import { tryLock } from './lock';
import { INSTALL, npm } from './npm';
import {
	COMPILED,
	COSTS,
	HOST_PACKAGE,
	N8N_VERSION,
	n8nProgram,
	NODE_PACKAGE,
	NODE_VERSION,
	nodeProgram,
	nodeRoot,
	type Host,
	type Places,
} from './recipe';

const useParts = resolve(__dirname, 'use-parts.cjs');

export interface Site {
	readonly scratch: Scratch;
	readonly progress: Progress;
	readonly places: Places;
	/** npm's own cache, instead of the user's. */
	readonly npmCache?: string;
}

/** Returns the host, after installing it if it isn't there. */
export async function ensureHost(site: Site): Promise<Host> {
	const { places, progress, npmCache } = site;
	const host: Host = { folder: places.host, node: nodeRoot(places.node), npmCache };
	const release = await takeLock(site);
	try {
		await sweep(places);
		if (!existsSync(n8nProgram(host))) {
			progress.say(`n8n ${N8N_VERSION} is installed once on this machine, ${COSTS}.`);
		}
		if (!existsSync(nodeProgram(host))) await installNode(site);
		if (!existsSync(n8nProgram(host))) {
			await beside(site, places.host, async (folder) => await make(site, { ...host, folder }));
		}
		return host;
	} finally {
		release();
	}
}

async function takeLock({ places, scratch, progress }: Site): Promise<() => void> {
	for (let tries = 0; ; tries += 1) {
		const release = tryLock(places.lock);
		if (release) return release;
		if (scratch.isEnding) throw new Ending();
		if (tries === 0) progress.say('Another start is installing n8n; waiting for it …');
		await pause(1_000);
	}
}

/** Removes what an installation that was killed left behind. */
async function sweep({ cache }: Places): Promise<void> {
	const left = readdirSync(cache).filter((name) => name.includes('.new-'));
	for (const name of left) await remove(join(cache, name));
}

const remove = async (folder: string) =>
	await rm(folder, { recursive: true, force: true, maxRetries: 3 });

/** Does the work in a draft folder, which takes the place of the final one if all goes well. */
async function beside(
	{ scratch }: Site,
	folder: string,
	work: (draft: string) => Promise<void>,
): Promise<void> {
	const draft = `${folder}.new-${basename(scratch.folder)}`;
	mkdirSync(draft, { recursive: true });
	scratch.atEnd(async () => await remove(draft));
	await work(draft);
	await remove(folder);
	await rename(draft, folder);
}

async function installNode(site: Site): Promise<void> {
	const { scratch, progress, places, npmCache } = site;
	await beside(site, places.node, async (draft) => {
		writeFileSync(join(draft, 'package.json'), '{"private": true}\n');
		const args = [...INSTALL, '--save=false', `${NODE_PACKAGE}@${NODE_VERSION}`];
		const what = `Installing Node ${NODE_VERSION} for n8n (about 190 MB)`;
		await progress.step(what, async () => {
			await npm(scratch, { args, cwd: draft, cache: npmCache });
		});
	});
}

/** Installs n8n and compiles the parts that need it. */
async function make(site: Site, host: Host): Promise<void> {
	const { scratch, progress, npmCache } = site;
	const { folder } = host;
	const compiler = missing(requirements.compiler);
	if (compiler !== undefined) progress.say(compiler);
	writeFileSync(join(folder, 'package.json'), JSON.stringify(HOST_PACKAGE, undefined, '\t'));
	const what = `Installing n8n ${N8N_VERSION} (about 2,200 MB, usually 3 to 5 minutes)`;
	await progress.step(what, async () => {
		await npm(scratch, { args: INSTALL, cwd: folder, cache: npmCache });
	});
	const args = ['rebuild', '--ignore-scripts=false', '--foreground-scripts', ...COMPILED];
	await progress.step('Building its compiled parts (1 to 2 minutes)', async () => {
		await npm(scratch, { args, cwd: folder, cache: npmCache, node: host.node });
		await checkParts(scratch, host);
	});
}

/** @throws Error with what Node said, when a compiled part doesn't work under the host's Node */
async function checkParts(scratch: Scratch, host: Host): Promise<void> {
	await runCommand(scratch, {
		command: nodeProgram(host),
		args: [useParts, join(host.folder, 'package.json'), NODE_VERSION],
		cwd: host.folder,
		env: cleanEnvironment({ PATH: pathWith(join(host.node, 'bin')) }),
	});
}
