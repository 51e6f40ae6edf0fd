/** All deals as files while another client writes, and the summary of all. */
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { IBinaryData } from 'n8n-workflow';
import { own } from '../workflows';
import { columnOf } from '../../../harness/n8n/storedFiles';
import { figuresOf, unless, type Figures } from './figures';
import { run, type Stage } from './stage';
import type { Written } from './writer';

const NODE = 'Sales Management';

/** Starts the other client; the function answered ends it and answers what it did. */
function startWriter({ service, world }: Stage, lastId: number): () => Promise<Written> {
	const { v1, v2, admin, credentials } = service;
	const argv = ['--import', 'tsx', join(__dirname, 'writer.ts')];
	const told = JSON.stringify({ v1, v2, admin, credentials, lastId });
	// The scratch ends it where the job fails.
	const child = world.site.scratch.spawn(process.execPath, argv, {
		env: { ...process.env, BENCH_SERVICE: told },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const said = child.stdout && text(child.stdout);
	return async () => {
		child.kill('SIGTERM');
		return JSON.parse((await said) ?? '') as Written;
	};
}

/** How often each id stands in the files of an execution. */
async function timesOf(stage: Stage, files: readonly IBinaryData[], most: number) {
	const times = new Uint8Array(most + 1);
	let strange = 0;
	let rows = 0;
	for await (const cell of columnOf(stage, files, 'id')) {
		const id = Number(cell);
		rows++;
		if (Number.isInteger(id) && id > 0 && id <= most) times[id] = (times[id] ?? 0) + 1;
		else strange++;
	}
	return { times, rows, strange };
}

export async function exportDeals(
	stage: Stage,
	{ job, isWritten, parameters }: { job: string; isWritten: boolean; parameters: object },
): Promise<Figures> {
	const before = stage.account.ids('deal');
	const lastId = before.at(-1) ?? 0;
	const endWriter = isWritten ? startWriter(stage, lastId) : undefined;
	const node = own(stage.target, 'deal.getMany', {
		...{ output: 'file' },
		...parameters,
	});
	let written: Written = { updates: 0, created: [], deleted: [] };
	const ran = await run(stage, job, [node]).finally(async () => {
		written = (await endWriter?.()) ?? written;
	});
	const files = ran.execution.files(NODE).flatMap((each) => Object.values(each));
	const most = Math.max(lastId, ...written.created.slice(-1)) + 1_000;
	const { times, rows, strange } = await timesOf(stage, files, most);
	const gone = new Set(written.deleted);
	const stayed = before.filter((id) => !gone.has(id));
	const missing = stayed.filter((id) => times[id] === 0).length;
	const twice = times.filter((count) => count > 1).length;
	const problems = unless(
		[files.length > 0, 'no file'],
		[missing === 0, `${missing} missing`],
		[twice === 0, `${twice} more than once`],
		[strange === 0, `${strange} rows without an ID`],
	);
	const writes = written.updates + written.created.length + written.deleted.length;
	const name = isWritten ? `${job} (${writes} writes meanwhile)` : job;
	return figuresOf({ job: name, records: rows }, ran, problems);
}

/** Items of the summary as `phase user count amount`. */
const lineOf = (...values: unknown[]): string => values.map(String).join(' ');

export async function summarize(stage: Stage): Promise<Figures> {
	const job = 'summary by phase and owner';
	const ran = await run(stage, job, [
		own(stage.target, 'deal.getMany', {
			...{ output: 'summary', groupBy: ['phase', 'user'], values: ['amount:sum'] },
		}),
	]);
	const expected = stage.account
		.pipeline()
		.map(({ phase, user, count, amount }) => lineOf(phase, user, count, amount));
	const rows = ran.execution
		.items(NODE)
		.map(({ phaseId, userId, count, amountSum }) => lineOf(phaseId, userId, count, amountSum));
	const wrong = [...expected.filter((line) => !rows.includes(line))];
	const problems = unless(
		[rows.length === expected.length, `${rows.length} groups instead of ${expected.length}`],
		[wrong.length === 0, `not there: ${wrong.slice(0, 3).join('; ')}`],
	);
	return figuresOf({ job, records: stage.account.deals().count }, ran, problems);
}
