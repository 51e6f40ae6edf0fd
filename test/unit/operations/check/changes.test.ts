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
