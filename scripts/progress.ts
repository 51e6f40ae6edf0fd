/**
 * Says what is being done, for how long and how much came of it: one line that is rewritten each
 * second on a terminal, a line every ten seconds elsewhere. On standard error, so that results can
 * be read apart.
 */
import { execFile } from 'node:child_process';

const LINE_MS = 10_000;

export interface Step {
	readonly what: string;
	/** The folder that grows while the step works. */
	readonly grows?: string;
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
	async step<Result>({ what, grows }: Step, work: () => Promise<Result>): Promise<Result> {
		const started = Date.now();
		const live = this.out.isTTY === true;
		const size = grows === undefined ? undefined : new Size(grows);
		const state = () =>
			[`${Math.round((Date.now() - started) / 1_000)} s`, size?.text].filter(Boolean).join(', ');
		// Only a line that fits can be written over again.
		const { columns = 80 } = this.out;
		const line = () => `${state()}: ${what} …`.slice(0, columns - 1);
		const show = () => this.out.write(live ? `\r\u001b[K${line()}` : `  … ${state()}\n`);
		this.out.write(live ? line() : `${what} …\n`);
		const ticker = setInterval(show, live ? 1_000 : LINE_MS);
		try {
			const result = await work();
			await size?.measure();
			this.out.write(`${live ? '\r\u001b[K' : ''}${what}: done (${state()})\n`);
			return result;
		} catch (error) {
			this.out.write(`${live ? '\r\u001b[K' : ''}${what}: failed (${state()})\n`);
			throw error;
		} finally {
			clearInterval(ticker);
			size?.stop();
		}
	}
}

/** The size of a folder, measured now and then: it costs a walk over all of its files. */
class Size {
	text?: string;
	private readonly timer: NodeJS.Timeout;
	private busy = false;

	constructor(private readonly folder: string) {
		this.timer = setInterval(() => void this.measure(), LINE_MS - 2_000);
	}

	async measure(): Promise<void> {
		if (this.busy) return;
		this.busy = true;
		const kilobytes = await new Promise<number>((done) =>
			// Its exit code is not 0 when files vanish meanwhile; the sum is there all the same.
			execFile('du', ['-sk', this.folder], (_error, out) => done(Number.parseInt(out, 10))),
		);
		if (kilobytes > 0) {
			this.text = `${Math.round(kilobytes / 1_024).toLocaleString('en-US')} MB`;
		}
		this.busy = false;
	}

	stop(): void {
		clearInterval(this.timer);
	}
}
