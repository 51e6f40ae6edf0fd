/** Where a bench puts its figures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPart } from '../../bench/n8n/part';
import { daysOf, renewed } from '../../bench/n8n/figures';
import { largeTable } from '../../bench/n8n/large/figures';

const PAGE = readFileSync(join(__dirname, '../../docs/performance.md'), 'utf8');

test.each(['n8n', 'large'])('the page has a place for the bench %s, and keeps all else', (name) => {
	const once = withPart(PAGE, name, 'FIGURES');
	expect(once).toContain(`<!-- bench ${name}: begin -->\n\nFIGURES\n\n<!-- bench ${name}: end -->`);
	const again = withPart(once, name, 'OTHERS');
	expect(again).not.toContain('FIGURES');
	const [before = '', rest = ''] = PAGE.split(`<!-- bench ${name}: begin -->`);
	const after = rest.split(`<!-- bench ${name}: end -->`)[1] ?? '';
	expect(again.startsWith(before)).toBe(true);
	expect(again.endsWith(after)).toBe(true);
});

test('a page without a place is an error', () => {
	expect(() => withPart(PAGE, 'other', 'FIGURES')).toThrow(/no place/);
});

test('a job that is not as it must be says why', () => {
	const figures = {
		measured: '2026-11-23',
		job: 'export',
		records: 1_000_000,
		ms: 204_500,
		ofLimit: 1.02,
		requests: 1_010,
	};
	const rest = { mode: 'filesystem', refused: 0, memory: 301.4 } as const;
	expect(largeTable([{ ...figures, ...rest, problems: ['3 missing', 'no file'] }])).toContain(
		'| export | file system | 1,000,000 | 204.5 s | 1.02 | 1010 | 0 | 301 MiB | 3 missing; no file |',
	);
});

test('a job that is measured again stands where it stood, the others as they were', () => {
	const of = (job: string, measured: string) => ({ job, measured });
	const before = [of('a', '2026-11-20'), of('b', '2026-11-20'), of('b', '2026-11-20')];
	const again = [of('c', '2026-11-22'), of('a', '2026-11-22'), of('b', '2026-11-22')];
	const all = renewed(before, again.slice(0, 2), ({ job }) => job);
	expect(all).toEqual([again[1], before[1], before[2], again[0]]);
	expect(daysOf(all)).toBe('2026-11-20 to 2026-11-22');
	expect(renewed(all, again, ({ job }) => job)).toEqual([again[1], again[2], again[0]]);
	expect(daysOf(again)).toBe('2026-11-22');
});
