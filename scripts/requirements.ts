/**
 * The programs that a task needs on the machine. A missing one is installed as Debian's package if
 * that is possible (as root, with apt-get); otherwise the package is named.
 */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './n8n-host/command';
import { cleanEnvironment } from './n8n-host/environment';
import type { Progress } from './progress';
import { messageOf, type Scratch } from './scratch';

export interface Requirement {
	readonly name: string;
	/** The packages of Debian that contain the program. */
	readonly packages: readonly string[];
	/** Returns the path of the program, if it is there. */
	readonly find: () => string | undefined;
}

export const requirements = {
	chromium: {
		name: 'Chromium',
		packages: ['chromium'],
		find: () =>
			[process.env.CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path)) ??
			onPath('chromium'),
	},
	redis: {
		name: 'Redis',
		packages: ['redis-server'],
		find: () => onPath('redis-server'),
	},
	postgresql: {
		name: 'PostgreSQL',
		packages: ['postgresql'],
		find: () => debianPostgres() ?? onPath('postgres'),
	},
	compiler: {
		name: 'A C++ compiler',
		packages: ['g++', 'make', 'python3'],
		find: () => [onPath('make'), onPath('python3'), onPath('g++')].reduce(both),
	},
} as const satisfies Record<string, Requirement>;

export type RequirementName = keyof typeof requirements;

const both = (one: string | undefined, other: string | undefined) => one && other;

function onPath(program: string): string | undefined {
	return (process.env.PATH ?? '')
		.split(delimiter)
		.map((folder) => join(folder, program))
		.find(isExecutable);
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Debian keeps the servers of each version apart, and out of PATH. */
function debianPostgres(): string | undefined {
	const versions = '/usr/lib/postgresql';
	if (!existsSync(versions)) return undefined;
	return readdirSync(versions)
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(versions, version, 'bin', 'postgres'))
		.find(isExecutable);
}

export type Found = { readonly path: string; readonly missing?: undefined } | { missing: string };

/** Finds a program, or installs it; otherwise returns a sentence that says what to install. */
export async function ensure(
	{ scratch, progress }: { scratch: Scratch; progress: Progress },
	{ name, packages, find }: Requirement,
): Promise<Found> {
	const path = find();
	if (path !== undefined) return { path };
	const install = `apt-get install -y ${packages.join(' ')}`;
	const missing = `${name} is missing. On Debian: ${install}`;
	if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) return { missing };
	try {
		await progress.step(`Installing ${name} (${install})`, async () => {
			await apt(scratch, ['update']);
			await apt(scratch, ['install', '-y', ...packages]);
		});
	} catch (error) {
		return { missing: `${missing}\n${messageOf(error)}` };
	}
	const installed = find();
	return installed === undefined ? { missing } : { path: installed };
}

async function apt(scratch: Scratch, args: string[]): Promise<void> {
	await runCommand(scratch, {
		command: 'apt-get',
		args: ['-q', ...args],
		cwd: '/',
		// RUNLEVEL keeps the package's own server from being started.
		env: cleanEnvironment({ DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }),
	});
}
