/** Runs a command to its end and keeps its output, in case it fails. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Scratch } from '../scratch';

const SHOWN_LINES = 40;

export interface Command {
	readonly command: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: Record<string, string>;
}

export const endOf = (log: string): string =>
	log.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');

const textOf = async (stream: Readable | null) => (stream ? await text(stream) : '');

/**
 * Returns what the command wrote to standard output.
 * @throws Error with the end of its log if it fails
 */
export async function runCommand(scratch: Scratch, work: Command): Promise<string> {
	const { command, args, ...options } = work;
	const child = scratch.spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
	const [output, errors, [code, signal]] = await Promise.all([
		textOf(child.stdout),
		textOf(child.stderr),
		once(child, 'close') as Promise<[number | null, string | null]>,
	]);
	if (code === 0) return output;
	const name = [command, ...args.slice(0, 2)].join(' ');
	const log = endOf(output + errors);
	throw new Error(`"${name}" ended with ${code ?? signal}. The end of its log:\n${log}`);
}
