/** Which of a list's things has a name. */
import type { NamedEntry, NameList } from '../../../../nodes/SalesManagement/lookups';
import { dropdowns } from '../../../../nodes/SalesManagement/records/names';
import {
	calledSo,
	noneCalled,
	severalCalled,
} from '../../../../nodes/SalesManagement/operations/names/match';
import { readerOf } from '../../../../nodes/SalesManagement/operations/names/known';

const entry = (id: number, name: string, parts: Partial<NamedEntry> = {}): NamedEntry => ({
	...{ id, name, dealTypes: [] },
	...parts,
});
const asked = (name: string) => ({ lookup: dropdowns.phases, label: 'Phase', name });
const idsOf = (entries: readonly NamedEntry[]) => entries.map(({ id }) => id);

describe('exactly first, then ignoring case', () => {
	const entries = [entry(1, 'Won'), entry(2, 'WON'), entry(3, ' Lost '), entry(4, 'LÖST')];
	test.each([
		['Won', [1]],
		['WON', [2]],
		['won', [1, 2]],
		['lost', [3]],
		['Löst', [4]],
		['Wo', []],
		['Wön', []],
	])('%j is %j', (name, ids) => {
		expect(idsOf(calledSo(entries, name))).toEqual(ids);
	});

	test('what only sounds alike is another name', () => {
		const users = [entry(1, 'Anna Weiß'), entry(2, 'ılk')];
		for (const name of ['Anna Weiss', 'ANNA WEISS', 'ilk'])
			expect(calledSo(users, name)).toEqual([]);
		expect(idsOf(calledSo(users, 'anna weiß'))).toEqual([1]);
	});

	test('an accent may be written in two ways', () => {
		expect(idsOf(calledSo([entry(1, 'Cafe\u0301')], 'CAF\u00c9'))).toEqual([1]);
	});

	test('an email address is a name as well', () => {
		const users = [entry(1, 'Anna', { also: 'anna@example.com' }), entry(2, 'Bo')];
		expect(idsOf(calledSo(users, 'Anna@Example.com'))).toEqual([1]);
	});
});

describe('what is said when it is not one', () => {
	const many = Array.from({ length: 12 }, (_, at) => entry(at + 1, `Phase ${at + 1}`));
	const list = (parts: Partial<NameList> = {}): NameList => ({
		...{ entries: many, isComplete: true },
		...parts,
	});

	test('none: what there is, as far as it fits, and where it comes from', () => {
		const ten = many.slice(0, 10).map(({ name }) => name);
		expect(noneCalled(asked('Won'), list()).message).toBe(
			`Phase is "Won", which is no name in its list: it knows ${ten.join(', ')} and 2 more. Give one of these, or an ID.`,
		);
		const seen = list({ isComplete: false, isInSettings: true, entries: many.slice(0, 10) });
		expect(noneCalled(asked('Won'), seen).message).toBe(
			`Phase is "Won", which is no name in its list: it knows ${ten.join(', ')}. Give one of these, or an ID. Without a V1 API Key in the credential, only names in the newest records are known.`,
		);
		expect(noneCalled(asked('Won'), list({ entries: [] })).message).toContain('it knows no name');
	});

	test('several: their IDs, with the deal types that have them', () => {
		const types = [{ id: 7, name: 'Renewal' }];
		const found = [entry(1, 'Won'), entry(2, 'Won', { dealTypes: types })];
		expect(severalCalled(asked('Won'), found).message).toBe(
			'Phase is "Won", which 2 have: 1 (Won), 2 (Won, Renewal). Give the ID.',
		);
	});
});

describe('the reader of an item', () => {
	const entries = [entry(1, 'Won'), entry(2, 'Lost'), entry(3, 'lost')];
	const reader = readerOf(() => ({ entries, isComplete: true }));

	test('gives one ID, or all, or says why there is none', () => {
		expect(reader.idOf(asked('Won'))).toBe(1);
		expect(reader.idsOf(asked('LOST'))).toEqual([2, 3]);
		expect(() => reader.idOf(asked('LOST'))).toThrow('which 2 have: 2 (Lost), 3 (lost)');
		expect(() => reader.idsOf(asked('Open'))).toThrow('no name in its list');
	});

	test('decides nothing where what has the name has no ID', () => {
		const odd = readerOf(() => ({
			entries: [...entries, entry(Number.NaN, 'Won')],
			isComplete: true,
		}));
		expect(() => odd.idOf(asked('Won'))).toThrow('shows what has this name without an ID');
		expect(() => odd.idsOf(asked('Won'))).toThrow('shows what has this name without an ID');
	});

	test('never takes what was not looked up for what is not there', () => {
		expect(() => readerOf(() => undefined).idOf(asked('Won'))).toThrow('was not looked up');
	});

	test('passes on why a list could not be read', () => {
		const error = new TypeError('no list');
		expect(() => readerOf(() => ({ error })).idOf(asked('Won'))).toThrow(error);
	});
});
