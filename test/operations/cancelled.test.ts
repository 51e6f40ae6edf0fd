/** A run that is cancelled: n8n keeps neither output nor error of it, so its log says what was done. */
import { readdirSync, readFileSync } from 'node:fs';
import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import tables from './cancelled.json';
import type { Answer } from '../http/support/server';
import { ORDERED_AT, serviceOf } from '../http/support/manyDeals';
import { keepBinaryOnDisk, type BinaryOnDisk } from '../support/binaryOnDisk';
import { temporaryFolder } from '../support/temporaryFolder';
import { runOn, type Given, type Respond } from './support/service';

afterEach(() => jest.restoreAllMocks());

/** What is logged from now on. */
function loggedTo(log: string[], note: (text: string) => void = () => undefined): void {
	const say = (text: string) => {
		log.push(text);
		note(text);
	};
	const logger = { info: say, warn: say, error: say, debug: () => undefined };
	jest.spyOn(ExecuteContext.prototype, 'logger', 'get').mockReturnValue(logger as never);
}

const NEVER: Answer = { act: () => undefined };

describe.each([
	['with Continue On Fail', true],
	['without Continue On Fail', false],
])('a write, %s: the log', (_name, continueOnFail) => {
	test.each(tables.ended)('$what', async ({ operation, parameters, answers, said }) => {
		const log: string[] = [];
		loggedTo(log);
		const cancel = new AbortController();
		await runOn(operation, {
			parameters: { name: '={{ $json.name }}', ...parameters },
			input: ['A', 'B', 'C'].map((name) => ({ name })),
			...{ continueOnFail, signal: cancel.signal },
			respond: (_request, number) => {
				if (number <= answers.length) return { body: answers[number - 1] };
				cancel.abort();
				return NEVER;
			},
		});
		expect(log).toEqual(said);
	});
});

describe('a long list', () => {
	const DEALS = 30_000;
	/** Requests that may be on their way when a run is cancelled. */
	const UNDER_WAY = 3;
	const deals = serviceOf(
		// A deal each minute.
		Float64Array.from({ length: DEALS }, (_, at) => ORDERED_AT - (DEALS - at) * 60_000 - 3_600_000),
	);
	const list: Respond = ({ query }, number) =>
		deals({ method: 'GET', url: '/deals', query }, number) as Answer;
	const EXPORT = {
		...{ output: 'file', fileFormat: 'jsonLines', fileContent: 'raw' },
		fileOptions: { recordsPerFile: 1_500 },
	};
	const SUMMARY = {
		output: 'summary',
		groupBy: ['phase'],
		values: ['id:largest'],
	};

	const folder = temporaryFolder('cancelled');
	let disk: BinaryOnDisk;
	beforeAll(async () => {
		disk = await keepBinaryOnDisk(folder);
	});

	/** Files as n8n keeps them; beside each is what it knows of it. */
	const filesKept = (): string[] =>
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((each) => each.isFile() && !each.name.endsWith('.metadata'))
			.map(({ parentPath, name }) => `${parentPath}/${name}`);

	interface When extends Partial<Given> {
		/** Cancels it as this is logged. */
		readonly told?: RegExp;
		/** What is answered instead, and called when it is to be cancelled. */
		readonly instead?: (number: number, cancel: () => void) => Answer | undefined;
	}

	async function cancelled(parameters: IDataObject, { told, instead, ...more }: When) {
		const log: string[] = [];
		const abort = new AbortController();
		const kept = new Set(filesKept());
		const files = () => filesKept().filter((path) => !kept.has(path));
		let [number, seen, before] = [0, 0, 0];
		const cancel = () => {
			if (abort.signal.aborted) return;
			[seen, before] = [number, files().length];
			abort.abort();
		};
		loggedTo(log, (text) => told?.test(text) && cancel());
		const result = await runOn('deal.getMany', {
			...{ ...more, parameters: { returnAll: true, ...parameters }, signal: abort.signal },
			// Whatever goes on nevertheless does so in this time.
			stays: 200,
			respond: (request, at) => {
				number = at;
				return instead?.(at, cancel) ?? list(request, at);
			},
		});
		return { ...result, log, later: number - seen, before, files: files() };
	}

	test.each([
		['an export', EXPORT],
		['a summary', SUMMARY],
	])('%s that waits for an answer ends at once', async (_, parameters) => {
		// From the tenth request on nothing is answered, and once no other comes the run is cancelled.
		let last = 0;
		const whenAtRest = (cancel: () => void, before = 0, looks = 3) =>
			setTimeout(() => {
				if (looks === 0) cancel();
				else whenAtRest(cancel, last, last === before ? looks - 1 : 3);
			}, 50);
		const { items, error, later } = await cancelled(parameters, {
			instead: (number, cancel) => {
				if (number < 10) return undefined;
				last = number;
				if (number === 10) whenAtRest(cancel);
				return NEVER;
			},
		});
		expect(error?.message).toMatch(/^The request was cancelled/);
		expect([items, later]).toEqual([[], 0]);
	});

	const idsIn = (text: string): unknown[] =>
		text
			.split('\n')
			.filter((line) => line !== '')
			.map((line) => (JSON.parse(line) as IDataObject).id);

	test('an export writes no part more, its files are the execution’s, and its cursor leads on', async () => {
		const told = /deals-003\.jsonl is written/;
		const { run, log, later, before, files } = await cancelled(EXPORT, { told });
		expect(later).toBeLessThanOrEqual(UNDER_WAY);
		expect([before, files.length]).toEqual([3, 3]);
		// So n8n removes them with it.
		const ofExecution = /\/workflows\/workflow\/executions\/[^/]+\/binary_data\//;
		expect(files.filter((path) => !ofExecution.test(path))).toEqual([]);
		const last = log.findLast((line) => line.includes('is written'));
		expect(last).toMatch(
			/^Node: deals-003\.jsonl is written, 4,500 records so far\. Start Cursor to go on: /,
		);
		expect(run.data.resultData.metadata).toEqual({ Node: last?.slice('Node: '.length) });

		const startCursor = last?.split('to go on: ')[1] ?? '';
		const { items } = await runOn('deal.getMany', {
			parameters: { returnAll: true, ...EXPORT, options: { startCursor } },
			respond: list,
		});
		expect(items[0]?.json.part).toBe(4);
		const rest = await Promise.all(
			items.map(async ({ binary }) => (await disk.read(binary?.data)).toString()),
		);
		const ids = [...files.map((path) => readFileSync(path, 'utf8')), ...rest].flatMap(idsIn);
		expect([ids.length, new Set(ids).size]).toEqual([DEALS, DEALS]);
	});

	test('an item that comes after it writes nothing, also with Continue On Fail', async () => {
		// A window without times: nothing has to be asked of the service for its empty file.
		const parameters = {
			...{ ...EXPORT, filters: { updatedAtTo: '2026-01-01' } },
			fileOptions: { changesSince: '2026-02-01' },
		};
		const input = Array.from({ length: 30 }, () => ({}));
		const more = { input, continueOnFail: true };
		const { files } = await cancelled(parameters, { told: /deals-001/, ...more });
		// So many items are under way at once.
		expect(files.length).toBeLessThanOrEqual(10);
	});
});
