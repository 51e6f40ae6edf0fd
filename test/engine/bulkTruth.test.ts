/** Bulk writes tell what they did: to whom, in which order, and what is left, whatever the service does. */
import type { IDataObject } from 'n8n-workflow';
import { credentialsOf } from '../support/harness';
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

test('rows that were named by another count are tried, though the rest is in doubt', async () => {
	const { items } = await runAnswered({
		operation: 'customer.createMany',
		answer: ({ body }, number) => {
			const rows = rowsIn(body, 'customers');
			const bulkErrors = rows.flatMap(({ name }, index) =>
				name === 'bad' ? [{ index: index + 1, messages: ['a bad name'] }] : [],
			);
			if (number === 2) return { status: 502, body: 'gateway' };
			return bulkErrors.length > 0
				? { status: 400, body: { error: 'VALIDATION_FAILED', bulkErrors } }
				: { body: rows.map((_, at) => at + 1) };
		},
		call: {
			parameters: { name: '={{ $json.name }}' },
			continueOnFail: true,
			input: ['a', 'bad', 'good', 'd'].map((name) => ({ name })),
		},
	});
	expect(items[2]?.json).toEqual({ id: 1, name: 'good' });
	const outcomes = items.map(({ json }) => (json.details as IDataObject | undefined)?.outcome);
	expect(outcomes).toEqual(['unknown', 'unknown', undefined, 'unknown']);
});

test('a response in doubt ends a run that stops at failures', async () => {
	const { error, requests } = await runAnswered({
		operation: 'customer.createMany',
		answer: () => ({ body: [5, 5] }),
		call: {
			parameters: { name: '={{ $json.name }}', options: { batchSize: 2 } },
			input: Array.from({ length: 40 }, (_, at) => ({ name: `row ${at}` })),
		},
	});
	// As many as may be under way at once: what had to wait was not sent.
	expect(requests.length).toBeLessThanOrEqual(10);
	expect(error?.message).toContain('does not say what became of this item');
	expect(error?.description).toContain(
		`It is not known whether these items were processed, counted from 0: 0-${2 * requests.length - 1}.`,
	);
});

test('batches overlap: behind a refusal nothing is sent, and what was sent before it is named', async () => {
	const fixture = await startNodeFixture();
	try {
		const before = await fixture.records('customer.getMany', { parameters: { returnAll: true } });
		await fixture.requests();
		const { error } = await fixture.run('customer.createMany', {
			credentials: credentialsOf(fixture.sandbox, { requestsPerSecond: 5 }),
			parameters: {
				name: '={{ $json.name }}',
				additionalFields: { parentId: '={{ $json.parent }}' },
				options: { batchSize: 10 },
			},
			input: Array.from({ length: 200 }, (_, at) => ({
				name: `row ${at}`,
				...(at === 15 && { parent: 99_999_999 }),
			})),
		});
		const sent = await fixture.requests();
		expect(sent.length).toBeGreaterThan(1);
		expect(sent.length).toBeLessThanOrEqual(5);
		const after = await fixture.records('customer.getMany', { parameters: { returnAll: true } });
		const made = after.length - before.length;
		expect(made).toBe(10 * (sent.length - 1));
		const others = sent.length > 2 ? `, 20-${10 * sent.length - 1}` : '';
		expect(error?.description).toContain(
			`${made} other items were processed before this failure (counted from 0: 0-9${others})`,
		);
		const rest = sent.length > 2 ? ' The first that is not known to be processed is item 10.' : '';
		expect(error?.description).toContain(`Leave them out when you run the rest.${rest}`);
	} finally {
		await fixture.close();
	}
});

test.each([true, false])(
	'one row that is too large is named by its item, continuing %p',
	async (continueOnFail) => {
		const { items, error } = await runAnswered({
			operation: 'customer.createMany',
			answer: ({ body }) => {
				const index = rowsIn(body, 'customers').findIndex(({ name }) => name === 'large');
				const bulkErrors = [{ index, messages: ['too long'] }];
				if (index >= 0) return { status: 413, body: { error: 'too large', bulkErrors } };
				return { body: rowsIn(body, 'customers').map((_, at) => at + 1) };
			},
			call: {
				continueOnFail,
				parameters: { name: '={{ $json.name }}' },
				input: ['a', 'b', 'c', 'large'].map((name) => ({ name })),
			},
		});
		const said = continueOnFail ? items[3]?.json.error : error?.message;
		expect(said).toContain('Item 3 ("large"): too long');
	},
);

test('a spelling of the definition’s key makes no double', async () => {
	const fixture = await startNodeFixture();
	try {
		const { items } = await fixture.run('customObject.createOrUpdate', {
			parameters: {
				...{ customObjectDefKey: '={{ $json.key }}', matchBy: 'subject' },
				customFields: { mappingMode: 'defineBelow', value: { subject: 'only one of me' } },
			},
			input: ['ticket', 'ticket ', ' ticket'].map((key) => ({ key })),
		});
		expect(items.map(({ json }) => json.action)).toEqual(['created', 'updated', 'updated']);
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(1);
	} finally {
		await fixture.close();
	}
});

