/** One at a time, also after somebody was killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isHolderAlive, tryLock } from '../../../scripts/n8n-host/lock';

const NOBODY = 2 ** 22 + 1;

let folder: string;
let file: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'lock-'));
	file = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const leftBy = (pid: number, secondsAgo: number) => {
	writeFileSync(file, `${pid} somebody\n`);
	const then = new Date(Date.now() - secondsAgo * 1_000);
	utimesSync(file, then, then);
};

test('a second one does not get it until the first gives it back', () => {
	const first = tryLock(file);
	expect(first).toBeDefined();
	expect(tryLock(file)).toBeUndefined();
	first?.release();
	const second = tryLock(file);
	expect(second).toBeDefined();
	second?.release();
	expect(readdirSync(folder)).toEqual([]);
});

test('that of a process that is gone is taken over after a moment', () => {
	leftBy(NOBODY, 1);
	expect(tryLock(file)).toBeUndefined();
	leftBy(NOBODY, 10);
	const lock = tryLock(file);
	expect(lock).toBeDefined();
	lock?.release();
	expect(readdirSync(folder)).toEqual([]);
});

test('one that a living process touched lately is left alone, and an old one is not', () => {
	leftBy(process.pid, 10);
	expect(tryLock(file)).toBeUndefined();
	leftBy(process.pid, 100);
	const lock = tryLock(file);
	expect(lock).toBeDefined();
	lock?.release();
});

test('releasing does not take away what somebody else holds by then', () => {
	const first = tryLock(file);
	leftBy(process.pid, 100);
	const second = tryLock(file);
	first?.release();
	expect(tryLock(file)).toBeUndefined();
	second?.release();
});

describe('a child that outlived its holder', () => {
	let child: ChildProcess;
	beforeEach(() => {
		child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
	});
	afterEach(() => child.kill('SIGKILL'));

	/** As a holder leaves it that was killed an hour ago. */
	const leftWithChild = () => {
		const holder = tryLock(file);
		holder?.include(child.pid ?? 0);
		const left = readFileSync(file, 'utf8').replace(/^\d+/, String(NOBODY));
		holder?.release();
		const then = new Date(Date.now() - 3_600_000);
		writeFileSync(file, left);
		utimesSync(file, then, then);
		return left;
	};

	test('keeps the lock for as long as it lives', async () => {
		leftWithChild();
		expect(tryLock(file)).toBeUndefined();
		expect(isHolderAlive(file)).toBe(false);
		child.kill('SIGKILL');
		await once(child, 'exit');
		const lock = tryLock(file);
		expect(lock).toBeDefined();
		lock?.release();
	});

	test('is not another process that got its id', () => {
		const left = leftWithChild();
		const then = new Date(Date.now() - 3_600_000);
		writeFileSync(file, left.replace(/\d+\n$/, '1\n'));
		utimesSync(file, then, then);
		const lock = tryLock(file);
		expect(lock).toBeDefined();
		lock?.release();
	});

	test('a holder that lives gives all of it back', () => {
		const holder = tryLock(file);
		holder?.include(child.pid ?? 0);
		expect(isHolderAlive(file)).toBe(true);
		holder?.release();
		expect(readdirSync(folder)).toEqual([]);
	});
});
