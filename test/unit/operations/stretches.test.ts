/** Which lists are read in stretches, and in which order their records come. */
import { OddList } from '../../../nodes/SalesManagement/api/stretches/odd';
import type { OperationId } from '../../../nodes/SalesManagement/api/routes';
import { RESOURCES } from '../../../nodes/SalesManagement/operations';
import {
	divisibleList,
	divisibleSearch,
	type Divisible,
} from '../../../nodes/SalesManagement/operations/stretches';
import { Kept } from '../../../nodes/SalesManagement/operations/stretches/kept';
import { recordOf } from '../../../nodes/SalesManagement/records';

const divisibles = RESOURCES.flatMap(({ operations }) =>
	operations.flatMap(({ route, form, id }) =>
		id === 'getMany' && divisibleList(form) ? [route] : [],
	),
);

function getManyOf(resource: string): Divisible {
	const operations = RESOURCES.find(({ id }) => id === resource)?.operations ?? [];
	const form = operations.find(({ id }) => id === 'getMany')?.form;
	const divisible = form && divisibleList(form);
	if (!divisible) throw new Error(`${resource} can't be read in stretches`);
	return divisible;
}

const AT = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

test('lists that can be asked for by update time and sorted by it both ways', () => {
	expect(divisibles).toEqual(['contact.getMany', 'customer.getMany', 'deal.getMany']);
});

describe('a list', () => {
	const operation: OperationId = 'deal.getMany';
	const { bounded, orderOf } = getManyOf('deal');

	test('keeps its filters, and of two windows what both have', () => {
		const request = { operation, query: { dealTypeId: 7, updatedAtFrom: iso(AT) } };
		const window = { from: AT - HOUR, to: AT + HOUR, newestFirst: true };
		expect(bounded(request, window)?.query).toEqual({
			dealTypeId: 7,
			updatedAtFrom: iso(AT),
			updatedAtTo: iso(AT + HOUR),
			sort: '-updatedAt',
		});
		expect(bounded(request, { from: AT + 1, newestFirst: false })?.query).toEqual({
			dealTypeId: 7,
			updatedAtFrom: iso(AT + 1),
			updatedAtTo: undefined,
			sort: 'updatedAt',
		});
	});

	test('is not asked for a window that it has nothing of', () => {
		const request = { operation, query: { updatedAtTo: iso(AT) } };
		expect(bounded(request, { from: AT + 1, newestFirst: false })).toBeUndefined();
	});

	test.each([
		[undefined, { by: 'updatedAt', descending: true }],
		['updatedAt', { by: 'updatedAt', descending: false }],
		['-created_at', { by: 'createdAt', descending: true }],
		['name', undefined],
	])('in the order of %s', (sort, order) => {
		expect(orderOf({ operation, query: { sort } })).toEqual(order);
	});

	test('is left alone where its own window is no time', () => {
		expect(orderOf({ operation, query: { updatedAtFrom: 'today' } })).toBeUndefined();
	});
});

describe('a search', () => {
	const operation: OperationId = 'deal.search';
	const record = recordOf('deal');
	const search = record && divisibleSearch(record);
	const named = (name: string) => ({
		valueFilter: {
			field: { name: 'name' },
			comparisonOperator: '=',
			value: { stringValue: name },
		},
	});
	const either = (count: number) => ({
		compositeFilter: {
			logicalOperator: 'OR',
			subFilters: Array.from({ length: count }, (_, at) => named(`Deal ${at}`)),
		},
	});

	test('keeps its filter beside the window', () => {
		const filter = either(2);
		const window = { from: AT, to: AT + HOUR, newestFirst: false };
		const updated = (comparisonOperator: string, time: number) => ({
			valueFilter: {
				...{ field: { name: 'updatedAt' }, comparisonOperator },
				value: { datetimeValue: iso(time) },
			},
		});
		expect(search?.bounded({ operation, body: { filter } }, window)?.body).toEqual({
			filter: {
				compositeFilter: {
					logicalOperator: 'AND',
					subFilters: [filter, updated('>=', AT), updated('<=', AT + HOUR)],
				},
			},
			sort: { field: { name: 'updatedAt' }, order: 'ASC' },
		});
	});

	test.each([
		['the default', undefined, { by: 'updatedAt', descending: true }],
		['numbers', { field: { name: 'id' }, order: 'ASC' }, { by: 'id', descending: false }],
		['texts', { field: { name: 'name' }, order: 'ASC' }, undefined],
		['a custom field', { field: { itemKey: 'level' }, order: 'ASC' }, undefined],
	])('in the order of %s', (_, sort, order) => {
		const body = { filter: either(2), ...(sort && { sort }) };
		expect(search?.orderOf({ operation, body })).toEqual(order);
	});

	test('is left alone where the window would be more than a filter may hold', () => {
		expect(search?.orderOf({ operation, body: { filter: either(297) } })).toBeDefined();
		expect(search?.orderOf({ operation, body: { filter: either(298) } })).toBeUndefined();
	});
});

describe('the records', () => {
	const deal = (id: number, hours: number, name = '') => ({
		...{ id, name },
		updatedAt: iso(AT + hours * HOUR),
		createdAt: iso(AT - hours * HOUR),
	});
	const namesIn = (kept: Kept) => kept.inOrder().map(({ name }) => name);
	const taking = (kept: Kept, ...deals: Array<ReturnType<typeof deal>>) => kept.take(deals, deals);

	test('come once, as they were last, in the place that they then had', () => {
		const kept = new Kept({ by: 'updatedAt', descending: true });
		expect(taking(kept, deal(1, 1, 'old'), deal(2, 2, 'other'))).toBe(2);
		expect(taking(kept, deal(1, 3, 'new'))).toBe(1);
		expect(taking(kept, deal(1, 1, 'old'), deal(2, 2, 'other'))).toBe(0);
		expect(namesIn(kept)).toEqual(['new', 'other']);
	});

	test('of one time come by ID, whichever way the list is sorted', () => {
		for (const descending of [true, false]) {
			const kept = new Kept({ by: 'createdAt', descending });
			taking(kept, deal(2, 1, 'b'), deal(1, 1, 'a'));
			expect(namesIn(kept)).toEqual(['a', 'b']);
		}
	});

	test('are left to the cursor where one has no place', () => {
		const kept = new Kept({ by: 'createdAt', descending: true });
		const without = { ...deal(1, 1), createdAt: undefined };
		expect(() => kept.take([without], [without])).toThrow(OddList);
		const unnumbered = { ...deal(1, 1), id: 'a' };
		expect(() => kept.take([unnumbered], [unnumbered])).toThrow(OddList);
		// No window has it, and a list with it can't be divided.
		const unchanged = { ...deal(1, 1), updatedAt: null };
		expect(() => kept.take([unchanged], [unchanged])).toThrow(OddList);
	});
});
