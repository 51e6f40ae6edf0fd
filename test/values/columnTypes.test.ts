/** What the mapper's columns of a custom object are, by the values that its objects hold (v2 §2.8). */
import type { ResourceMapperFields } from 'n8n-workflow';
import { serve } from '../http/support/server';
import { callMethod } from '../../harness';

const TABLE: Readonly<Record<string, readonly [type: string, values: readonly unknown[]]>> = {
	text: ['string', ['Broken screen', '']],
	decimal: ['string', ['12.50']],
	number: ['number', [3, null, 0]],
	date: ['dateTime', ['2026-11-30T00:00:00Z', '2026-11-30T00:00']],
	dateOrText: ['string', ['2026-11-30T00:00:00Z', 'soon']],
	dayAlone: ['string', ['2026-11-30']],
	dateInText: ['string', ['due 2026-11-30T00:00Z']],
	numberOrText: ['string', [1, '1']],
	flag: ['string', [true]],
	empty: ['string', [null, '', []]],
};

test('the type, and the choices that occur', async () => {
	const rows = [0, 1, 2].map((at) => ({
		...{ id: at + 1, createdAt: '2026-11-30T00:00:00Z', updatedAt: '2026-11-30T00:00:00Z' },
		...Object.fromEntries(
			Object.entries(TABLE).map(([key, [, values]]) => [key, values[at] ?? null]),
		),
		tags: [['red', ''], ['blue', 'red'], []][at],
	}));
	const body = { customObjects: rows, hasMore: false, nextCursor: null, totalCount: rows.length };
	const server = await serve(() => ({ body }));
	const { fields: columns } = (await callMethod({
		kind: 'resourceMapping',
		method: 'getCustomFields',
		parameters: {
			authentication: 'personalToken',
			operation: 'create',
			resource: 'customObject',
			customObjectDefKey: 'ticket',
		},
		credentials: {
			salesManagementPersonalTokenApi: {
				baseUrl: `${server.url}/v2`,
				requestsPerSecond: 1000,
				accessToken: 'svcp_of_a_test',
			},
		},
	})) as ResourceMapperFields;
	await server.close();
	const types = Object.fromEntries(columns.map(({ id, type }) => [id, type]));
	expect(types).toEqual({
		...Object.fromEntries(Object.entries(TABLE).map(([key, [type]]) => [key, type])),
		tags: 'string',
	});
	const names = ['red', 'blue'].map((value) => ({ name: value, value }));
	expect(columns.find(({ id }) => id === 'tags')?.options).toEqual(names);
});
