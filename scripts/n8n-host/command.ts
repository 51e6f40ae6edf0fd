/** Runs a command to its end and keeps its output, in case it fails. */
import type { Scratch } from '../scratch';

const KEPT = 200_000;
const SHOWN_LINES = 40;

export interface Command {
	readonly command: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: Record<string, string>;
}

export const endOf = (log: string): string =>
	log.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');

/**
 * Returns what the command wrote to standard output.
 * @throws Error with the end of its log if it fails
 */
export async function runCommand(scratch: Scratch, work: Command): Promise<string> {
	const { command, args, ...options } = work;
	const child = scratch.spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	let log = '';
	child.stdout?.on('data', (chunk: Buffer) => {
		output += chunk.toString();
		log = `${log}${chunk.toString()}`.slice(-KEPT);
	});
	child.stderr?.on('data', (chunk: Buffer) => {
		log = `${log}${chunk.toString()}`.slice(-KEPT);
	});
	const code = await new Promise<number | string>((done, fail) => {
		child.once('error', (error) => fail(new Error(`${command}: ${error.message}`)));
		child.once('close', (ended, signal) => done(ended ?? signal ?? 'nothing'));
	});
	if (code === 0) return output;
	const name = [command, ...args.slice(0, 2)].join(' ');
	throw new Error(`"${name}" ended with ${code}. The end of its log:\n${endOf(log)}`);
}
