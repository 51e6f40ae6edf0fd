/**
 * A process that runs one job of one build again and again, each time when it is told to, and tells the processor
 * time of each run. Its own work beside the node's is that of n8n's engine.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { INodeExecutionData, INodeType } from 'n8n-workflow';
import { actionType, credentialsOf, runNode } from '../../harness';
import { timed } from '../measure';
import type { Ran, Setup } from './contender';
import { rowsUpTo, type NodeJob } from './jobs';

/** More than the service could take: what is measured is the work of the node, not its patience. */
const REQUESTS_PER_SECOND = 1000;

const csvOf = (records: number): string =>
	[
		'name,telNo,address',
		...rowsUpTo(records).map(({ name, telNo, address }) => `${name},${telNo},"${address}"`),
	].join('\r\n');

async function inputOf({ rows }: NodeJob, records: number): Promise<INodeExecutionData[]> {
	if (rows === 'items') return rowsUpTo(records).map((row) => ({ json: { ...row } }));
	if (rows === undefined) return [{ json: {} }];
	const location = { type: 'execution', workflowId: 'workflow', executionId: 'input' } as const;
	const about = { data: '', mimeType: 'text/csv', fileName: 'rows.csv' };
	const csv = Buffer.from(csvOf(records));
	const data = await Container.get(BinaryDataService).store(location, csv, about);
	return [{ json: {}, binary: { data } }];
}

async function prepare(setup: Setup) {
	const { bundle, folder, pages, service, job, records } = setup;
	Object.assign(Container.get(BinaryDataConfig), { mode: 'filesystem', localStoragePath: folder });
	await Container.get(BinaryDataService).init();
	const { SalesManagement } = createRequire(__filename)(bundle) as {
		SalesManagement: new () => INodeType;
	};
	const [resource = '', operation = ''] = job.operation.split('.');
	const options = {
		parameters: { authentication: 'teamToken', resource, operation, ...job.parameters },
		credentials: credentialsOf(service, { requestsPerSecond: REQUESTS_PER_SECOND }),
		extraNodes: { [actionType]: new SalesManagement() },
		input: await inputOf(job, records),
	};
	const texts = readdirSync(pages).map((name) => readFileSync(join(pages, name), 'utf8'));
	return async (): Promise<Ran> => {
		const roundTrip = await timed(async () => {
			for (const text of texts) await Promise.resolve(JSON.stringify(JSON.parse(text)));
		});
		const { cpuMs, result } = await timed(async () => await runNode(options));
		if (result.error) throw result.error;
		const wanted = job.emitsEach ? records : result.items.length;
		if (result.items.length !== wanted) {
			throw new Error(`${job.name}: ${result.items.length} items instead of ${wanted}`);
		}
		// In KiB.
		const { maxRSS } = process.resourceUsage();
		return { cpuMs, roundTripMs: roundTrip.cpuMs, peakMiB: maxRSS / 1024 };
	};
}

/** Answers each message with the figures of one run; the first one sets it up. */
function serve(): void {
	let run: Promise<() => Promise<Ran>> | undefined;
	process.on('message', (message: Setup) => {
		run ??= prepare(message);
		run
			.then(async (once) => {
				process.send?.({ ran: await once() });
			})
			.catch((error: unknown) => {
				process.send?.({ error: String(error) });
			});
	});
}

serve();
