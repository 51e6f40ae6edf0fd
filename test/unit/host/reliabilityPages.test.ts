/** Wherever the documents give figures of kills in a real n8n, they are those of docs/reliability.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Arrived, PartFigures } from '../../e2e/figures';

const root = join(__dirname, '../../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const reliability = textOf('docs/reliability.md');
const { realN8n } = JSON.parse(textOf('docs/reliability.json')) as { realN8n: PartFigures };

const inWords = (value: number | undefined) => value?.toLocaleString('en-US') ?? '';

/** What stands below a title, up to the next one. */
function below(page: string, title: string): string {
	const from = page.indexOf(`\n${title}\n`);
	expect(from).toBeGreaterThan(0);
	return page.slice(from).split(/\n#+ /)[1] ?? '';
}

/** The cells of the tables, row by row, without their titles. */
const tablesIn = (text: string): string[][][] =>
	text
		.split(/\n(?!\|)/)
		.map((lines) => lines.split('\n').filter((line) => line.startsWith('|')))
		.filter(({ length }) => length > 2)
		.map(([, , ...lines]) =>
			lines.map((line) =>
				line
					.split('|')
					.slice(1, -1)
					.map((cell) => cell.trim()),
			),
		);

const of = (part: string, place: string): Arrived => {
	const arrived = realN8n[part]?.results[place];
	if (!arrived) throw new Error(`Nothing is known of ${place} in ${part}`);
	return arrived;
};
const COLUMNS = ['handedOut', 'lost', 'doubled', 'replacedBeforeAPoll'];
const cells = (arrived: Arrived, columns: readonly string[]) =>
	columns.map((column) => inWords(arrived[column]));

describe('kills and restarts', () => {
	const PLACES = ['atLeastOnce', 'behindRemoveDuplicates', 'once'];
	const ENGINES = ['restarts', 'durable'];

	test('the page has a table for each engine', () => {
		const tables = tablesIn(below(reliability, '### Through kills and restarts'));
		const figures = tables.map((table) => table.map(([, ...values]) => values));
		expect(figures).toEqual(
			ENGINES.map((engine) => PLACES.map((place) => cells(of(engine, place), COLUMNS))),
		);
	});

	test('so has the page that compares the engines', () => {
		const section = below(textOf('docs/n8n.md'), '## Which polling engine');
		for (const engine of ENGINES) {
			expect(section).toContain(`engine, ${inWords(of(engine, 'once').written)} versions`);
		}
		const rows = [
			...[['once', 'lost'] as const, ['once', 'doubled'] as const],
			...[['atLeastOnce', 'lost'] as const, ['atLeastOnce', 'doubled'] as const],
			...[['behindRemoveDuplicates', 'doubled'] as const],
			...[['behindRemoveDuplicates', 'inCrashedExecutions'] as const],
		];
		expect(
			tablesIn(section)
				.at(-1)
				?.map(([, ...values]) => values),
		).toEqual(
			rows.map(([place, what]) => ENGINES.map((engine) => inWords(of(engine, place)[what]))),
		);
	});

	test('README.md tells what the default way of delivering loses', () => {
		const { lost, written } = of('restarts', 'once');
		expect(textOf('README.md')).toContain(`${inWords(lost)} of ${inWords(written)} versions`);
	});

	test.each(ENGINES)(
		'%s: what is missing behind Remove Duplicates is in crashed executions',
		(by) => {
			const { lost, inCrashedExecutions } = of(by, 'behindRemoveDuplicates');
			expect(inCrashedExecutions).toBe(lost);
		},
	);
});

describe('mails and messages', () => {
	const MAILS = ['mail, once', 'mail, at least once', 'mail, one by one', 'mail, repeated'];

	test.each(
		['', ', refused and retried', ', killed and retried'].map((what, at) => ({ what, at })),
	)('the page has a row for each way$what', ({ what, at }) => {
		const tables = tablesIn(below(reliability, '### From a deal to a mail and a chat message'));
		const told = [...MAILS, 'chat, once', 'chat, at least once'];
		expect(tables[at]?.map(([to, , ...values]) => [to, ...values])).toEqual(
			told.map((way) => [
				way.split(',')[0],
				...cells(of('chain', `${way}${what}`), ['written', 'handedOut', 'lost', 'doubled']),
			]),
		);
	});

	test('the advice has those of the mails', () => {
		const [table = []] = tablesIn(below(textOf('docs/trigger.md'), '### Which to choose'));
		expect(table.map(([, ...values]) => values)).toEqual(
			MAILS.map((way) => cells(of('chain', way), ['lost', 'doubled'])),
		);
	});
});

test('executions at once: the page and the advice have the figures', () => {
	const results = Object.values(realN8n.overlap?.results ?? {});
	expect(results).toHaveLength(2);
	const [table = []] = tablesIn(below(reliability, '### Executions at once'));
	expect(table.map(([, ...values]) => values)).toEqual(
		results.map((arrived) => cells(arrived, ['written', 'handedOut', 'lost', 'doubled'])),
	);
	const { written, doubled } = of('overlap', 'executions at once');
	const advice = below(textOf('docs/trigger.md'), '### Which to choose').replaceAll('\n', ' ');
	expect(advice).toContain(`${inWords(doubled)} of ${inWords(written)} wins`);
});

test('queue mode: the text has the figures', () => {
	const section = below(reliability, '### Queue mode');
	const numbers = new Set(section.match(/\d[\d,]*/g));
	for (const place of ['creates', 'importRepeated']) {
		const { written, lost, doubled, refusedWith429 = lost } = of('queue', place);
		for (const value of [written, lost, doubled, refusedWith429]) {
			expect({ value, isThere: numbers.has(inWords(value)) }).toEqual({ value, isThere: true });
		}
	}
});
