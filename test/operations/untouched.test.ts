/** Of each form only what a user gave is sent, whatever n8n fills in for what nobody touched. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node.ts';
import { formFor } from '../support/formView';
import { WIRE, type Ids } from '../support/wire';
import { EMPTY_LISTS, rowsIn, runOn, type Sent } from './support/service';

const { properties } = new SalesManagement().description;
/** Any number does where records are named: the service here knows all of them. */
const ids = new Proxy({} as Ids, { get: () => 7 });

/** What n8n 2.41 gives for a parameter that nobody touched: its default, or an empty form of its kind. */
const UNTOUCHED: Readonly<Record<string, readonly unknown[]>> = {
	collection: [{}, []],
	fixedCollection: [{}],
	multiOptions: [[]],
	resourceMapper: [
		{ mappingMode: 'defineBelow', value: null },
		{ mappingMode: 'defineBelow', value: {}, schema: [] },
	],
};

/** Needs something besides, or is no choice of what is sent. */
const APART = /^(resource|operation|authentication)$/;

const sentBy = async (
	operation: string,
	version: 'v1' | 'v2',
	parameters: IDataObject,
	input?: IDataObject[],
) => {
	const { requests, error } = await runOn(operation, {
		...{ version, parameters, input },
		respond: ({ method, path, body }) => {
			if (method === 'GET') return { body: { ...EMPTY_LISTS, id: 7 } };
			const isUpdate = method === 'PATCH' && path.endsWith('custom_objects/bulk');
			return isUpdate ? { body: rowsIn(body)!.map(({ id }) => id) } : undefined;
		},
	});
	const asked = requests.map(({ method, path, query, body }: Sent) => ({
		method,
		path,
		query,
		body,
	}));
	return { message: error?.message, asked };
};

describe.each(['v2', 'v1'] as const)('every operation of %s', (version) => {
	test.each(WIRE[version](ids).map((row) => [row.operation, row] as const))(
		'%s',
		async (_, row) => {
			const [resource, operation] = row.operation.split('.');
			const chosen = { resource, operation };
			const form = formFor(properties, chosen).filter(({ name }) => !APART.test(name));
			const isNeeded = ({ name, required }: INodeProperties) =>
				required === true ||
				/^(match|conditions|updateFields|dealTypeId|removeAllMembers)$/.test(name);
			const given = Object.fromEntries<IDataObject[string]>(
				Object.entries(row.parameters).filter(([name]) =>
					form.some((each) => each.name === name && isNeeded(each)),
				),
			);
			const alone = await sentBy(row.operation, version, given, row.input);
			expect(alone.message).toBeUndefined();
			const defaults = form.map(({ name, default: begins }) => [name, begins]);
			const begun = { ...(Object.fromEntries(defaults) as IDataObject), ...given };
			expect(await sentBy(row.operation, version, begun, row.input)).toEqual(alone);
			const untouched = form.filter(({ name, type }) => !(name in given) && type in UNTOUCHED);
			for (const place of untouched.length > 0 ? [0, -1] : []) {
				const filled = Object.fromEntries(
					untouched.map(({ name, type }) => [name, UNTOUCHED[type]?.at(place)]),
				) as IDataObject;
				const sent = await sentBy(row.operation, version, { ...filled, ...given }, row.input);
				expect([filled, sent]).toEqual([filled, alone]);
			}
		},
	);
});

test('a select field of actions may be created without choices (v1 §4)', async () => {
	const { asked, message } = await sentBy('actionField.create', 'v1', {
		...{ name: 'Level', itemType: 'single_select', actionCustomItemOptions: [] },
	});
	expect(message).toBeUndefined();
	expect(asked[0]?.body).toEqual({ name: 'Level', itemType: 'single_select' });
});

/** As the editor adds one: a copy of what the form says that a row begins with. */
describe('a row of products', () => {
	const form = formFor(properties, { resource: 'deal', operation: 'create' });
	const { options = [] } = form.find(({ name }) => name === 'additionalFields')!;
	const rows = (options as INodeProperties[]).find(({ name }) => name === 'dealProductDetails')!;
	const row = rows.default as IDataObject;
	const sent = async (given: IDataObject) => {
		const required = WIRE.v2(ids).find((each) => each.operation === 'deal.create')!.parameters;
		const { asked, message } = await sentBy('deal.create', 'v2', {
			...required,
			additionalFields: { dealProductDetails: [{ ...row, ...given }] },
		});
		expect(message).toBeUndefined();
		return (asked.at(-1)?.body as IDataObject).dealProductDetails;
	};

	test('begins with Product, Quantity 1 and Price, and is not sent as it began', async () => {
		expect(Object.entries(row).map(([name, value]) => [name, value])).toEqual([
			['dealProductDetailTypeId', { __rl: true, mode: 'list', value: '' }],
			['quantity', 1],
			['price', ''],
		]);
		expect(await sent({})).toBeUndefined();
	});

	test('without a price leaves it to the product', async () => {
		const product = { __rl: true, mode: 'id', value: 3 };
		expect(await sent({ dealProductDetailTypeId: product })).toEqual([
			{ dealProductDetailTypeId: 3, quantity: '1' },
		]);
	});
});
