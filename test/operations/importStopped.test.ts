/** What stops an import of a file, what it says of its rows, and how it goes on: no row twice, none missing. */
import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { ExecuteContext } from 'n8n-core';
import tables from './importStopped.json';
import { textOf } from '../../nodes/SalesManagement/shared';
import { unpacedCredentials, useNodeFixture } from '../support/nodeFixture';
import { table } from '../support/table';
import { withFile } from './support/withFile';
import { credentialsOf, runNode } from '../../harness';
import {
	dealFile,
	imported,
	lines,
	LOST,
	NONE,
	ofTest,
	told,
	expectNoWrites,
	writes,
} from './support/importing';

// A request takes a while, so that others are under way when it fails.
const fixture = useNodeFixture({ seed: 'empty', set: { latencyMs: 20 } });
beforeAll(async () => {
	await fixture.writeOne('customer', { name: 'Of all deals' });
});
afterEach(() => jest.restoreAllMocks());

/** The numbers at the ends of the names of what a test wrote, in their order. */
const numbersOf = async (prefix: string) =>
	(await ofTest(fixture, 'customer', prefix, 'name'))
		.map(({ name }) => Number(/\d+$/.exec(textOf(name))?.[0]))
		.sort((a, b) => a - b);
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

/** The numbers in a list such as `3,001-6,000, 7,001`. */
const numbersIn = (list = ''): number[] =>
	list.split(', ').flatMap((run) => {
		const [first = 0, last = first] = run.split('-').map((each) => Number(each.replace(/,/g, '')));
		return upTo(last).slice(first - 1);
	});

interface Bad {
	readonly what: string;
	readonly cells?: IDataObject;
	/** What stands behind its last cell. */
	readonly more?: string;
	readonly message: RegExp;
	readonly inFile: RegExp;
}

describe.each(table<Bad>(tables.stopped))(
	'a row with $what',
	({ what, cells, more = '', message, inFile }) => {
		const text = dealFile([
			{ name: `${what} 1` },
			{ name: 'Bad', ...cells },
			{ name: `${what} 3` },
		]);
		const file = text.replace(/Bad.*/, `$&${more}`);

		test('stops the import: nothing is written, and the error names it', async () => {
			const { said } = await imported(fixture, 'deal.createMany', file);
			expect(said).toMatch(message);
			expect(said).toContain('Before this failure: nothing written.');
			expect(said).not.toContain('Start Row');
			expect(await ofTest(fixture, 'deal', what)).toEqual([]);
		});

		test('with Continue On Fail is in the results, and counted; the others are written', async () => {
			const call = { continueOnFail: true };
			const { summary, rows, hints } = await imported(fixture, 'deal.createMany', file, call);
			expect(summary).toEqual({ rows: 3, ...NONE, created: 2, failed: 1 });
			expect(rows.map(({ row, record, outcome }) => [row, record, outcome])).toEqual([
				['1', `${what} 1`, 'created'],
				['2', more === '' ? 'Bad' : '', 'failed'],
				['3', `${what} 3`, 'created'],
			]);
			expect(rows[1]?.error).toMatch(inFile);
			expect(await ofTest(fixture, 'deal', what)).toHaveLength(2);
			expect(hints).toEqual([
				expect.stringMatching(/^Read as IDs of this service: "customer" /),
				'1 of 3 rows of rows.csv failed and 0 were skipped: the file of the output says which ones and why.',
			]);
		});
	},
);

test('what a spreadsheet would take for a formula is made harmless in the results', async () => {
	const text = dealFile([{ name: '=1+1', user: 999_999 }]);
	const { rows } = await imported(fixture, 'deal.createMany', text, { continueOnFail: true });
	expect(rows).toMatchObject([{ record: "'=1+1", outcome: 'failed' }]);
});

test('a file that breaks off is an error before anything of its part is sent', async () => {
	const text = `${lines('name', 2, (row) => `Broken ${row}`)}\n"Broken 3`;
	const message = 'The file can’t be read at line 4: a quote is never closed.';
	const { said } = await imported(fixture, 'customer.createMany', text);
	expect(said).toContain(message);
	await expectNoWrites(fixture);
	const goneOn = await imported(fixture, 'customer.createMany', text, { continueOnFail: true });
	expect(goneOn.summary).toEqual({
		...{ rows: 2, ...NONE, created: 2, nextRow: 3, stoppedBy: message },
	});
	expect(goneOn.rows).toHaveLength(2);
	const { rows } = await imported(fixture, 'customer.createMany', `${text}"`, {
		parameters: { fileOptions: { startRow: goneOn.summary?.nextRow as number } },
	});
	expect(rows.map(({ row }) => row)).toEqual(['3']);
	expect(await numbersOf('Broken')).toEqual([1, 2, 3]);
});

