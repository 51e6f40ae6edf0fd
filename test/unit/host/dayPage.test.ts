/** docs/reliability.md says of the day in a real n8n what docs/reliability.json has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PartFigures } from '../../e2e/figures';

const docs = join(__dirname, '../../../docs');
const page = readFileSync(join(docs, 'reliability.md'), 'utf8');
const { realN8n } = JSON.parse(readFileSync(join(docs, 'reliability.json'), 'utf8')) as {
	realN8n: PartFigures;
};

const TITLE = '### A day of a busy account';
const COLUMNS = ['written', 'handedOut', 'lost', 'doubled', 'replacedBeforeAPoll', 'requests'];

const section = page.slice(page.indexOf(TITLE), page.indexOf('\n### ', page.indexOf(TITLE) + 1));
const rows = section
	.split('\n')
	.filter((line) => line.startsWith('|'))
	.map((line) => line.split('|').slice(1, -1))
	.map((cells) => cells.map((cell) => cell.trim()));
const text = (value: number | undefined) => value?.toLocaleString('en-US') ?? '';

test('its table has a row for each trigger, export and import, with these figures', () => {
	const results = Object.entries(realN8n.day?.results ?? {});
	expect(rows.slice(2)).toEqual(
		results.map(([name, arrived]) => [name, ...COLUMNS.map((column) => text(arrived[column]))]),
	);
	expect(results.length).toBeGreaterThan(10);
});

test('its text has the other figures', () => {
	const { done, memory = {}, minutes } = realN8n.day ?? { done: {} };
	const numbers = new Set(section.match(/\d[\d,]*(?:\.\d+)?/g));
	for (const [name, value] of Object.entries({ ...done, ...memory, minutes })) {
		expect({ name, isThere: numbers.has(text(value)) }).toEqual({ name, isThere: true });
	}
});
