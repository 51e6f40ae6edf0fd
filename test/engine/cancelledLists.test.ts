/** An export and a summary that are cancelled in the middle, on n8n's real engine. */
import { readdirSync, readFileSync } from 'node:fs';
import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { keepBinaryOnDisk, type BinaryOnDisk } from '../support/binaryOnDisk';
import { temporaryFolder } from '../support/temporaryFolder';
import type { NodeResult, RunNodeOptions } from '../support/harness';
import { ORDERED_AT } from '../unit/support/manyDeals';
import type { Answer } from '../unit/support/testClient';
import { getManyFrom, serveDeals } from './support/dealsServer';

const folder = temporaryFolder('cancelled');

let disk: BinaryOnDisk;
beforeAll(async () => {
	disk = await keepBinaryOnDisk(folder);
});
afterEach(() => jest.restoreAllMocks());

const DEALS = 30_000;
/** Requests that may be on their way when a run is cancelled. */
const UNDER_WAY = 3;

/** A deal each minute. */
const times = Float64Array.from(
	{ length: DEALS },
	(_, at) => ORDERED_AT - (DEALS - at) * 60_000 - 3_600_000,
);

/** The text of files as n8n keeps them; beside each is what it knows of it. */
const filesKept = (): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((each) => each.isFile() && !each.name.endsWith('.metadata'))
		.map(({ parentPath, name }) => `${parentPath}/${name}`);

interface Cancelled {
	readonly result: NodeResult;
	readonly log: string[];
	/** Requests that came after it was cancelled. */
	readonly later: number;
	/** How many files n8n had when it was, and how many it got. */
	readonly files: { readonly before: number; readonly after: number };
}

interface When {
	/** Cancels it as this is logged. */
	readonly told?: RegExp;
	/** What is answered instead, and called when it is to be cancelled. */
	readonly instead?: (number: number, cancel: () => void) => Answer | undefined;
}

async function cancelledRun(
	parameters: RunNodeOptions['parameters'],
	{ told, instead }: When,
	more: Pick<RunNodeOptions, 'input' | 'continueOnFail'> = {},
): Promise<Cancelled> {
	const log: string[] = [];
	const abort = new AbortController();
	const kept = filesKept().length;
	let [seen, before] = [0, 0];
	const cancel = () => {
		if (abort.signal.aborted) return;
		seen = server.requests.length;
		before = filesKept().length - kept;
		abort.abort();
	};
	const server = await serveDeals({ times, instead: (number) => instead?.(number, cancel) });
	const info = (text: string) => {
		log.push(text);
		if (told?.test(text)) cancel();
	};
	const logger = { info, warn: info, error: info, debug: () => undefined };
	jest.spyOn(ExecuteContext.prototype, 'logger', 'get').mockReturnValue(logger as never);
	try {
		const result = await getManyFrom(server, parameters, { ...more, signal: abort.signal });
		// Whatever went on nevertheless would do so now.
		await new Promise((resolve) => setTimeout(resolve, 200));
		const later = server.requests.length - seen;
		const after = filesKept().length - kept;
		return { result, log, later, files: { before, after } };
	} finally {
		await server.close();
	}
}

const EXPORT = { output: 'file', options: { recordsPerFile: 1_500 } };
const SUMMARY = {
	output: 'summary',
	groupBy: { values: [{ field: 'phase' }] },
	values: { values: [{ field: 'id', function: 'max' }] },
};

test.each([
	['an export', EXPORT],
	['a summary', SUMMARY],
])('%s that is cancelled while it waits for an answer ends at once', async (_, parameters) => {
	// From the tenth request on nothing is answered, and once no other comes the run is cancelled.
	let last = 0;
	const whenAtRest = (cancel: () => void, before = 0, looks = 3) =>
		setTimeout(() => {
			if (looks === 0) cancel();
			else whenAtRest(cancel, last, last === before ? looks - 1 : 3);
		}, 50);
	const { result, later } = await cancelledRun(parameters, {
		instead: (number, cancel) => {
			if (number < 10) return undefined;
			last = number;
			if (number === 10) whenAtRest(cancel);
			return { act: () => undefined };
		},
	});
	expect(result.error?.message).toMatch(/^The request was cancelled/);
	expect(result.items).toEqual([]);
	expect(later).toBe(0);
});

const idsIn = (text: string): unknown[] =>
	text
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => (JSON.parse(line) as IDataObject).id);

test('an export that is cancelled writes no part more, and its cursor leads on', async () => {
	const already = new Set(filesKept());
	const told = /deals-003\.jsonl is written/;
	const { result, log, later, files } = await cancelledRun(EXPORT, { told });
	expect(later).toBeLessThanOrEqual(UNDER_WAY);
	expect(files).toEqual({ before: 3, after: 3 });
	const last = log.filter((line) => line.includes('is written')).at(-1);
	expect(last).toMatch(
		/^Node: deals-003\.jsonl is written, 4,500 records so far\. Start Cursor to go on: /,
	);
	expect(result.run.data.resultData.metadata).toEqual({ Node: last?.slice('Node: '.length) });
	const startCursor = last?.split('to go on: ')[1] ?? '';

	const parts = filesKept().filter((path) => !already.has(path));
	const server = await serveDeals({ times });
	try {
		const options = { ...EXPORT.options, startCursor };
		const { items } = await getManyFrom(server, { ...EXPORT, options });
		expect(items[0]?.json.part).toBe(4);
		const rest = await Promise.all(
			items.map(async ({ binary }) => (await disk.read(binary?.data)).toString()),
		);
		const written = parts.map((path) => readFileSync(path, 'utf8'));
		const ids = [...written, ...rest].flatMap(idsIn);
		expect(ids).toHaveLength(DEALS);
		expect(new Set(ids).size).toBe(DEALS);
	} finally {
		await server.close();
	}
});

test('what it has written belongs to the execution, and n8n removes it with that', async () => {
	const already = new Set(filesKept());
	await cancelledRun(EXPORT, { told: /deals-002/ });
	const own = filesKept().filter((path) => !already.has(path));
	expect(own).toHaveLength(2);
	const ofExecution = /\/workflows\/workflow\/executions\/[^/]+\/binary_data\//;
	expect(own.filter((path) => !ofExecution.test(path))).toEqual([]);
});

test('an item that comes after it writes nothing, also with Continue On Fail', async () => {
	// A window without times: nothing has to be asked of the service for its empty file.
	const parameters = {
		...{ output: 'file', filters: { updatedAtTo: '2026-01-01' } },
		options: { changesSince: '2026-02-01' },
	};
	const input = Array.from({ length: 30 }, () => ({}));
	const more = { input, continueOnFail: true };
	const { files } = await cancelledRun(parameters, { told: /deals-001/ }, more);
	// So many items are under way at once.
	expect(files.after).toBeLessThanOrEqual(10);
});

test('a summary that is cancelled as it tells how far it is asks for nothing more', async () => {
	let now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => (now += 1_000));
	const told = /deals read for the summary/;
	const { result, log, later } = await cancelledRun(SUMMARY, { told });
	expect(result.items).toEqual([]);
	expect(log.filter((line) => told.test(line))).toHaveLength(1);
	expect(later).toBeLessThanOrEqual(UNDER_WAY);
});
