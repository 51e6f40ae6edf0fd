/**
 * Says what is being done, for how long and how much came of it: one line that is rewritten each
 * second on a terminal, a line every ten seconds elsewhere. On standard error, so that results can
 * be read apart.
 */
import { execFile } from 'node:child_process';

const LINE_MS = 10_000;

export interface Step {
	readonly what: string;
	/** The folders that grow while the step works. */
	readonly grows?: readonly Growing[];
}

interface Growing {
	readonly folder: string;
	/** What the growth is, such as "downloaded". */
	readonly as: string;
}

export interface Out {
	readonly isTTY?: boolean;
	readonly columns?: number;
	write(text: string): unknown;
}

export class Progress {
	constructor(private readonly out: Out = process.stderr) {}

	say(line: string): void {
		this.out.write(`${line}\n`);
	}

	/** Does the work and shows that it is alive. */
	async step<Result>({ what, grows = [] }: Step, work: () => Promise<Result>): Promise<Result> {
		const started = Date.now();
		const live = this.out.isTTY === true;
		const growths = grows.map((growing) => new Growth(growing));
		const state = () => {
			const seconds = Math.round((Date.now() - started) / 1_000);
			return [`${seconds} s`, ...growths.flatMap(({ text }) => text)].join(', ');
		};
		// Only a line that fits can be written over again.
		const { columns = 80 } = this.out;
		const line = () => `${state()}: ${what} …`.slice(0, columns - 1);
		const show = () => this.out.write(live ? `\r\u001b[K${line()}` : `  … ${state()}\n`);
		this.out.write(live ? line() : `${what} …\n`);
		const ticker = setInterval(show, live ? 1_000 : LINE_MS);
		try {
			await Promise.all(growths.map(async (growth) => await growth.begun));
			const result = await work();
			await Promise.all(growths.map(async (growth) => await growth.measure()));
			this.out.write(`${live ? '\r\u001b[K' : ''}${what}: done (${state()})\n`);
			return result;
		} catch (error) {
			this.out.write(`${live ? '\r\u001b[K' : ''}${what}: failed (${state()})\n`);
			throw error;
		} finally {
			clearInterval(ticker);
			for (const growth of growths) growth.stop();
		}
	}
}

/** What a folder gained, measured now and then: it costs a walk over all of its files. */
class Growth {
	/** Nothing is said of a folder that did not grow. */
	text: readonly string[] = [];
	/** The size at the beginning. */
	readonly begun: Promise<number>;
	private readonly timer: NodeJS.Timeout;
	private busy = false;

	constructor(private readonly growing: Growing) {
		this.begun = megabytes(growing.folder);
		this.timer = setInterval(() => void this.measure(), LINE_MS - 2_000);
	}

	async measure(): Promise<void> {
		if (this.busy) return;
		this.busy = true;
		const grown = Math.round((await megabytes(this.growing.folder)) - (await this.begun));
		if (grown > 0) this.text = [`${grown.toLocaleString('en-US')} MB ${this.growing.as}`];
		this.busy = false;
	}

	stop(): void {
		clearInterval(this.timer);
	}
}

async function megabytes(folder: string): Promise<number> {
	return await new Promise((done) =>
		// Its exit code is not 0 when files vanish meanwhile; the sum is there all the same.
		execFile('du', ['-sk', folder], (_error, out) => done((Number.parseInt(out, 10) || 0) / 1_024)),
	);
}
