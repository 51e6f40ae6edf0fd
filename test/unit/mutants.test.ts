/** How `npm run mutants` chooses, counts and judges. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { reaching, type TrackRecord } from '../../scripts/mutants/coverage';
import { isKnown, outdated, readKnown } from '../../scripts/mutants/known';
import { changeOf, isWording, SOURCES, type Mutation } from '../../scripts/mutants/mutations';
import { isEnough, percentage, reportOf } from '../../scripts/mutants/report';
import { draw } from '../../scripts/mutants/sample';

const root = resolve(__dirname, '../..');

const mutation = (rest: Partial<Mutation> = {}): Mutation => ({
	id: '1',
	file: `${SOURCES}/polling/poll.ts`,
	mutator: 'EqualityOperator',
	start: 0,
	end: 5,
	line: 7,
	code: 'if (a < b) return;',
	original: 'a < b',
	replacement: 'a <= b',
	...rest,
});

const many = Array.from({ length: 100 }, (_, number) =>
	mutation({ id: String(number), line: number, replacement: `a <= ${number}` }),
);
const drawn = (seed: string, mutations = many, compiles = (_: Mutation) => true) =>
	draw(mutations, { seed, size: 10, compiles }).map(({ replacement }) => replacement);

describe('the sample', () => {
	test('is the same for a seed, another one for another seed', () => {
		expect(drawn('1')).toHaveLength(10);
		expect(drawn('1', many.toReversed())).toEqual(drawn('1'));
		expect(drawn('2')).not.toEqual(drawn('1'));
	});

	test('does not change when lines move', () => {
		const moved = many.map((each) => ({ ...each, id: `x${each.id}`, line: each.line + 40 }));
		expect(drawn('1', moved)).toEqual(drawn('1'));
	});

	test('leaves out what does not compile, and draws others instead', () => {
		const [first] = drawn('1');
		const without = drawn('1', many, ({ replacement }) => replacement !== first);
		expect(without).toHaveLength(10);
		expect(without).not.toContain(first);
	});
});

describe('what is not counted', () => {
	const entry = { file: 'polling/poll.ts', code: 'if (a < b) return;', reason: 'nothing follows' };

	test('is found by file, code and change, wherever the line is now', () => {
		const known = [{ ...entry, change: 'a < b → a <= b' }];
		expect(isKnown(mutation({ line: 99, id: '7' }), known)).toBe(true);
		expect(isKnown(mutation({ replacement: 'a >= b' }), known)).toBe(false);
		expect(isKnown(mutation({ code: 'if (a < b) throw b;' }), known)).toBe(false);
		expect(isKnown(mutation({ file: `${SOURCES}/polling/read.ts` }), known)).toBe(false);
		expect(isKnown(mutation({ replacement: 'a >= b' }), [entry])).toBe(true);
	});

	test('is told when its code is gone', () => {
		expect(outdated([entry], [mutation()])).toEqual([]);
		expect(outdated([entry], [mutation({ code: 'else' })])).toEqual([entry]);
	});

	test('has its reason each, once, and names code that exists', () => {
		const known = readKnown(root);
		const keys = known.map(({ file, code, change }) => [file, code, change].join('|'));
		expect(new Set(keys).size).toBe(keys.length);
		for (const { file, code, reason } of known) {
			expect(reason.length).toBeGreaterThan(20);
			const lines = readFileSync(join(root, SOURCES, file), 'utf8').split('\n');
			expect([file, code, lines.some((line) => line.trim() === code)]).toEqual([file, code, true]);
		}
	});

	test('are sentences and titles, but no names, and no objects that hold more', () => {
		const text = { mutator: 'StringLiteral', replacement: '""' };
		expect(isWording(mutation({ ...text, original: "'Not found'" }))).toBe(true);
		expect(isWording(mutation({ ...text, original: "'found'" }))).toBe(false);
		expect(isWording(mutation({ original: 'a < b' }))).toBe(false);
		const object = { mutator: 'ObjectLiteral', replacement: '{}' };
		expect(isWording(mutation({ ...object, original: "{ description: 'What it is' }" }))).toBe(
			true,
		);
		const more = "{ description: 'What it is', only: 'v2' }";
		expect(isWording(mutation({ ...object, original: more }))).toBe(false);
	});
});

test('the tests that use the code come before those that only load it, cheap ones first', () => {
	const reach = (file: string, ms: number, how: 'loading' | 'testing') => ({
		file,
		ms,
		loading: {},
		testing: {},
		[how]: { 1: 3 },
	});
	const reaches = [
		reach('slow', 900, 'testing'),
		reach('loads', 300, 'loading'),
		reach('quick', 100, 'testing'),
		{ ...reach('elsewhere', 1, 'testing'), testing: { 2: 1 } },
	];
	const order = (record?: TrackRecord) => reaching('1', reaches, record).map(({ file }) => file);
	expect(order()).toEqual(['quick', 'slow', 'loads']);
	// What has noticed others in this run goes first, what has met many in vain comes last.
	expect(
		order(
			new Map([
				['slow', { met: 20, noticed: 20 }],
				['quick', { met: 40, noticed: 0 }],
			]),
		),
	).toEqual(['slow', 'loads', 'quick']);
});

describe('the report', () => {
	const trials = [
		...Array.from({ length: 23 }, () => ({ mutation: mutation(), noticedBy: 'a test' })),
		{ mutation: mutation({ line: 12 }) },
		{ mutation: mutation({ line: 3 }) },
	];

	test('asks for 92 %', () => {
		expect(percentage(trials)).toBe(92);
		expect(isEnough({ folder: 'polling', trials, binding: true })).toBe(true);
		expect(isEnough({ folder: 'polling', trials: trials.slice(1), binding: true })).toBe(false);
		expect(isEnough({ folder: 'records', trials: trials.slice(1), binding: false })).toBe(true);
		expect(percentage([])).toBe(100);
	});

	test('lists what survived, by its place', () => {
		expect(reportOf([{ folder: 'polling', trials, binding: true }]).split('\n')).toEqual([
			'polling/: 25 mutants, 23 noticed, 2 survived, 92.0 %',
			'  polling/poll.ts:3  a < b → a <= b',
			'      if (a < b) return;',
			'  polling/poll.ts:12  a < b → a <= b',
			'      if (a < b) return;',
		]);
	});

	test('shortens what is long, in one line', () => {
		const change = changeOf(
			mutation({ original: `{\n\t${'x'.repeat(200)}\n}`, replacement: '{}' }),
		);
		expect(change.length).toBeLessThan(120);
		expect(change).toMatch(/^\{ x+ … x+ \} → \{\}$/);
	});
});
