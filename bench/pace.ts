/** `npm run bench -- pace [processes] [seconds]`: n8n processes with one token, over real HTTP. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { figuresOf, type Sent } from './pace/figures';
import { startService } from './service';
import { table } from './measure';

/** What comes before is the time in which they find out about each other. */
const WARM_UP_S = 20;

interface Ended {
	readonly sent: Sent[];
	readonly failures: string[];
}

const endOf = async (child: ChildProcess): Promise<Ended> =>
	await new Promise((resolve, reject) => {
		child.once('message', (ended) => resolve(ended as Ended));
		child.once('exit', (code) => reject(new Error(`A process ended with ${code}`)));
	});

async function measure(processes: number, forSeconds: number): Promise<string[]> {
	const service = await startService();
	try {
		await service.steer('PATCH', '/options', { rateLimit: 5, latencyMs: 50 });
		const until = Date.now() + (WARM_UP_S + forSeconds) * 1000;
		const settings = [service.v2, String(until)];
		const env = { ...process.env, BENCH_TOKEN: service.credentials.team };
		const ended = await Promise.all(
			Array.from({ length: processes }, async () => {
				const options = { execArgv: ['--import', 'tsx'], env };
				return await endOf(fork(join(__dirname, 'pace', 'worker.ts'), settings, options));
			}),
		);
		const from = until - forSeconds * 1000;
		const { perSecond, fairness, refusedShare } = figuresOf(
			ended.map(({ sent }) => sent.filter(({ at }) => at >= from && at < until)),
			forSeconds,
		);
		const failures = ended.flatMap((each) => each.failures);
		for (const failure of new Set(failures)) console.log(failure);
		return [
			String(processes),
			perSecond.toFixed(2),
			fairness.toFixed(3),
			`${(refusedShare * 100).toFixed(0)} %`,
			String(failures.length),
		];
	} finally {
		await service.close();
	}
}

/** Prints a Markdown table; the arguments behind `pace` say how many processes, and for how long. */
export async function benchPace(): Promise<void> {
	const given = process.argv.slice(process.argv.indexOf('pace') + 1).map(Number);
	const [processes, seconds = 60] = given.filter((number) => number > 0);
	const rows = [];
	for (const count of processes === undefined ? [1, 2, 4, 8] : [processes]) {
		rows.push(await measure(count, seconds));
	}
	const head = ['processes', 'accepted a second', "Jain's index", '429', 'failed requests'];
	console.log(`\n${table([head, ...rows])}\n\n${seconds} s each, after ${WARM_UP_S} s.`);
}