test('of a record that the response shows as changed and as skipped, no row is told as either', async () => {
	const { items } = await runAnswered({
		operation: 'deal.updateMany',
		answer: () => ({ body: { deals: [{ id: 1 }, { id: 2 }], skippedDeals: [{ id: 1 }] } }),
		call: {
			continueOnFail: true,
			parameters: { dealType: 2, dealId: '={{ $json.id }}', updateFields: { name: 'A' } },
			input: [{ id: 1 }, { id: 1 }, { id: 2 }],
		},
	});
	const outcomes = items.map(({ json }) => (json.details as IDataObject | undefined)?.outcome);
	expect(outcomes).toEqual(['unknown', 'unknown', undefined]);
	expect(items[0]?.json.error).toContain('as changed and as skipped');
});

test('an id that comes with an error is in doubt', async () => {
	const call = {
		...TWO,
		parameters: {
			...{ customObjectDefKey: 'ticket', customObjectId: '={{ $json.id }}' },
			customFields: { mappingMode: 'defineBelow', value: { subject: 's' } },
		},
	};
	const answer = () => ({ body: [1, { id: 2, error: 'locked by someone' }] });
	const { items } = await runAnswered({ operation: 'customObject.updateMany', answer, call });
	expect(items[0]?.json).toEqual({ id: 1, subject: 's' });
	expect(items[1]?.json).toMatchObject({
		error: expect.stringContaining('locked by someone'),
		details: { outcome: 'unknown' },
	});
});

test('a dry run names no ID of a record that does not exist', async () => {
	const fixture = await startNodeFixture();
	try {
		const items = await fixture.records('customer.createOrUpdate', {
			parameters: { matchBy: 'name', name: 'Nobody yet', options: { dryRun: true } },
			input: [{}, {}],
		});
		expect(items.map(({ action }) => action)).toEqual(['create', 'update']);
		expect(items[1]?.data).toEqual({ name: 'Nobody yet' });
	} finally {
		await fixture.close();
	}
});

test('what the service says of one row among ids is told', async () => {
	const { items } = await runAnswered({
		operation: 'customer.createMany',
		answer: () => ({ body: [7, { error: 'the name is taken' }] }),
		call: { ...TWO, parameters: { name: 'A' } },
	});
	expect(items[0]?.json).toEqual({ id: 7, name: 'A' });
	expect(items[1]?.json).toMatchObject({
		error: expect.stringContaining('the name is taken'),
		details: { outcome: 'unknown' },
	});
});

test.each([
	['changed', { deals: [{ id: 1 }], skippedDeals: [] }],
	['skipped', { deals: [], skippedDeals: [{ id: 1 }] }],
])('a record that v1 leaves out of those it lists as %s is in doubt', async (_, body) => {
	const { items } = await runAnswered({
		operation: 'deal.updateMany',
		version: 'v1',
		answer: () => ({ body }),
		call: {
			...TWO,
			parameters: { dealType: 2, dealId: '={{ $json.id }}', updateFields: { name: 'A' } },
		},
	});
	expect(items[0]?.json).toMatchObject({ id: 1 });
	expect(items[1]?.json).toMatchObject({ details: { outcome: 'unknown' } });
});

/** Two deals of one Update Many, against the response that they get. */
async function updatedDeals(body: IDataObject) {
	const { items } = await runAnswered({
		operation: 'deal.updateMany',
		answer: () => ({ body }),
		call: {
			parameters: { dealType: 1, dealId: '={{ $json.id }}', updateFields: { name: 'x' } },
			input: [{ id: '10' }, { id: '11' }],
			continueOnFail: true,
		},
	});
	return items.map(({ json }) => json);
}

test.each<[string, IDataObject, RegExp]>([
	['an error', { error: 'phase is locked' }, /^phase is locked \(Deal: Update Many\): it is not/],
	['a failure', { success: false, messages: ['no right'] }, /^no right .* it is not known/],
	['a failure without a word', { success: false }, /^The response does not say what became/],
	['an error by name', { name: 'x', errors: ['bad'] }, /^bad .* it is not known/],
])('a changed record that carries %s is in doubt', async (_, said, message) => {
	const [first, second] = await updatedDeals({
		deals: [{ id: 10 }, { id: 11, ...said }],
		skippedDeals: [],
	});
	expect(first).toEqual({ id: 10, name: 'x' });
	expect(second?.error).toMatch(message);
	expect(second?.details).toMatchObject({ outcome: 'unknown' });
});

test('a record with a message of its own, and a skipped one with its reason, are shown', async () => {
	const changed = { id: 10, name: 'x', message: 'Hello', error: null, success: true };
	const skipped = { id: 11, error: 'phase is locked' };
	expect(await updatedDeals({ deals: [changed], skippedDeals: [skipped] })).toEqual([
		changed,
		{ ...skipped, skipped: true },
	]);
});
