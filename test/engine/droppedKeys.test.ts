/** n8n drops some keys when it copies a node's parameters, so a value for such a field never arrives. */
import { NodeHelpers, type IDataObject, type ResourceMapperValue } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node.ts';
import { runNode } from '../support/harness';
import { serve } from '../unit/support/testClient';

/** Creates a contact with what the mapper holds; returns what was sent, and what the node says. */
async function created(customFields: ResourceMapperValue, input: IDataObject = {}) {
	const server = await serve(() => ({ body: { id: 1 } }));
	try {
		const { error } = await runNode({
			parameters: {
				...{ authentication: 'personalToken', resource: 'contact', operation: 'create' },
				...{ name: 'A', fieldsFrom: 'custom', customFields },
			},
			credentials: {
				salesManagementPersonalTokenApi: {
					...{ baseUrl: `${server.url}/v2`, requestsPerSecond: 1000 },
					accessToken: 'svcp_not-a-real-token',
				},
			},
			input: [input],
		});
		return { error, sent: server.requests.map(({ body }) => JSON.parse(body) as IDataObject) };
	} finally {
		await server.close();
	}
}

/** The mapper as the editor saves it; from JSON, in which `__proto__` is a key like any other. */
const mapperOf = (key: string, { removed = false, mode = 'defineBelow', entered = '"x"' }) =>
	JSON.parse(
		`{"mappingMode":"${mode}","value":{"other":"o","${key}":${entered}},"schema":[
			{"id":"other","displayName":"Other","type":"string"},
			{"id":"${key}","displayName":"Own Field","type":"string","removed":${removed}}]}`,
	) as ResourceMapperValue;

const OTHER = { itemKey: 'other', value: 'o' };

describe.each(['__proto__', 'constructor', 'prototype'])('a field with the item key %s', (key) => {
	test.each(['"x"', '"={{ 1 + 1 }}"'])('given %s is an error that names it', async (entered) => {
		const { error, sent } = await created(mapperOf(key, { entered }));
		expect(error?.message).toBe(
			`Custom Fields: n8n drops what is entered for Own Field, since its item key is "${key}". Remove the field here, and map it automatically from an input column with its name.`,
		);
		expect(sent).toEqual([]);
	});

	test('is nothing to speak of where the user did not add it', async () => {
		const { error, sent } = await created(mapperOf(key, { removed: true }));
		expect(error).toBeUndefined();
		expect(sent).toEqual([{ name: 'A', contactCustoms: [OTHER] }]);
	});

	test('is sent when it is mapped automatically by its name', async () => {
		const { error, sent } = await created(mapperOf(key, { mode: 'autoMapInputData' }), {
			'Own Field': 'x',
		});
		expect(error).toBeUndefined();
		expect(sent).toEqual([{ name: 'A', contactCustoms: [{ itemKey: key, value: 'x' }] }]);
	});
});

test('any other key arrives, also one that every object has', async () => {
	const { sent } = await created(mapperOf('toString', {}));
	expect(sent).toEqual([
		{ name: 'A', contactCustoms: [OTHER, { itemKey: 'toString', value: 'x' }] },
	]);
});

/**
 * The node would refuse such a key (`request.test.ts`), but never sees it: n8n copies only what the
 * description has. Should this begin to fail, the keys arrive, and the note in troubleshooting can go.
 */
test.each(['filters', 'options', 'sort'])(
	'a key that %s does not have is left out by n8n before the node runs',
	(collection) => {
		const { description } = new SalesManagement();
		const entered = {
			...{ authentication: 'personalToken', resource: 'deal', operation: 'getMany' },
			[collection]: { dealtype: 3 },
		};
		const node = { typeVersion: 1 };
		const { properties } = description;
		const kept = NodeHelpers.getNodeParameters(properties, entered, true, false, node, description);
		expect(kept?.[collection]).toEqual({});
	},
);
