/** A summary says what a naive reading of all records says, whatever they hold and however it groups. */
import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { runs } from '../support/random';
import { listOf, runOn } from './support/service';

const RUNS = runs(35);

interface Plan {
	readonly groups: ReadonlyArray<{ readonly field: string; readonly unit: Unit }>;
	readonly values: ReadonlyArray<{ readonly field: string; readonly function: Computation }>;
	readonly timezone: string;
}

/** What the node says of these records. */
async function rowsOf(
	records: readonly IDataObject[],
	{ groups, values, timezone }: Plan,
): Promise<IDataObject[]> {
	const { items, error } = await runOn('deal.getMany', {
		parameters: {
			output: 'summary',
			groupBy: groups.map(({ field, unit }) => `${field}:${unit}`),
			values: values.map(({ field, function: computation }) => `${field}:${computation}`),
		},
		respond: ({ path }) => (path === '/deals' ? listOf(records) : undefined),
		workflowSettings: { timezone },
	});
	if (error) throw error;
	return items.map(({ json }) => json);
}

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
type Unit = (typeof UNITS)[number];
type Computation = 'sum' | 'average' | 'smallest' | 'largest';

const LEVEL = 'custom:level:single_select';
const RATE = 'custom:rate:decimal_number';

const decimal = fc.oneof(
	fc.constantFrom(
		'0.1',
		'0.2',
		'-0.3',
		'1.50',
		'10',
		'0',
		'-0',
		'0.0001',
		'99999999999999999999.9',
	),
	fc.tuple(fc.bigInt(-(10n ** 25n), 10n ** 25n), fc.nat(12)).map(([units, places]) => {
		const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
		const text = `${digits.slice(0, digits.length - places)}.${digits.slice(digits.length - places)}`;
		return `${units < 0n ? '-' : ''}${places === 0 ? digits : text}`;
	}),
);

const PHASES = [null, ...[1, 2, 3, 12].map((id) => ({ id, name: id > 2 ? 'Won' : `Phase ${id}` }))];
const LEVELS = [null, ...['Gold', 'Silver'].map((label, at) => ({ value: at + 1, label }))];

const moment = fc
	.oneof(
		fc.date({ min: new Date('1971-01-01'), max: new Date('2040-12-31'), noInvalidDate: true }),
		// Where clocks are set forward or back, and years and their weeks end.
		fc
			.tuple(
				fc.constantFrom(
					'2026-03-29T01:00:00Z',
					'2026-10-25T01:00:00Z',
					'2026-03-08T07:00:00Z',
					'2027-01-01T00:00:00Z',
					'2026-10-03T15:30:00Z',
				),
				fc.integer({ min: -100_000_000, max: 100_000_000 }),
			)
			.map(([text, shift]) => new Date(Date.parse(text) + shift)),
	)
	.map((date) => date.toISOString());

const record = fc.record({
	phase: fc.constantFrom(...PHASES),
	// Texts that look alike once they are put together.
	name: fc.constantFrom('a', 'a,a', '', '__proto__', 'null'),
	memo: fc.constantFrom('a', 'a,a', ''),
	amount: fc.option(fc.oneof(fc.integer(), fc.constant(Number.MAX_SAFE_INTEGER))),
	totalCost: fc.option(decimal),
	createdAt: moment,
	level: fc.constantFrom(...LEVELS),
	rate: fc.option(decimal),
});
type Drawn = typeof record extends fc.Arbitrary<infer Each> ? Each : never;

const asSent = ({ level, rate, ...rest }: Drawn, id: number): IDataObject => ({
	id,
	...rest,
	dealCustoms: [
		...(id % 2 === 0 ? [{ itemKey: 'other', value: 'x' }] : []),
		{
			itemKey: 'level',
			itemType: 'single_select',
			value: level ? String(level.value) : null,
			selectedOption: level,
		},
		{ itemKey: 'rate', itemType: 'decimal_number', value: rate, decimalNumber: rate },
	],
});

const groupBy = fc.constantFrom('phase', 'name', 'memo', 'createdAt', LEVEL);
const value = fc.tuple(
	fc.constantFrom('amount', 'totalCost', RATE, 'createdAt'),
	fc.constantFrom<Computation>('sum', 'average', 'smallest', 'largest'),
);

/** Decimals as whole numbers of a unit that is smaller than all of them. */
const PLACES = 30;
function exact(text: string): bigint {
	const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? [];
	return BigInt(`${sign}${whole}${fraction.padEnd(PLACES, '0')}`);
}

