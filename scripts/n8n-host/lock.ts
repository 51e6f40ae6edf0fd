/** A lock on a folder across processes: a file with the id of the process that works there. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Takes the lock and returns the function that releases it; undefined while another living process has it. */
export function tryLock(file: string): (() => void) | undefined {
	mkdirSync(dirname(file), { recursive: true });
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
	} catch {
		if (isHeld(file)) return undefined;
		rmSync(file, { force: true });
		return tryLock(file);
	}
	const release = () => {
		process.off('exit', release);
		rmSync(file, { force: true });
	};
	process.on('exit', release);
	return release;
}

/**
 * Whether a living process holds the lock. A killed process may have left the file behind; if that
 * was in another container, it may even have had this process's id.
 */
function isHeld(file: string): boolean {
	const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN;
	if (Number.isNaN(pid) || pid === process.pid) return false;
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
