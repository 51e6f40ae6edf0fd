/** What an AI agent gets is one text, so it has to be short; what is missing is said. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import fc from 'fast-check';
import {
	agentAnswer,
	AnswerRoom,
	continuation,
	isForAgent,
	MOST_CHARACTERS,
} from '../../../nodes/SalesManagement/operations/agent';
import { textOf } from '../../../nodes/SalesManagement/values';

const itemsOf = (records: readonly IDataObject[]): INodeExecutionData[] =>
	records.map((json, item) => ({ json, pairedItem: { item } }));

const READ = { writes: false };

/** As n8n hands it to the model. */
const answerText = (items: readonly INodeExecutionData[]) =>
	JSON.stringify(items.map(({ json }) => json));

const noteIn = (items: readonly INodeExecutionData[]) =>
	(items.at(-1)?.json._next as IDataObject | undefined)?.note;

const deals = (count: number) =>
	Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `Deal ${at + 1}`, amount: 100 }));

describe('who calls', () => {
	const context = (type: string, more = {}) =>
		({ getNode: () => ({ type }), ...more }) as Parameters<typeof isForAgent>[0];

	test.each([
		['the node as a tool', context('n8n-nodes-x.salesManagementTool'), true],
		['the node', context('n8n-nodes-x.salesManagement'), false],
		['inside an agent', context('x', { isToolExecution: () => true }), true],
		['not inside an agent', context('x', { isToolExecution: () => false }), false],
	])('%s', (_, given, expected) => {
		expect(isForAgent(given)).toBe(expected);
	});
});

describe('an answer', () => {
	test('that fits is not touched', () => {
		const items = itemsOf(deals(300));
		expect(agentAnswer(items, READ)).toBe(items);
		expect(agentAnswer([], READ)).toEqual([]);
	});

	test('fits up to the last character', () => {
		const around = answerText(itemsOf([{ text: '' }])).length;
		const exact = itemsOf([{ text: 'x'.repeat(MOST_CHARACTERS - around) }]);
		expect(answerText(exact)).toHaveLength(MOST_CHARACTERS);
		expect(agentAnswer(exact, READ)).toBe(exact);
		const longer = itemsOf([{ text: 'x'.repeat(MOST_CHARACTERS - around + 1) }]);
		expect(answerText(agentAnswer(longer, READ)).length).toBeLessThan(MOST_CHARACTERS);
	});

	test('of thousands of items is their beginning, and an entry that counts', () => {
		const items = itemsOf(deals(5_000));
		const shown = agentAnswer(items, READ);
		expect(answerText(shown).length).toBeLessThanOrEqual(MOST_CHARACTERS);
		const kept = shown.slice(0, -1);
		expect(kept.length).toBeGreaterThan(500);
		expect(kept).toEqual(items.slice(0, kept.length));
		expect(noteIn(shown)).toMatch(
			new RegExp(`^These are the first ${kept.length} of 5000: .* at most 32,000 characters\\.`),
		);
		expect(shown.at(-1)?.pairedItem).toBeDefined();
	});

	test('of a write says that the rest was carried out, or a model would repeat it', () => {
		const shown = agentAnswer(itemsOf(deals(5_000)), { writes: true });
		expect(noteIn(shown)).toMatch(
			/^These are the first \d+ of 5000 results: .*don’t repeat the call/,
		);
		expect(noteIn(shown)).not.toContain('Ask for fewer');
	});
});

describe('a record that is too long for itself', () => {
	const shownOf = (json: IDataObject) => {
		const shown = agentAnswer(itemsOf([json]), READ);
		expect(answerText(shown).length).toBeLessThanOrEqual(MOST_CHARACTERS);
		expect(shown).toHaveLength(1);
		return shown[0]?.json as IDataObject;
	};

	test('has its long text cut, which says how long it is', () => {
		const shown = shownOf({ id: 1, memo: 'm'.repeat(100_000), name: 'N' });
		expect(shown).toMatchObject({ id: 1, name: 'N' });
		expect(shown.memo).toMatch(/^m+… \(100000 characters in all\)$/);
		expect(textOf(shown.memo).length).toBeGreaterThan(5_000);
	});

	test('has its long lists cut, which say how many entries there are', () => {
		const links = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `Link ${id}` }));
		const shown = shownOf({ id: 1, links });
		const list = shown.links as unknown[];
		expect(list.slice(0, 2)).toEqual(links.slice(0, 2));
		expect(list.at(-1)).toBe('… (20000 entries in all)');
	});

	test.each([
		['quotes', '"'],
		['backslashes', '\\'],
		['characters that JSON writes with six', '\u0001'],
		['emoji', '😀'],
		['half a character', '\ud83d'],
	])('of %s', (_, character) => {
		const shown = shownOf({ memo: character.repeat(60_000) });
		expect(textOf(shown.memo).length).toBeGreaterThan(50);
	});

	test('is never cut within a character', () => {
		for (const before of ['', 'x']) {
			const shown = shownOf({ memo: before + '😀'.repeat(60_000) });
			expect(shown.memo).toMatch(/^x?(😀)+… /u);
		}
	});

	test('with too many properties has the first of them, and says which are missing', () => {
		const many = Object.fromEntries(
			Array.from({ length: 5_000 }, (_, at) => [`field_${at}`, `value ${at}`]),
		);
		const shown = shownOf(many);
		expect(shown).toMatchObject({ field_0: 'value 0', field_100: 'value 100' });
		const left = 5_000 - (Object.keys(shown).length - 1);
		expect(shown._omitted).toMatch(new RegExp(`^${left} fields are left out, such as field_\\d+`));
	});

	test('keeps what comes after one huge property', () => {
		const huge = Object.fromEntries(
			Array.from({ length: 4_000 }, (_, at) => [`inner_${at}`, 'something']),
		);
		const shown = shownOf({ huge, id: 12, name: 'Behind' });
		expect(shown).toMatchObject({ id: 12, name: 'Behind' });
		expect(shown._omitted).toBe('1 field is left out, such as huge');
	});

	test('whose names of properties are too long themselves', () => {
		const shown = shownOf({ ['k'.repeat(50_000)]: 1, id: 12 });
		expect(shown.id).toBe(12);
	});

	test('keeps `__proto__` as data', () => {
		const record = JSON.parse(`{"__proto__": "${'p'.repeat(50_000)}", "id": 1}`) as IDataObject;
		const shown = shownOf(record);
		expect(Object.keys(shown)).toEqual(['__proto__', 'id']);
	});
});

