/**
 * The real n8n beside the project: installed once a machine, in a cache folder of the user. A host
 * is ready when its compiled parts work and n8n answered once; until then it stands under another
 * name, so that nothing half is ever taken for whole.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Progress } from '../progress';
import { ensure, requirements } from '../requirements';
import { Ending, messageOf, type Scratch } from '../scratch';
import { checkAnswer, checkParts } from './check';
import { tryLock, type Lock } from './lock';
import { INSTALL, npm } from './npm';
import {
	COMPILED,
	COSTS,
	HOST_PACKAGE,
	N8N_VERSION,
	NODE_PACKAGE,
	NODE_VERSION,
	nodeProgram,
	nodeRoot,
	type Host,
	type Places,
} from './recipe';

/** Written last, with the recipe that it stands for: another recipe makes another host. */
const MARKER = 'ready.json';
const MARK = `${JSON.stringify({ node: NODE_VERSION, ...HOST_PACKAGE }, undefined, '\t')}\n`;

export interface Site {
	readonly scratch: Scratch;
	readonly progress: Progress;
	readonly places: Places;
	/** npm's own cache, instead of the user's. */
	readonly npmCache?: string;
}

/** Answers a host that works, after making, mending or remaking it. */
export async function ensureHost(site: Site): Promise<Host> {
	const { places, scratch, progress } = site;
	const lock = await takeLock(site);
	scratch.atEnd(() => lock.release());
	try {
		await sweep(places);
		const host: Host = {
			folder: places.host,
			node: nodeRoot(places.node),
			npmCache: site.npmCache,
		};
		if (!existsSync(places.host)) {
			progress.say(`n8n ${N8N_VERSION} is installed once on this machine, ${COSTS}.`);
		}
		if (!existsSync(nodeProgram(host))) await installNode(site);
		if (!isMarked(places.host)) return await makeAnew(site, host);
		try {
			await checkParts(scratch, host);
		} catch (error) {
			progress.say(`The n8n of the cache does not work: ${messageOf(error)}`);
			await mend(site, host);
		}
		return host;
	} finally {
		lock.release();
	}
}

async function takeLock({ places, scratch, progress }: Site): Promise<Lock> {
	for (let tries = 0; ; tries += 1) {
		const lock = tryLock(places.lock);
		if (lock) return lock;
		if (scratch.isEnding) throw new Ending();
		if (tries === 0) progress.say('Another start is installing n8n; waiting for it …');
		await pause(1_000);
	}
}

function isMarked(folder: string): boolean {
	const marker = join(folder, MARKER);
	return existsSync(marker) && readFileSync(marker, 'utf8') === MARK;
}

/** What an installation that was killed left behind. */
async function sweep({ cache }: Places): Promise<void> {
	const left = readdirSync(cache).filter((name) => name.includes('.new-'));
	for (const name of left) await remove(join(cache, name));
}

const remove = async (folder: string) =>
	await rm(folder, { recursive: true, force: true, maxRetries: 3 });

/** Works on a folder beside the final one, which takes its place when all went well. */
async function beside<Result>(
	{ scratch }: Site,
	folder: string,
	work: (draft: string) => Promise<Result>,
): Promise<Result> {
	const draft = `${folder}.new-${basename(scratch.folder)}`;
	mkdirSync(draft, { recursive: true });
	scratch.atEnd(async () => await remove(draft));
	try {
		const result = await work(draft);
		await remove(folder);
		mkdirSync(dirname(folder), { recursive: true });
		await rename(draft, folder);
		return result;
	} finally {
		await remove(draft);
	}
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

async function makeAnew(site: Site, host: Host): Promise<Host> {
	const { progress, places } = site;
	if (existsSync(places.host)) progress.say('The n8n of the cache is not whole; it is made anew.');
	await beside(site, places.host, async (draft) => await make(site, { ...host, folder: draft }));
	return host;
}

/** Installs, compiles and proves it; a folder that holds much of it already is filled up. */
async function make(site: Site, host: Host): Promise<void> {
	const { scratch, progress, npmCache } = site;
	const { folder } = host;
	const tools = await ensure(site, requirements.compiler);
	if (tools.missing !== undefined) progress.say(tools.missing);
	writeFileSync(join(folder, 'package.json'), JSON.stringify(HOST_PACKAGE, undefined, '\t'));
	const what = `Installing n8n ${N8N_VERSION} (about 2,200 MB, usually 3 to 5 minutes)`;
	await progress.step(what, async () => {
		await npm(scratch, { args: INSTALL, cwd: folder, cache: npmCache });
	});
	await compile(site, host);
	await prove(site, host);
}

async function compile({ scratch, progress, npmCache }: Site, host: Host): Promise<void> {
	const args = ['rebuild', '--ignore-scripts=false', '--foreground-scripts', ...COMPILED];
	await progress.step('Building its compiled parts (1 to 2 minutes)', async () => {
		await npm(scratch, { args, cwd: host.folder, cache: npmCache, node: host.node });
		await checkParts(scratch, host);
	});
}

/** The marker is the last thing: whoever finds it finds a host that has answered. */
async function prove({ scratch, progress }: Site, host: Host): Promise<void> {
	await progress.step('Starting n8n once, to see that it answers', async () => {
		await checkAnswer(scratch, host);
	});
	writeFileSync(join(host.folder, MARKER), MARK);
}

/** What is missing is added and built again; if that doesn't help, it is made anew. */
async function mend(site: Site, host: Host): Promise<void> {
	await rm(join(host.folder, MARKER), { force: true });
	try {
		await make(site, host);
	} catch (error) {
		if (site.scratch.isEnding) throw error;
		site.progress.say(messageOf(error));
		await makeAnew(site, host);
	}
}

/**
 * For an n8n that did not come up: a host that does not answer on an empty folder either is not
 * ready, and loses its mark, so that the next start makes it anew. Answers whether it kept it.
 */
export async function stillAnswers({ scratch }: Site, host: Host): Promise<boolean> {
	try {
		await checkAnswer(scratch, host);
		return true;
	} catch {
		await rm(join(host.folder, MARKER), { force: true });
		return false;
	}
}
