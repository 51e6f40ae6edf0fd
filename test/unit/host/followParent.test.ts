/** An n8n whose starter was killed ends by itself, whatever it does about output nobody reads. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '../../support/temporaryFolder';

const original = readFileSync(
	resolve(__dirname, '../../../scripts/n8n-host/follow-parent.cjs'),
	'utf8',
);
/** The same with less patience: nobody need wait as long as for an n8n. */
const preload = join(temporaryFolder('follow'), 'follow-parent.cjs');
const PATIENCE_S = 2;
writeFileSync(preload, original.replace('PATIENCE_MS = 12_000', `PATIENCE_MS = ${PATIENCE_S}_000`));

/** As n8n does, it logs what nobody caught, also a failure to log; and ends on SIGTERM in its time. */
const LIKE_N8N = `
process.on('uncaughtException', (error) => console.log('uncaught', error.message));
const stand = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
const onTerm = { ends: () => setTimeout(() => process.exit(0), 300), stands: stand };
process.on('SIGTERM', () => { console.log('Shutting down'); onTerm[process.argv[1]](); });
setInterval(() => console.log('working'), 20);
`;
/** Starts it as the playground does, says its id, and waits. */
const STARTER = `
const [preload, source, behaviour] = process.argv.slice(1);
const child = require('node:child_process').spawn(
	process.execPath, ['--require', preload, '-e', source, behaviour], { detached: true, stdio: 'pipe' },
);
child.stdout.once('data', () => console.log(child.pid));
child.stdout.resume();
setTimeout(() => {}, 60_000);
`;

function isAlive(pid: number): boolean {
	try {
		return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch {
		return false;
	}
}

async function secondsOfLifeAfterKill(behaviour: string): Promise<number> {
	const starter = spawn(process.execPath, ['-e', STARTER, preload, LIKE_N8N, behaviour]);
	const [line] = (await once(starter.stdout, 'data')) as [Buffer];
	const pid = Number(line.toString());
	expect(isAlive(pid)).toBe(true);
	const killed = Date.now();
	starter.kill('SIGKILL');
	try {
		while (isAlive(pid) && Date.now() < killed + 30_000) await pause(50);
		expect(isAlive(pid)).toBe(false);
	} finally {
		if (isAlive(pid)) process.kill(pid, 'SIGKILL');
	}
	return (Date.now() - killed) / 1_000;
}

test('it has twelve seconds', () => {
	expect(original).toContain('const PATIENCE_MS = 12_000;');
});

test('it ends in its own way', async () => {
	expect(await secondsOfLifeAfterKill('ends')).toBeLessThan(PATIENCE_S);
}, 60_000);

test('when it does not, it is ended', async () => {
	expect(await secondsOfLifeAfterKill('stands')).toBeGreaterThan(0.8 * PATIENCE_S);
}, 60_000);
