/**
 * One at a time over a folder of the cache, across processes: a file that says whose it is. Its
 * holder touches it every second. A lock that nobody touched for a while belongs to nobody any more:
 * at once when its process is gone, else (a process of another container, or a reused id) later. It is
 * also held by the children that its holder named, for as long as they live: one that outlived a
 * killed holder is still at work.
 */
import { randomUUID } from 'node:crypto';
import {
	linkSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

const TOUCH_MS = 1_000;
const QUIET_MS = 4_000;
const STALE_MS = 30_000;

export interface Lock {
	/** Names a child that works on what the lock stands for. */
	include(pid: number): void;
	release(): void;
}

/** Takes the lock, or answers undefined while a living process holds it. */
export function tryLock(file: string): Lock | undefined {
	mkdirSync(dirname(file), { recursive: true });
	let own = `${process.pid} ${randomUUID()}\n`;
	if (!create(file, own)) {
		if (!isStale(file)) return undefined;
		putAside(file);
		if (!create(file, own)) return undefined;
	}
	const touch = setInterval(() => {
		if (isOwn()) utimesSync(file, new Date(), new Date());
	}, TOUCH_MS);
	touch.unref();
	const isOwn = () => contentOf(file) === own;
	const release = () => {
		clearInterval(touch);
		process.off('exit', release);
		if (isOwn()) rmSync(file, { force: true });
	};
	process.on('exit', release);
	const include = (pid: number) => {
		if (!isOwn()) return;
		own = `${own}${pid} ${startOf(pid)}\n`;
		const draft = `${file}.${randomUUID()}`;
		writeFileSync(draft, own);
		renameSync(draft, file);
	};
	return { include, release };
}

/** Whether the process that took it is alive; the children that it named may be, all the same. */
export const isHolderAlive = (file: string): boolean =>
	isAlive(Number.parseInt(contentOf(file) ?? '', 10));

/** Written whole under another name first, so that nobody reads half of it. */
function create(file: string, content: string): boolean {
	const draft = `${file}.${randomUUID()}`;
	writeFileSync(draft, content);
	try {
		linkSync(draft, file);
		return true;
	} catch {
		return false;
	} finally {
		rmSync(draft, { force: true });
	}
}

/** Of two who find the same stale lock, only one gets its file; a fresh one is put back. */
function putAside(file: string): void {
	const aside = `${file}.${randomUUID()}`;
	try {
		renameSync(file, aside);
	} catch {
		return;
	}
	if (!isStale(aside)) create(file, contentOf(aside) ?? '');
	rmSync(aside, { force: true });
}

function isStale(file: string): boolean {
	let age: number;
	try {
		age = Date.now() - statSync(file).mtimeMs;
	} catch {
		return false;
	}
	if (childrenOf(file).some(({ pid, start }) => isAlive(pid) && startOf(pid) === start))
		return false;
	return age > STALE_MS || (age > QUIET_MS && !isHolderAlive(file));
}

function childrenOf(file: string): Array<{ pid: number; start: string }> {
	const [, ...lines] = (contentOf(file) ?? '').trimEnd().split('\n');
	return lines.map((line) => {
		const [pid, start = ''] = line.split(' ');
		return { pid: Number(pid), start };
	});
}

/** When a process started, in the system's own count: an id that is used again has another one. */
function startOf(pid: number): string {
	const stat = contentOf(`/proc/${pid}/stat`) ?? '';
	// The name may hold anything; what follows it does not.
	const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return state === 'Z' ? 'ended' : (rest[18] ?? 'unknown');
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

function contentOf(file: string): string | undefined {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return undefined;
	}
}
