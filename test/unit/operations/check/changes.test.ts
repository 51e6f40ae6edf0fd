/** What a check says of an earlier one. */
import { shapesIn } from '../../../../nodes/SalesManagement/operations/check/changes';
import {
	asDescribed,
	differs,
	unclear,
} from '../../../../nodes/SalesManagement/operations/check/finding';
import { reportOf } from '../../../../nodes/SalesManagement/operations/check/report';
import { summaryOf, type Part } from '../../../../nodes/SalesManagement/operations/check/summary';

const partWith = (...findings: Part['findings']): Part[] => [
	{ version: 'v2', findings, overrides: {} },
];

const coarse = differs({
	check: 'times',
	evidence: 'whole seconds, seen today',
	shape: 'whole',
	advice: 'A.',
});
const fine = asDescribed('times', 'fine');

test.each([
	['a report', (parts: Part[]) => reportOf(parts, summaryOf(parts, undefined))],
	['a summary', (parts: Part[]) => JSON.stringify(summaryOf(parts, undefined).item)],
	['its shapes', (parts: Part[]) => JSON.stringify(summaryOf(parts, undefined).shapes)],
])('what changed since %s is said', (_, earlier) => {
	const before = earlier(
		partWith(fine, coarse.check === 'times' ? asDescribed('other', '') : fine),
	);
	const { item } = summaryOf(partWith(coarse, asDescribed('other', '')), shapesIn(before));
	expect(item).toMatchObject({
		hasChanged: true,
		changes: ['v2 times was asDescribed, and is differs: whole'],
	});
	expect(summaryOf(partWith(fine), shapesIn(before)).item).toMatchObject({
		hasChanged: false,
		changes: [],
	});
});

test('what could not be judged on one of both occasions is no change', () => {
	const before = JSON.stringify(
		summaryOf(partWith(unclear('times', 'no record')), undefined).shapes,
	);
	expect(summaryOf(partWith(coarse), shapesIn(before)).item.changes).toEqual([]);
});

test('the fingerprint follows what differs, not what could be seen today', () => {
	const of = (...findings: Part['findings']) =>
		summaryOf(partWith(...findings), undefined).fingerprint;
	expect(of(fine, coarse)).toBe(of(coarse, unclear('other', 'no record')));
	expect(of(coarse)).not.toBe(of(fine));
	expect(of({ ...coarse, evidence: 'whole seconds, seen tomorrow' })).toBe(of(coarse));
});

test('nothing is compared with nothing', () => {
	expect(shapesIn('  ')).toBeUndefined();
	expect(() => shapesIn('{"a": 1}')).toThrow(/holds no shapes/);
});

const report = (parts = partWith(coarse)) => reportOf(parts, summaryOf(parts, undefined));

test.each([
	[
		'an item that is not the summary',
		JSON.stringify({ interface: 'v2', check: 'times', advice: '' }),
	],
	['texts of something else', JSON.stringify({ status: 'ok', name: 'Ann' })],
	['a report that is cut off in its shapes', report().slice(0, -12)],
	['a report without its end', report().split('## Shapes')[0] ?? ''],
	['a file that is no text', String.fromCharCode(0, 1, 137, 80, 78, 71)],
])('%s is no earlier report', (_, given) => {
	expect(() => shapesIn(given)).toThrow(/holds no shapes/);
});

test.each<[string, (text: string) => string]>([
	['with a byte order mark', (text) => `\uFEFF${text}`],
	['with the line ends of Windows', (text) => text.replaceAll('\n', '\r\n')],
	['with text around it', (text) => `Hello,\n\n${text}\n\nGreetings`],
])('a report %s is one', (_, change) => {
	expect(shapesIn(change(report()))).toEqual({ 'v2 times': 'differs: whole' });
	expect(shapesIn(`\uFEFF${JSON.stringify({ 'v2 times': 'asDescribed' })}`)).toBeDefined();
});

test('a report of the other interface alone is told as such', () => {
	expect(() => shapesIn(report(), ['v1'])).toThrow(/is of the other interface/);
	expect(shapesIn(report(), ['v2', 'v1'])).toBeDefined();
});