test('the parts before the one that breaks off are written: of 10,000 rows each, so that few are in memory', async () => {
	const text = `${lines('name', 10_000, (row) => `Part ${row}`)}\nPart 10001\n"Part 10002`;
	const { said } = await imported(fixture, 'customer.createMany', text);
	expect(said).toContain(
		'Before this failure: 10,000 created. To go on, set Start Row (an option) to 10001:',
	);
	expect((await writes(fixture)).length).toBe(10);
});

test('what a refusal leaves is gone on with: no row twice, none missing', async () => {
	const text = (role: string) =>
		lines('name;ownerRoleId', 800, (row) => `Left ${row};${row === 70 ? role : ''}`);
	const parameters = { options: { batchSize: 50 } };
	const { said } = await imported(fixture, 'customer.createMany', text('999999'), { parameters });
	expect(said).toMatch(/^Rows 51-100, sent together: /);
	expect(said).toContain('To go on, set Start Row (an option) to 51:');
	// Of 16 requests those that were under way.
	expect((await writes(fixture)).length).toBeLessThan(16);
	const [, list] = /behind it (.*?) (?:is|are) written already/.exec(said ?? '') ?? [];
	const behind = new Set(numbersIn(list));
	expect((await numbersOf('Left')).filter((row) => row > 50)).toEqual([...behind]);
	const left = text('').split('\n');
	await imported(
		fixture,
		'customer.createMany',
		left.filter((_, row) => !behind.has(row)).join('\n'),
		{
			parameters: { options: { batchSize: 50 }, fileOptions: { startRow: 51 } },
		},
	);
	expect(await numbersOf('Left')).toEqual(upTo(800));
});

test('behind a key that two records have nothing is written, also where parts before it are', async () => {
	await fixture.write('customer', [{ name: 'Twin' }, { name: 'Twin' }]);
	const text = lines('name', 6_000, (row) => (row === 5_990 ? 'Twin' : `Before ${row}`));
	const { said } = await imported(fixture, 'customer.createOrUpdate', text, {
		parameters: { matchBy: 'name' },
	});
	expect(said).toMatch(/^Row 5,990 \("Twin"\): 2 records have this/);
	const written = await numbersOf('Before');
	expect(written).toEqual(upTo(written.length));
	expect(written.length).toBeLessThan(5_990);
	const next = `set Start Row (an option) to ${written.length + 1}:`;
	expect(said).toContain(written.length === 0 ? 'Before this failure: nothing written.' : next);
});

describe('an answer that is lost', () => {
	const lost = async (name: string, count: number, continueOnFail: boolean) => {
		await fixture.fault('POST /v2/customers/bulk', LOST);
		const text = lines('name', count, (row) => `${name} ${row}`);
		const parameters = { options: { batchSize: 100 } };
		return await imported(fixture, 'customer.createMany', text, { parameters, continueOnFail });
	};

	test('stops the import, which says which rows are in doubt', async () => {
		const { said } = await lost('Doubt', 2, false);
		expect(said).toMatch(/^Rows 1-2, sent together: /);
		expect(said).toContain('set Start Row (an option) to 1:');
		expect(said).toContain('not known whether these rows were written: 1-2.');
	});

	test('with Continue On Fail leaves its rows unknown, sends none of them again, and writes the others', async () => {
		const { summary, rows, hints } = await lost('Unknown', 350, true);
		expect(summary).toEqual({ rows: 350, ...NONE, created: 250, unknown: 100 });
		const unknown = rows.filter(({ outcome }) => outcome === 'unknown');
		const [first = 0, ...others] = unknown.map(({ row }) => Number(row));
		expect([first, ...others]).toEqual(upTo(100).map((at) => first + at - 1));
		expect(await numbersOf('Unknown')).toEqual(upTo(350));
		expect(hints).toEqual([expect.stringContaining('100 of 350 rows of rows.csv failed')]);
	});
});

