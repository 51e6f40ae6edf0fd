/** Says what is being done and for how long, on standard error, apart from results. */
import { oraPromise } from 'ora';

export class Progress {
	say(line: string): void {
		process.stderr.write(`${line}\n`);
	}

	/** Does the work and shows that it is alive. */
	async step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
		const started = Date.now();
		const ended = (how: string) => () =>
			`${what}: ${how} (${Math.round((Date.now() - started) / 1_000)} s)`;
		return await oraPromise(work(), {
			text: `${what} …`,
			successText: ended('done'),
			failText: ended('failed'),
			discardStdin: false,
		});
	}
}