describe('the room of one item', () => {
	test('is shared by the items of a run', () => {
		const room = new AnswerRoom(2);
		const taken = room.take(deals(2_000), true);
		const size = JSON.stringify(taken).length;
		expect(size).toBeGreaterThan(10_000);
		expect(size).toBeLessThan(MOST_CHARACTERS / 2);
		expect(room.take([{ id: 1, text: 'x'.repeat(200) }], false)).toEqual([]);
	});

	test('of more items than there is room for is none', () => {
		expect(new AnswerRoom(10_000).take(deals(2), true)).toEqual([]);
	});

	test('never takes a later record in part', () => {
		const room = new AnswerRoom(1);
		expect(room.take([{ id: 1 }, { text: 'x'.repeat(50_000) }, { id: 3 }], true)).toEqual([
			{ id: 1 },
		]);
	});
});

describe('the entry that says how to go on', () => {
	test('counts, and gives the cursor', () => {
		expect(continuation(12, { all: 40, startCursor: 'abc' })).toEqual({
			_next: {
				startCursor: 'abc',
				note: 'These are the first 12 of 40: an answer has at most 32,000 characters. To read on, repeat the call with Start Cursor set to startCursor, or ask for fewer with a filter or fewer fields.',
			},
		});
	});

	test('of a later part does not call it the first', () => {
		const { _next } = continuation(12, { all: 40, startCursor: 'abc', isLater: true });
		expect((_next as IDataObject).note).toMatch(/^These are the next 12; there are 40 in all: /);
	});

	test('leaves out a cursor that is longer than the room for it', () => {
		const entry = continuation(1, { startCursor: 'c'.repeat(40_000) });
		expect(JSON.stringify(entry).length).toBeLessThan(1_000);
		expect((entry._next as IDataObject).note).toContain('Ask for fewer');
	});
});

describe('whatever the items hold', () => {
	const anyText = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 100 }),
		fc
			.tuple(fc.constantFrom('a', '"', '\\', '\n', '😀', '\u0000', '\ud800'), fc.nat(20_000))
			.map(([character, times]) => character.repeat(times)),
	);
	const leaf = fc.oneof(anyText, fc.double(), fc.constantFrom(null, true, undefined));
	const list = fc
		.tuple(fc.string({ maxLength: 20 }), fc.nat(3_000))
		.map(([each, times]) => Array.from({ length: times }, () => each));
	const inner = fc.dictionary(fc.string({ maxLength: 20 }), fc.oneof(leaf, list), { maxKeys: 4 });
	const deep = fc
		.tuple(inner, fc.nat(60))
		.map(([each, levels]) =>
			Array.from({ length: levels }).reduce<unknown>((within) => ({ in: [within] }), each),
		);
	const anyRecord = fc.dictionary(fc.string({ maxLength: 20 }), fc.oneof(leaf, list, inner, deep), {
		maxKeys: 6,
	});
	const anyRecords = fc.oneof(
		fc.array(anyRecord, { maxLength: 6 }),
		fc
			.tuple(fc.nat(3_000), fc.nat(300))
			.map(([count, size]) =>
				Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat((id * size) % 700) })),
			),
	);

	test('an answer has at most 32,000 characters, and what fits is not touched', () => {
		fc.assert(
			fc.property(anyRecords, fc.boolean(), (records, writes) => {
				const items = itemsOf(records as IDataObject[]);
				const before = answerText(items);
				const shown = agentAnswer(items, { writes });
				expect(answerText(shown).length).toBeLessThanOrEqual(MOST_CHARACTERS);
				// The items themselves are not changed.
				expect(answerText(items)).toBe(before);
				if (before.length <= MOST_CHARACTERS) expect(shown).toBe(items);
				else if (items.length > 1 && shown.length < items.length + 1) {
					expect(shown.length === items.length || noteIn(shown) !== undefined).toBe(true);
				}
			}),
			{ numRuns: 100 },
		);
	});
});
