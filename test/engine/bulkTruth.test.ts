/** Bulk writes tell what they did: to whom, in which order, and what is left, whatever the service does. */
import type { IDataObject } from 'n8n-workflow';
import { runAnswered } from './support/answering';
import { byId, startNodeFixture } from './support/nodeFixture';

const rowsIn = (body: string, plural: string) =>
	(JSON.parse(body) as Record<string, IDataObject[]>)[plural] ?? [];

const DEAL = {
	...{ expectedContractDate: '2026-12-24', customer: 1, phase: 1, product: 1, probability: 1 },
	...{ channel: 1, user: 1, dealType: '={{ $json.type }}', name: '={{ $json.name }}' },
};

test('rows in doubt are not created again while those that were named are divided', async () => {
	const made: unknown[] = [];
	const { items } = await runAnswered({
		operation: 'customer.createMany',
		answer: ({ body }, number) => {
			const rows = rowsIn(body, 'customers');
			const bad = rows.flatMap(({ name }, index) => (/bad/.test(name as string) ? [index] : []));
			const bulkErrors = bad.map((index) => ({ index, messages: ['a bad name'] }));
			if (bad.length > 0) {
				return {
					status: 400,
					body: { error: 'VALIDATION_FAILED', ...(number === 1 && { bulkErrors }) },
				};
			}
			made.push(...rows.map(({ name }) => name));
			return number === 2
				? { status: 502, body: 'gateway' }
				: { body: rows.map((_, at) => at + 1) };
		},
		call: {
			parameters: { name: '={{ $json.name }}' },
			continueOnFail: true,
			input: Array.from({ length: 40 }, (_, at) => ({ name: at < 3 ? `bad ${at}` : `row ${at}` })),
		},
	});
	expect(new Set(made).size).toBe(made.length);
	const outcomes = items.map(({ json }) => (json.details as IDataObject).outcome);
	expect(outcomes.slice(0, 3)).toEqual(['refused', 'refused', 'refused']);
	expect(new Set(outcomes.slice(3))).toEqual(new Set(['unknown']));
});

test('of rows that change one record the last wins, whatever requests their options divide them into', async () => {
	const fixture = await startNodeFixture();
	try {
		const [deal] = await fixture.records('deal.getMany', { parameters: { limit: 2 } });
		const [id, dealType] = [Number(deal?.id), (deal?.dealType as IDataObject).id];
		await fixture.requests();
		const { error } = await fixture.run('deal.updateMany', {
			parameters: {
				...{ dealType, dealId: String(id), updateFields: { name: '={{ $json.name }}' } },
				options: { skipNotice: '={{ $json.silent }}' },
			},
			input: [
				{ name: 'first', silent: true },
				{ name: 'again', silent: true },
				{ name: 'second', silent: false },
				{ name: 'last', silent: true },
			],
		});
		expect(error).toBeUndefined();
		expect(await fixture.requests()).toHaveLength(3);
		const [after] = await fixture.records('deal.get', { parameters: { dealId: byId(id) } });
		expect(after?.name).toBe('last');
	} finally {
		await fixture.close();
	}
});

test('a failure names the items that were written, also those behind it', async () => {
	const { error } = await runAnswered({
		operation: 'deal.createMany',
		answer: ({ body }) => {
			const rows = rowsIn(body, 'deals');
			if (rows.some(({ name }) => name === 'bad')) return { status: 400, body: { error: 'NO' } };
			return { body: rows.map((_, at) => 100 + at) };
		},
		call: {
			parameters: DEAL,
			input: [
				{ type: 1, name: 'a' },
				{ type: 2, name: 'bad' },
				{ type: 1, name: 'c' },
				{ type: 1, name: 'd' },
			],
		},
	});
	expect(error?.description).toContain(
		'3 other items were processed before this failure (counted from 0: 0, 2-3), with the IDs 100-102. Leave them out when you run the rest.',
	);
});

const TWO = { continueOnFail: true, input: [{ id: 1 }, { id: 2 }] };

test.each<[string, unknown]>([
	['the same id twice', [5, 5]],
	['ids that are none', [0, -1]],
])('created rows that are answered with %s are in doubt', async (_, body) => {
	const call = { ...TWO, parameters: { name: 'A' } };
	const answer = () => ({ body });
	const { items } = await runAnswered({ operation: 'customer.createMany', answer, call });
	const outcomes = items.map(({ json }) => (json.details as IDataObject).outcome);
	expect(outcomes).toEqual(['unknown', 'unknown']);
});

test('what the service says of one row among ids is told', async () => {
	const { items } = await runAnswered({
		operation: 'customer.createMany',
		answer: () => ({ body: [7, { error: 'the name is taken' }] }),
		call: { ...TWO, parameters: { name: 'A' } },
	});
	expect(items[0]?.json).toEqual({ id: 7 });
	expect(items[1]?.json).toMatchObject({
		error: expect.stringContaining('the name is taken'),
		details: { outcome: 'unknown' },
	});
});

test('a record that v1 leaves out of those it lists as changed is in doubt', async () => {
	const { items } = await runAnswered({
		operation: 'deal.updateMany',
		version: 'v1',
		answer: () => ({ body: { deals: [{ id: 1 }], skippedDeals: [] } }),
		call: {
			...TWO,
			parameters: { dealType: 2, dealId: '={{ $json.id }}', updateFields: { name: 'A' } },
		},
	});
	expect(items[0]?.json).toEqual({ id: 1 });
	expect(items[1]?.json).toMatchObject({ details: { outcome: 'unknown' } });
});
