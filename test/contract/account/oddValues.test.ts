/** Whatever the values of an account are, the check goes to its end, judges each answer, and shows no item key. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../../nodes/SalesManagement/api/types';
import { checkAccount } from '../../../nodes/SalesManagement/operations/check/account';
import { reportOf } from '../../../nodes/SalesManagement/operations/check/report';
import { isObject, setOwn } from '../../../nodes/SalesManagement/values';
import { beside, findings, startSteered, type Steered } from './support/steered';

let steered: Steered;
beforeAll(async () => {
	steered = await startSteered();
});
afterAll(async () => await steered.close());

/** A value that JSON can hold, and that has no text or number of its own. */
const ODD = { toString: 1, valueOf: 1 };

/** The same with another value for each property whose name matches. */
function replaced(value: unknown, names: RegExp, by: unknown): unknown {
	if (Array.isArray(value)) return value.map((each) => replaced(each, names, by));
	if (!isObject(value)) return value;
	const copy: IDataObject = {};
	for (const [name, each] of Object.entries(value)) {
		setOwn(copy, name, names.test(name) ? by : replaced(each, names, by));
	}
	return copy;
}

const answering = (change: (body: unknown) => unknown): Client =>
	beside(steered.client(), async (_, send) => {
		const seen = await send();
		return { ...seen, body: change(seen.body) };
	});

const NAMES = [
	...['name', 'updatedAt', 'createdAt', 'totalCount', 'nextCursor', 'hasMore', 'decimalNumber'],
	...['itemKey', 'id', 'error', 'messages', 'customerCustoms', 'phase', 'page', 'startDatetime'],
	...['\\w*ItemId', 'totalCost', 'customer', 'pattern'],
];

test.each(NAMES.flatMap((name) => [ODD, [ODD], 1e300, -1, '', true].map((by) => [name, by])))(
	'each %s is %j',
	async (name, by) => {
		const names = new RegExp(`^${String(name)}$`);
		const client = answering((body) => replaced(body, names, by));
		// None is left out because its answers could not be judged.
		expect((await findings(client, { includeWrites: true })).length).toBeGreaterThan(20);
	},
);

/** Item keys that are made of the words of any interface. */
const KEYS = ['start_date', 'customer_type', 'contract_status', 'sales_page_url'];

test('item keys of usual words stand in no report: the shape is enough', async () => {
	const values = Object.fromEntries(KEYS.map((key) => [key, 'x']));
	const client = beside(steered.client(), async (request, send) => {
		const seen = await send();
		const within = (body: unknown) =>
			isObject(body) && 'id' in body ? { ...body, ...values } : body;
		const isOwn = request.operation.startsWith('customObject.');
		const isFailure = seen.status >= 400;
		return {
			...seen,
			body: isFailure ? { error: 'NO', messages: values } : isOwn ? within(seen.body) : seen.body,
		};
	});
	const { parts, summary } = await checkAccount({
		client,
		objectKey: 'ticket',
		includeWrites: true,
	});
	const told = `${reportOf(parts, summary)}${JSON.stringify([parts, summary])}`;
	expect(told).toMatch(/customObject\.get[^|]*\| 200 \{[^}]*\*: text/);
	for (const key of KEYS) expect(told).not.toContain(key);
});
