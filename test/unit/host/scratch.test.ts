/** Whatever way a command ends, nothing of it is left. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What a process does, in one letter, and the group that it is of; of another system nothing. */
function stateOf(pid: string): { letter?: string; group?: string } {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		return /^.*\) (?<letter>\S) \d+ (?<group>\d+) /s.exec(stat)?.groups ?? {};
	} catch {
		return {};
	}
}

/** Who has ended, and is counted until the system takes note of it, which takes seconds, is gone. */
function isGroupAlive(group: number): boolean {
	try {
		process.kill(-group, 0);
	} catch {
		return false;
	}
	if (!existsSync('/proc/self/stat')) return true;
	return readdirSync('/proc')
		.map(stateOf)
		.some((state) => state.group === `${group}` && state.letter !== 'Z');
}

/** A killed process lives on for a moment. */
async function gone(group: number): Promise<void> {
	for (let tries = 0; isGroupAlive(group); tries += 1) {
		if (tries > 100) throw new Error(`the group ${group} lives on`);
		await pause(50);
	}
}

async function run(behaviour: string, signal?: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
	const command = join(__dirname, 'support/scratchCommand.ts');
	const child = spawn(process.execPath, ['--require', 'tsx/cjs', command, behaviour], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const closed = once(child, 'close') as Promise<[number | null]>;
	let errors = '';
	child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
	const [line] = (await Promise.race([once(child.stdout, 'data'), closed])) as [unknown];
	if (!Buffer.isBuffer(line)) throw new Error(`it said nothing but ${errors}`);
	const { folder, group } = JSON.parse(line.toString()) as { folder: string; group: number };
	if (signal) {
		expect([existsSync(folder), isGroupAlive(group)]).toEqual([true, true]);
		child.kill(signal);
	}
	const [code] = await closed;
	expect(existsSync(folder)).toBe(false);
	await gone(group);
	return { code, errors };
}

test('at its end', async () => expect((await run('end')).code).toBe(0));

test('after an error, which it says', async () => {
	expect(await run('fail')).toEqual({ code: 1, errors: 'it went wrong\n' });
});

test.each([
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGHUP', 129],
] as const)('after %s', async (signal, expected) => {
	expect((await run('wait', signal)).code).toBe(expected);
});

test('after an exit that nobody foresaw', async () => {
	expect((await run('exit')).code).toBe(7);
});

test('after an error outside of its work', async () => {
	const { code, errors } = await run('throwOutside');
	expect(code).toBe(1);
	expect(errors).toContain('outside');
});
