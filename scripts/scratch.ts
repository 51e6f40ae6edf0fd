/**
 * The temporary folder and the child processes of one command. However the command ends, by itself,
 * by an error or by a signal, nothing of them is left.
 */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** n8n takes some seconds to end running executions; a child that takes longer is killed. */
const PATIENCE_MS = 15_000;

/** Thrown to work that goes on after the end has begun. */
export class Ending extends Error {
	constructor() {
		super('The command is ending');
	}
}

export class Scratch {
	/** The folder of the command; it holds the temporary folder of this process and its children. */
	readonly folder: string;
	private readonly children = new Set<ChildProcess>();
	private readonly undone: Array<() => unknown> = [];
	private readonly temporary = process.env.TMPDIR;
	private ended?: Promise<void>;

	constructor() {
		this.folder = mkdtempSync(join(tmpdir(), 'sales-management-'));
		process.env.TMPDIR = this.subfolder('tmp');
		process.on('exit', this.endNow);
	}

	get isEnding(): boolean {
		return this.ended !== undefined;
	}

	subfolder(name: string): string {
		const path = join(this.folder, name);
		mkdirSync(path, { recursive: true });
		return path;
	}

	/** Starts a child as the head of a process group of its own, so that its children end with it. */
	spawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
		if (this.isEnding) throw new Ending();
		const child = spawn(command, args, { ...options, detached: true });
		this.children.add(child);
		child.once('exit', () => {
			// Processes that the child started may have outlived it.
			signalGroup(child, 'SIGKILL');
			this.children.delete(child);
		});
		child.once('error', () => this.children.delete(child));
		return child;
	}

	/** Asks a child to end, and kills it and its children if it doesn't. */
	async stop(child: ChildProcess): Promise<void> {
		if (!this.children.has(child)) return;
		const gone = new Promise((done) => child.once('exit', done));
		child.kill('SIGTERM');
		const forced = setTimeout(() => signalGroup(child, 'SIGKILL'), PATIENCE_MS);
		await gone;
		clearTimeout(forced);
	}

	/** Registers work to do at the end, before the folder is removed; the work registered last is done first. */
	atEnd(undo: () => unknown): void {
		if (this.isEnding) throw new Ending();
		this.undone.push(undo);
	}

	/** Undoes, stops and removes everything, once. */
	async end(): Promise<void> {
		this.ended ??= this.endInOrder();
		await this.ended;
	}

	private async endInOrder(): Promise<void> {
		// Children end before their files are removed.
		await Promise.all([...this.children].map(async (child) => await this.stop(child)));
		for (const undo of this.undone.reverse()) {
			try {
				await undo();
			} catch (error) {
				process.stderr.write(`${String(error)}\n`);
			}
		}
		await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
		process.off('exit', this.endNow);
		if (this.temporary === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = this.temporary;
	}

	/** The last resort, if the process exits before `end` is done. */
	private readonly endNow = (): void => {
		for (const child of this.children) signalGroup(child, 'SIGKILL');
		rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
	};
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, signal);
	} catch {
		// Nobody of the group is left.
	}
}

/**
 * Runs a command's `main` with a scratch of its own, and exits with the code that it returns; after
 * a signal with `signalCode`, or with 128 plus the number of the signal. A second Ctrl+C changes
 * nothing, since the end is under way.
 */
export async function runWithScratch(
	main: (scratch: Scratch) => Promise<number>,
	{ signalCode }: { signalCode?: number } = {},
): Promise<never> {
	const scratch = new Scratch();
	let interrupted: number | undefined;
	for (const signal of SIGNALS) {
		process.on(signal, () => {
			if (interrupted !== undefined) return;
			interrupted = signalCode ?? 128 + constants.signals[signal];
			void scratch.end().then(() => process.exit(interrupted));
		});
	}
	followShell();
	let code: number;
	try {
		code = await main(scratch);
	} catch (error) {
		code = 1;
		// After a signal the work fails because its children were ended; that says nothing new.
		if (!scratch.isEnding) process.stderr.write(`${messageOf(error)}\n`);
	}
	await scratch.end();
	process.exit(interrupted ?? code);
}

/** Ends as by SIGTERM when npm is terminated: the shell between npm and this process then ends without a word. */
function followShell(): void {
	const { ppid } = process;
	const look = () => process.ppid === ppid || process.kill(process.pid, 'SIGTERM');
	if (process.env.npm_lifecycle_event !== undefined) setInterval(look, 1_000).unref();
}

/** The message of an error with those of its causes, which a message such as "fetch failed" leaves out. */
export function messageOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { message, cause } = error;
	return cause === undefined ? message : `${message}: ${messageOf(cause)}`;
}
