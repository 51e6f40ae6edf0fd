/** The programs that a command needs on the machine. None is installed unasked: of a missing one, Debian's package is named. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import which from 'which';

interface Requirement {
	readonly name: string;
	/** The packages of Debian that contain the program. */
	readonly packages: readonly string[];
	/** Returns the path of the program, if it is there. */
	readonly find: () => string | undefined;
}

const found = (program: string, path = process.env.PATH): string | undefined =>
	which.sync(program, { nothrow: true, path }) ?? undefined;

export const requirements = {
	chromium: {
		name: 'Chromium',
		packages: ['chromium'],
		find: () => found(process.env.CHROMIUM ?? 'chromium'),
	},
	redis: {
		name: 'Redis',
		packages: ['redis-server'],
		find: () => found('redis-server'),
	},
	postgresql: {
		name: 'PostgreSQL',
		packages: ['postgresql'],
		find: () => found('postgres', [...debianPostgres(), process.env.PATH].join(delimiter)),
	},
	compiler: {
		name: 'A C++ compiler',
		packages: ['g++', 'make', 'python3'],
		find: () => found('make') && found('python3') && found('g++'),
	},
} as const satisfies Record<string, Requirement>;

export type RequirementName = keyof typeof requirements;

/** The folders of the newest version first: Debian keeps the servers of each version apart, and out of PATH. */
function debianPostgres(): string[] {
	const versions = '/usr/lib/postgresql';
	if (!existsSync(versions)) return [];
	return readdirSync(versions)
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(versions, version, 'bin'));
}

/** A sentence that says what to install; undefined if the program is there. */
export const missing = ({ name, packages, find }: Requirement): string | undefined =>
	find() === undefined
		? `${name} is missing. On Debian: apt-get install -y ${packages.join(' ')}`
		: undefined;

/** @throws Error that says what to install, if the program is missing */
export function pathOf(requirement: Requirement): string {
	const path = requirement.find();
	if (path === undefined) throw new Error(missing(requirement));
	return path;
}
