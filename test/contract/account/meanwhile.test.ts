/** Records that are deleted between the list and the read of one: their address is not missing. */
import type { OperationId } from '../../../nodes/SalesManagement/api/routes';
import type { Client, CredentialKind } from '../../../nodes/SalesManagement/api/types';
import { beside, differing, findings, startSteered, type Steered } from './support/steered';

let steered: Steered;
beforeEach(async () => {
	steered = await startSteered();
});
afterEach(async () => await steered.close());

const DELETES: Readonly<Record<string, OperationId>> = {
	'customer.get': 'customer.delete',
	'deal.get': 'deal.delete',
	'contact.get': 'contact.delete',
	'dealAction.get': 'dealAction.delete',
	'customerAction.get': 'customerAction.delete',
	'contactAction.get': 'contactAction.delete',
};

/** A client that asks for records which somebody else has just deleted, as often as is said. */
function whoseRecordsGo(kind: CredentialKind, operation: string, times = 1): Client {
	const remover = steered.client();
	let left = times;
	return beside(steered.client(kind), async (request, send) => {
		const { path } = request;
		if (request.operation === operation && path && left > 0) {
			left--;
			await remover.send({ operation: DELETES[operation] as OperationId, path });
		}
		return await send();
	});
}

describe.each<CredentialKind>(['personalToken', 'v1ApiKey'])('%s', (kind) => {
	// v1 has no read of contacts and contact actions.
	const operations = Object.keys(DELETES).filter(
		(operation) => kind === 'personalToken' || !operation.startsWith('contact'),
	);

	test.each(operations)('%s: another record shows that the address is there', async (operation) => {
		const all = await findings(whoseRecordsGo(kind, operation));
		expect(differing(all)).toEqual([]);
		expect(all.find(({ check }) => check === `route:${operation}`)).toMatchObject({
			verdict: 'asDescribed',
		});
	});
});

test.each(Object.keys(DELETES))(
	'%s: where each record that is asked for goes, nothing is said of the address',
	async (operation) => {
		const all = await findings(whoseRecordsGo('personalToken', operation, 2));
		expect(differing(all)).toEqual([]);
		expect(all.find(({ check }) => check === `route:${operation}`)).toMatchObject({
			verdict: 'unclear',
			advice: expect.stringMatching(/deleted in the meantime/) as string,
		});
	},
);

test('where a record that is listed is not found, its address is missing', async () => {
	const client = beside(steered.client(), async (request, send) => {
		const seen = await send();
		return request.operation === 'contact.get' ? { ...seen, status: 404 } : seen;
	});
	const all = await findings(client);
	expect(all.find(({ check }) => check === 'route:contact.get')).toMatchObject({
		verdict: 'differs',
		shape: 'missing',
	});
});

test('a key that names no custom objects is told as such, and not as a missing address', async () => {
	const all = await findings(steered.client(), { objectKey: 'no_such_kind' });
	expect(all.find(({ check }) => check === 'route:customObject.getMany')).toMatchObject({
		verdict: 'unclear',
		advice: expect.stringMatching(/Definition Key/) as string,
	});
});