test.each([
	['On Error: Continue', true],
	['On Error: Stop Workflow', false],
])(
	'cancelled, with %s, it stops at once; log and custom data name the row to go on from',
	async (title, continueOnFail) => {
		const log: string[] = [];
		const note = (text: string) => log.push(text);
		const logger = { info: note, warn: note } as never;
		jest.spyOn(ExecuteContext.prototype, 'logger', 'get').mockReturnValue(logger);
		const cancel = new AbortController();
		const parameters = {
			...{ authentication: 'personalToken', resource: 'customer', operation: 'createOrUpdate' },
			...{ fieldsFrom: 'file', matchBy: 'name', options: { batchSize: 10 } },
		};
		const text = lines('name', 400, (row) => `${title} ${row}`);
		// So that those under way are seen before the next ones are sent.
		await fixture.options({ latencyMs: 100 });
		const running = runNode({
			...{ parameters, credentials: unpacedCredentials(fixture.sandbox), continueOnFail },
			...{ input: [withFile(text)], signal: cancel.signal },
		});
		let sent = 0;
		while (sent < 15) {
			await wait(20);
			sent += (await writes(fixture)).length;
		}
		cancel.abort();
		const { progress } = told(await running);
		await fixture.options({ latencyMs: 20 });
		// Of 40 requests those that were under way.
		expect(sent + (await writes(fixture)).length).toBeLessThan(35);
		const last = progress[0] ?? '';
		expect([progress.length, log]).toEqual([1, expect.arrayContaining([`Node: ${last}`])]);
		const startRow = Number(/set Start Row to (\d+)\.$/.exec(last)?.[1]);
		expect(last).toContain(`up to row ${(startRow - 1).toLocaleString('en-US')} (`);
		expect((await numbersOf(title)).slice(0, startRow - 1)).toEqual(upTo(startRow - 1));
		const again = { ...parameters, fileOptions: { startRow } };
		await imported(fixture, 'customer.createOrUpdate', text, { parameters: again });
		expect(await numbersOf(title)).toEqual(upTo(400));
	},
);

test('without a file it is an error, and nothing is sent', async () => {
	const { said } = await imported(fixture, 'customer.createMany', [{ json: {} }]);
	expect(said).toContain('data');
	expect(await fixture.requests()).toEqual([]);
});

describe('a chunk that fails before the one ahead of it is written', () => {
	const NEXT = /Start Row \(an option\) to ([\d,]+)/;
	const byName = { matchBy: 'name' };

	test('Start Row names the first row that was not written', async () => {
		const text = lines(
			'name;employee',
			6_000,
			(row) => `Ahead ${row};${row === 5_990 ? 'abc' : '5'}`,
		);
		const parameters = byName;
		const { said } = await imported(fixture, 'customer.createOrUpdate', text, { parameters });
		// Without a Start Row nothing was written.
		const next = Number(NEXT.exec(said ?? '')?.[1]?.replace(',', '') ?? 1);
		expect(next).toBeLessThan(5_990);
		expect(await numbersOf('Ahead')).toEqual(upTo(next - 1));
	});

	test('updates one by one, stopped by a create behind them: the error is that of the create', async () => {
		await imported(
			fixture,
			'customer.createMany',
			lines('name', 180, (row) => `Held ${row}`),
		);
		const text = lines(
			'name;employee;ownerRoleId',
			200,
			(row) => `${row <= 180 ? 'Held' : 'New'} ${row};5;${row === 190 ? '999999' : ''}`,
		);
		const { said } = await imported(fixture, 'customer.createOrUpdate', text, {
			parameters: byName,
			// Updates wait for their turn when the create is refused.
			credentials: credentialsOf(fixture.sandbox, { requestsPerSecond: 40 }),
		});
		expect(said).toMatch(/999999|role/i);
		expect(said).not.toMatch(/cancelled/);
	});

	test('a dry run of a file that breaks off tells what would be done before, and where that is', async () => {
		const parameters = { ...byName, options: { dryRun: true } };
		const broken = 'name\nWhole\n"Broken off';
		const { said, summary } = await imported(fixture, 'customer.createOrUpdate', broken, {
			parameters,
		});
		expect(said).toBeUndefined();
		expect(summary).toMatchObject({ dryRun: true, rows: 1, created: 1 });
		expect(summary?.stoppedBy).toMatch(/at line 3: a quote is never closed/);
	});
});

test('a row that can’t be read keeps back what stands behind it, in a later chunk, too', async () => {
	const file = lines('name,employee', 10_001, (row) => `Behind ${row},${row === 400 ? 'x' : row}`);
	const { said } = await imported(fixture, 'customer.createMany', file);
	expect(said).toMatch(/^Row 400 \("Behind 400"\): Employees is "x"/);
	expect(said).toContain('Before this failure: nothing written.');
	await expectNoWrites(fixture);
});
