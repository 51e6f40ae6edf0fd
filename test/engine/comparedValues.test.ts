/** Values in searches and in Create or Update, compared as what they are (S5), on the sandbox. */
import type { IDataObject } from 'n8n-workflow';
import { turned } from '../support/testSandbox';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;

const upsertBy = async (resource: 'customer' | 'contact', type: string, values: unknown[]) => {
	const key = `${resource}_${type}`;
	const { items } = await fixture.run(`${resource}.createOrUpdate`, {
		parameters: {
			matchBy: `custom:${key}:${type}`,
			name: 'Matched',
			customFields: { mappingMode: 'defineBelow', value: { [key]: '={{ $json.value }}' } },
		},
		input: values.map((value) => ({ value }) as IDataObject),
		continueOnFail: true,
	});
	return items.map(({ json }) => (json.error === undefined ? [json.action, json.id] : 'error'));
};

describe.each([
	['usual', {}],
	['turned', turned],
])('on a sandbox that is %s', (_, set) => {
	beforeAll(async () => {
		fixture = await startNodeFixture({ set });
	});
	afterAll(async () => await fixture.close());

	describe.each(['customer', 'contact'] as const)('Create or Update of a %s', (resource) => {
		const holding = async (type: string, value: unknown) => {
			const customs = [{ itemKey: `${resource}_${type}`, value }] as IDataObject[];
			const [id] = await fixture.write(resource, [
				{ name: 'Old', [`${resource}Customs`]: customs },
			]);
			return id;
		};

		test.each([
			['decimal_number', 771.5, '771.50'],
			['decimal_number', '772', '772.0000'],
			['number', '00773', 773],
			['date', '2031-03-04', '2031-03-04T00:00:00Z'],
		])('%s: %j matches %j', async (type, given, held) => {
			const id = await holding(type, held);
			expect(await upsertBy(resource, type, [given])).toEqual([['updated', id]]);
		});

		test('a bad value fails alone', async () => {
			const id = await holding('number', 774);
			const results = await upsertBy(resource, 'number', [774, 'abc', 775]);
			expect(results).toEqual([['updated', id], 'error', ['created', expect.any(Number)]]);
		});

		test('equal values of two items create one record', async () => {
			const [first, second] = await upsertBy(resource, 'number', ['0776', '776']);
			expect(first?.[0]).toBe('created');
			expect(second).toEqual(['updated', first?.[1]]);
		});
	});

	describe('Search', () => {
		const find = async (resource: string, field: string, condition: IDataObject) => {
			const found = await fixture.records(`${resource}.search`, {
				parameters: {
					searchMode: 'builder',
					match: 'all',
					conditions: { values: [{ field, ...condition }] },
				},
				workflowSettings: { timezone: 'Asia/Tokyo' },
			});
			return found.map(({ id }) => id).sort();
		};

		test('Is One Of on decimals and on date-times', async () => {
			// What is shown can be searched for only where it is shown as it is stored.
			await fixture.steer('PATCH', '/options', { shownTimesRoundedMs: null });
			const custom = (value: string) => [{ itemKey: 'customer_decimal_number', value }];
			const ids = await fixture.write('customer', [
				{ name: 'A', customerCustoms: custom('881.25') },
				{ name: 'B', customerCustoms: custom('882.50') },
			]);
			const rate = 'custom:customer_decimal_number:decimal_number';
			const isOneOf = (value: unknown) => ({ operator: 'isOneOf', value }) as IDataObject;
			expect(await find('customer', rate, isOneOf('881.2500, 882.5, 9'))).toEqual(ids);
			const customers = await fixture.records('customer.getMany', {
				parameters: { returnAll: true },
			});
			const times = customers
				.filter(({ id }) => ids.includes(id as number))
				.map(({ createdAt }) => createdAt as string);
			expect(await find('customer', 'createdAt', isOneOf(times))).toEqual(
				expect.arrayContaining(ids),
			);
		});

		test('a whole day among moments is all of it, in the workflow’s time zone', async () => {
			const times = ['05-05T14:59:59Z', '05-05T15:00:00Z', '05-06T14:59:59Z', '05-06T15:00:00Z'];
			const [before, first, last, after] = await fixture.write(
				'customer',
				times.map((time) => ({ name: 'A day', createdAt: `2033-${time}` })),
			);
			const found = async (operator: string) =>
				(await find('customer', 'createdAt', { operator, value: '2033-05-06' })).filter((id) =>
					[before, first, last, after].includes(id as number),
				);
			expect(await found('equals')).toEqual([first, last]);
			expect(await found('notEquals')).toEqual([before, after]);
			expect(await found('greaterThan')).toEqual([after]);
			expect(await found('greaterOrEqual')).toEqual([first, last, after]);
			expect(await found('lessThan')).toEqual([before]);
			expect(await found('lessOrEqual')).toEqual([before, first, last]);
			expect(await found('isOneOf')).toEqual([first, last]);
		});

		test('on the day of a date-only field, in a workflow of another time zone', async () => {
			const [on] = await fixture.write('deal', [
				{ name: 'On', expectedContractDate: '2033-05-06' },
				{ name: 'Before', expectedContractDate: '2033-05-05' },
			]);
			const equals = { operator: 'equals', value: '2033-05-06' };
			expect(await find('deal', 'expectedContractDate', equals)).toEqual([on]);
		});
	});
});
