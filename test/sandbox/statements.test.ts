/** The table that says which rule holds which statement of the documents: sandbox/statements.md. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sandbox = join(__dirname, '../../sandbox');
const page = readFileSync(join(sandbox, 'statements.md'), 'utf8');
const [, v2 = '', v1 = ''] = page.split(/^## v\d$/m);

interface Row {
	section: string;
	statement: string;
	holder: string;
}
const rowsOf = (table: string): Row[] =>
	[...table.matchAll(/^\| (\d[\d.]*) +\| (.+?) +\| (.+?) +\|$/gm)].map(
		([, section = '', statement = '', holder = '']) => ({ section, statement, holder }),
	);
const filesIn = ({ holder }: Row) =>
	[...holder.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);

const numbered = (part: number, count: number) =>
	Array.from({ length: count }, (_, at) => `${part}.${at + 1}`);
test.each([
	['v2', v2, ['1', ...numbered(2, 9), '3', '4', ...numbered(4, 11), '5', '6', '7', '8', '9']],
	['v1', v1, ['1', '2', ...numbered(2, 9), '3', '4', '5', '6', '7', '8', '9']],
])(
	'%s: every section has rows, in order; a row names files that exist, or says why there is none',
	(_, table, sections) => {
		const rows = rowsOf(table);
		// The heading and the line below it are no rows.
		expect(rows).toHaveLength(table.trim().split('\n').length - 2);
		expect([...new Set(rows.map(({ section }) => section))]).toEqual(sections);
		const held = rows.map((row) => ({
			...row,
			missing: filesIn(row).filter((file) => !existsSync(join(sandbox, file))),
			isHeld: filesIn(row).length > 0 || /^not observable: \w/.test(row.holder),
		}));
		expect(held.filter(({ missing, isHeld }) => missing.length > 0 || !isHeld)).toEqual([]);
		const told = rows.map(({ section, statement }) => `${section} ${statement}`);
		expect(told).toEqual([...new Set(told)]);
	},
);
