/**
 * Says what is being done and for how long: on a terminal in one line that is rewritten each
 * second, elsewhere in a line every ten seconds. It goes to standard error, apart from results.
 */
const LINE_MS = 10_000;

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
	async step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
		const started = Date.now();
		const live = this.out.isTTY === true;
		const seconds = () => `${Math.round((Date.now() - started) / 1_000)} s`;
		// Only a line that fits the terminal can be overwritten.
		const { columns = 80 } = this.out;
		const line = () => `${seconds()}: ${what} …`.slice(0, columns - 1);
		const clear = live ? '\r\u001b[K' : '';
		const show = () => this.out.write(live ? clear + line() : `  … ${seconds()}\n`);
		this.out.write(live ? line() : `${what} …\n`);
		const ticker = setInterval(show, live ? 1_000 : LINE_MS);
		try {
			const result = await work();
			this.out.write(`${clear}${what}: done (${seconds()})\n`);
			return result;
		} catch (error) {
			this.out.write(`${clear}${what}: failed (${seconds()})\n`);
			throw error;
		} finally {
			clearInterval(ticker);
		}
	}
}
