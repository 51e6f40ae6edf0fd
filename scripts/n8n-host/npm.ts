/** Runs npm with the settings that matter here given explicitly, since the user's own may differ. */
import { npmEnvironment, pathWith } from './environment';
import { runCommand, type Command } from './command';
import { join } from 'node:path';
import type { Scratch } from '../scratch';

interface NpmRun {
	readonly args: readonly string[];
	readonly cwd: string;
	/** npm's own cache, instead of the user's. */
	readonly cache?: string;
	/** The root of the Node to run npm on, and to compile for. */
	readonly node?: string;
}

const ALWAYS = [
	'--global=false',
	'--dry-run=false',
	'--workspaces=false',
	'--engine-strict=false',
	'--audit=false',
	'--fund=false',
	'--loglevel=error',
];

function npmCommand({ args, cwd, cache, node }: NpmRun): Command {
	const own =
		node === undefined
			? {}
			: // node-gyp takes the headers from here instead of downloading them.
				{ PATH: pathWith(join(node, 'bin')), npm_config_nodedir: node };
	const at = cache === undefined ? [] : [`--cache=${cache}`];
	return { command: 'npm', args: [...args, ...ALWAYS, ...at], cwd, env: npmEnvironment(own) };
}

export async function npm(scratch: Scratch, run: NpmRun): Promise<string> {
	return await runCommand(scratch, npmCommand(run));
}

/** The arguments of an installation as users are told to do it: no development packages, no scripts. */
export const INSTALL = [
	'install',
	'--omit=dev',
	'--include=optional',
	'--legacy-peer-deps',
	'--ignore-scripts',
];