function period(iso: string, unit: Unit, zone: string): string {
	const time = DateTime.fromISO(iso, { zone });
	return {
		day: time.toFormat('yyyy-MM-dd'),
		week: time.toFormat("kkkk-'W'WW"),
		month: time.toFormat('yyyy-MM'),
		quarter: time.toFormat("yyyy-'Q'q"),
		year: time.toFormat('yyyy'),
	}[unit];
}

function naiveGroup(each: Drawn, field: string, unit: Unit, zone: string): IDataObject {
	if (field === 'phase')
		return { phase: each.phase?.name ?? null, phaseId: each.phase?.id ?? null };
	if (field === 'name' || field === 'memo') return { [field]: each[field] || null };
	if (field === 'createdAt') return { createdAt: period(each.createdAt, unit, zone) };
	return { level: each.level?.label ?? null };
}

const KEYS: Readonly<Record<string, keyof Drawn>> = { [RATE]: 'rate' };

/** What is computed, as exact numbers or moments; null of nothing. */
function naiveValue(records: readonly Drawn[], field: string, computation: Computation) {
	const held = records
		.map((each) => each[KEYS[field] ?? (field as keyof Drawn)])
		.filter((each) => each !== null);
	if (field === 'createdAt') {
		const sorted = (held as string[]).sort();
		return sorted.at(computation === 'smallest' ? 0 : -1) ?? null;
	}
	const numbers = (held as Array<string | number>).map((each) => exact(String(each)));
	const total = numbers.reduce((sum, each) => sum + each, 0n);
	if (computation === 'sum') return total;
	if (numbers.length === 0) return null;
	if (computation === 'average') {
		// Within half of the last of ten places, or as many as the values have: twelve at most.
		return { total, count: BigInt(numbers.length) };
	}
	return numbers.reduce((best, each) =>
		(computation === 'smallest') === each < best ? each : best,
	);
}

function assertValue(shown: unknown, naive: ReturnType<typeof naiveValue>): void {
	if (naive === null || typeof naive === 'string') {
		expect(shown).toBe(naive);
		return;
	}
	if (typeof naive === 'bigint') {
		expect(exact(String(shown))).toBe(naive);
		return;
	}
	const difference = exact(String(shown)) * naive.count - naive.total;
	const off = (difference < 0n ? -difference : difference) * 2n;
	expect(off <= naive.count * 10n ** BigInt(PLACES - 10)).toBe(true);
}

test('counts, sums, averages and extremes by group are those of the records', async () => {
	const property = fc.asyncProperty(
		fc.array(record, { maxLength: 40 }),
		fc.uniqueArray(groupBy, { maxLength: 3 }),
		fc.uniqueArray(value, { maxLength: 4, selector: (each) => each.join() }),
		fc.tuple(fc.constantFrom(...UNITS), fc.constantFrom(...ZONES)),
		async (records, groups, drawn, [unit, timezone]) => {
			const values = drawn.filter(
				([field, computation]) =>
					field !== 'createdAt' || !['sum', 'average'].includes(computation),
			);
			const plan: Plan = {
				groups: groups.map((field) => ({ field, unit })),
				values: values.map(([field, computation]) => ({ field, function: computation })),
				timezone,
			};
			const sent = records.map((each, at) => asSent(each, at + 1));
			const rows = await rowsOf(sent, plan);
			// The order of the records makes no difference to exact numbers.
			expect(await rowsOf(sent.toReversed(), plan)).toEqual(rows);

			const expected = new Map<string, Drawn[]>();
			for (const each of records) {
				const key = JSON.stringify(
					Object.assign({}, ...groups.map((field) => naiveGroup(each, field, unit, timezone))),
				);
				expected.set(key, [...(expected.get(key) ?? []), each]);
			}
			if (groups.length === 0 && records.length === 0) expected.set('{}', []);
			expect(rows).toHaveLength(expected.size);
			for (const row of rows) {
				const names = groups.flatMap((field) =>
					Object.keys(naiveGroup(records[0]!, field, unit, timezone)),
				);
				const key = JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]])));
				const own = expected.get(key);
				expect(own).toBeDefined();
				expect(row.count).toBe(own!.length);
				for (const [field, computation] of values) {
					const name = computation.charAt(0).toUpperCase() + computation.slice(1);
					const column = field === RATE ? `rate ${name}` : `${field}${name}`;
					expect(Object.keys(row)).toContain(column);
					assertValue(row[column], naiveValue(own!, field, computation));
				}
			}
			// Nothing is counted twice, and nothing left out.
			expect(rows.reduce((sum, { count }) => sum + (count as number), 0)).toBe(records.length);
		},
	);
	await fc.assert(property, { numRuns: RUNS });
});
