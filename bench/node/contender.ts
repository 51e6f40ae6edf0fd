/** A build of the node that the bench measures, and the process that runs one of its jobs. */
import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Scratch } from '../../scripts/scratch';
import type { BenchService } from '../service';
import type { NodeJob } from './jobs';

const ROOT = join(__dirname, '../..');

/** What a process needs to run a job. */
export interface Setup {
	/** The built node. */
	readonly bundle: string;
	/** Where it keeps files. */
	readonly folder: string;
	/** A folder with the answers that list as many deals. */
	readonly pages: string;
	readonly service: Pick<BenchService, 'v1' | 'v2' | 'credentials'>;
	readonly job: NodeJob;
	/** How many records it reads or writes. */
	readonly records: number;
}

/** The processor times of a run, and the memory that its process took at most so far. */
export interface Ran {
	readonly cpuMs: number;
	/** Of parsing and writing as many deals as JSON once. */
	readonly roundTripMs: number;
	readonly peakMiB: number;
}

function git(...args: readonly string[]): void {
	const { status, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
	if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
}

/** The sources of a commit, with the installed packages of this tree. */
function sourcesOf(revision: string, scratch: Scratch): string {
	const folder = join(scratch.folder, 'base');
	git('worktree', 'add', '--detach', folder, revision);
	scratch.atEnd(() => git('worktree', 'remove', '--force', folder));
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	return folder;
}

/** Builds the node of a commit, or of this tree, as one file. */
export async function bundleOf(revision: string | undefined, scratch: Scratch): Promise<string> {
	const root = revision === undefined ? ROOT : sourcesOf(revision, scratch);
	const outfile = join(ROOT, 'node_modules/.cache', `bench-${revision ?? 'now'}.cjs`);
	await build({
		absWorkingDir: root,
		entryPoints: ['nodes/SalesManagement/SalesManagement.node.ts'],
		outfile,
		bundle: true,
		format: 'cjs',
		platform: 'node',
		packages: 'external',
		target: 'node20',
		logLevel: 'warning',
	});
	return outfile;
}

/** A process of its own for a build and a job, so that neither warms up or burdens another one. */
export class Contender {
	private readonly child: ChildProcess;

	constructor(
		private readonly setup: Setup,
		scratch: Scratch,
	) {
		const execArgv = ['--import', 'tsx', ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [])];
		this.child = fork(join(__dirname, 'worker.ts'), { execArgv });
		scratch.atEnd(() => this.stop());
	}

	/** @throws Error if the node failed, or did something else than the job. */
	async run(): Promise<Ran> {
		this.child.send(this.setup);
		const [{ ran, error }] = (await once(this.child, 'message')) as [{ ran?: Ran; error?: string }];
		if (ran) return ran;
		throw new Error(`${this.setup.job.name}: ${error}`);
	}

	stop(): void {
		this.child.kill();
	}
}
