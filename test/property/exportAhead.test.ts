/** A table is the same, whether its rows wait for those of earlier pages or not. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Item } from '../../nodes/SalesManagement/fields';
import type { FileSettings } from '../../nodes/SalesManagement/operations/export/controls';
import type { Line } from '../../nodes/SalesManagement/operations/export/line';
import { writerFor } from '../../nodes/SalesManagement/operations/export/writer';
import type { Run } from '../../nodes/SalesManagement/operations/operation';
import { KnownFields } from '../../nodes/SalesManagement/lookups/knownFields';
import { deal } from '../../nodes/SalesManagement/records/deal';

const run = {
	customs: {
		fieldsOf: async () => await Promise.resolve(new KnownFields([])),
		about: async () => await Promise.resolve(undefined),
	},
} as unknown as Run;

const item: Item = {
	...{ index: 0, input: {}, version: 'v2', timezone: 'UTC' },
	get: () => undefined,
};

const settings = (format: 'csv' | 'jsonLines'): FileSettings => ({
	...{ format, content: format === 'csv' ? 'simplified' : 'raw', outputFields: [] },
	...{ property: 'data', recordsPerFile: 25_000, maxFiles: Infinity, separator: ',' },
	...{ decimalMark: '.', hasByteOrderMark: false, isGuarded: true },
});

const writer = (format: 'csv' | 'jsonLines') => writerFor(run, deal, item, settings(format));
type Writer = ReturnType<typeof writer>;

const textIn = ({ bytes, from, to }: Line) => bytes.toString('utf8', from, to);

/** The files of these lines, as an export cuts them. */
async function filesOf(of: Writer, lines: AsyncIterable<Line>): Promise<string[]> {
	const files: string[] = [];
	for await (const held of lines) {
		let line = of.line(held);
		if (files.length === 0 || !line) {
			if (!line) of.widen(held);
			files.push(of.beginning);
			line = of.line(held);
		}
		files.push((files.pop() ?? '') + (line ? textIn(line) : ''));
	}
	return files;
}

const record = fc.record({
	id: fc.nat(),
	name: fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'é', '見', '😀', '\ud800') }),
	dealCustoms: fc
		.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'))
		.map((names) =>
			names.map((name) => ({ itemKey: name, name, itemType: 'text', value: `${name},x` })),
		),
}) as fc.Arbitrary<IDataObject>;
const pages = fc.array(fc.array(record, { minLength: 1, maxLength: 4 }), {
	minLength: 1,
	maxLength: 6,
});

test('rows that waited while columns were added have them, as those that did not wait', async () => {
	await fc.assert(
		fc.asyncProperty(pages, fc.nat(), async (given, seed) => {
			const [atOnce, ahead] = [writer('csv'), writer('csv')];
			const oneByOne = async function* () {
				for (const page of given) yield* (await atOnce.hold(page)).records;
			};
			const waiting = async function* () {
				const [opening = [], ...others] = given.entries();
				const held = new Map<number, readonly Line[]>();
				// The first page is held first, the others in any order.
				const order = others.sort(([a], [b]) => ((a * 7 + seed) % 11) - ((b * 7 + seed) % 11));
				for (const [at = 0, page = []] of [opening, ...order]) {
					held.set(at, (await ahead.hold(page)).records);
				}
				for (const at of given.keys()) yield* held.get(at) ?? [];
			};
			expect(await filesOf(ahead, waiting())).toEqual(await filesOf(atOnce, oneByOne()));
		}),
	);
});

test('the lines of a page stand in one piece of memory, which is what is counted, and hold nothing of its records', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(record),
			fc.constantFrom('csv', 'jsonLines'),
			async (page, format) => {
				const { records: lines, bytes } = await writer(format).hold(page);
				expect(new Set(lines.map((line) => line.bytes)).size).toBe(page.length > 0 ? 1 : 0);
				expect(bytes).toBe(lines[0]?.bytes.length ?? 0);
				expect(bytes).toBe(lines.reduce((sum, { from, to }) => sum + to - from, 0));
				for (const [at, { id, updatedAt, bytes: text, ...rest }] of lines.entries()) {
					expect([id, updatedAt, text.length]).toEqual([page[at]?.id, page[at]?.updatedAt, bytes]);
					expect(Object.values(rest).map((each) => typeof each)).not.toContain('object');
				}
				if (format === 'jsonLines') {
					expect(lines.map(textIn)).toEqual(page.map((each) => `${JSON.stringify(each)}\n`));
				}
			},
		),
	);
});
