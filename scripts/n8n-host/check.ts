/** What has to hold before a host counts as ready. */
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Scratch } from '../scratch';
import { runCommand } from './command';
import { cleanEnvironment, pathWith } from './environment';
import { freePort, N8nProcess } from './process';
import { n8nProgram, NODE_VERSION, nodeProgram, type Host } from './recipe';

const useParts = resolve(__dirname, 'use-parts.cjs');

/** @throws Error with what Node said, when a compiled part doesn't work under the host's Node */
export async function checkParts(scratch: Scratch, host: Host): Promise<void> {
	if (!existsSync(n8nProgram(host))) throw new Error(`There is no n8n in ${host.folder}`);
	await runCommand(scratch, {
		command: nodeProgram(host),
		args: [useParts, join(host.folder, 'package.json'), NODE_VERSION],
		cwd: host.folder,
		env: cleanEnvironment({ PATH: pathWith(join(host.node, 'bin')) }),
	});
}

/** @throws Error with the end of n8n's log, when it doesn't come up on a folder of its own */
export async function checkAnswer(scratch: Scratch, host: Host): Promise<void> {
	const userFolder = scratch.subfolder('first-start');
	const n8n = await N8nProcess.start(scratch, host, {
		userFolder,
		port: await freePort(),
		encryptionKey: 'only-for-the-first-start',
		log: join(scratch.folder, 'first-start.log'),
	});
	try {
		await n8n.ready();
	} finally {
		await n8n.stop();
		rmSync(userFolder, { recursive: true, force: true });
	}
}
