/** The memory of a process, by what Linux says of it. */
import { readFileSync, writeFileSync } from 'node:fs';

const mebibytes = (pid: number, name: 'VmHWM' | 'VmRSS'): number => {
	const [, kibibytes = '0'] =
		new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ??
		[];
	return Number(kibibytes) / 1024;
};

/** Begins to look for the greatest; answers what it has now, in MiB. */
export function watchMemory(pid: number): number {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	return mebibytes(pid, 'VmRSS');
}

/** The most that it had since then, in MiB. */
export const peakMemory = (pid: number): number => mebibytes(pid, 'VmHWM');

/** What it has now, in MiB. */
export const residentMemory = (pid: number): number => mebibytes(pid, 'VmRSS');
