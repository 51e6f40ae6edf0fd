/** Include Writes for those who may not delete all that they may create, and at addresses that are nowhere. */
import type { OperationId } from '../../../nodes/SalesManagement/api/routes';
import { beside, findings, startSteered, type Steered } from './support/steered';

let steered: Steered;
beforeEach(async () => {
	steered = await startSteered();
});
afterEach(async () => await steered.close());

const records = async () => (await steered.admin<{ records: object }>('GET', '/stats')).records;

/** All that is found where these operations are answered so, and not carried out. */
const without = async (operations: readonly OperationId[], status: number, body: object) =>
	await findings(
		beside(steered.client(), async ({ operation }, send) =>
			operations.includes(operation) ? { status, body, headers: {} } : await send(),
		),
		{ includeWrites: true },
	);

const FORBIDDEN = { error: 'FORBIDDEN' };

test.each<[OperationId[]]>([
	[['contact.delete']],
	[['customerAction.delete']],
	[['contact.delete', 'customerAction.delete']],
])('%j: what may not be deleted goes with its customer, and is not said to remain', async (all) => {
	const before = await records();
	const found = await without(all, 403, FORBIDDEN);
	expect(await records()).toEqual(before);
	expect(found.filter(({ check }) => check.startsWith('remains'))).toEqual([
		expect.objectContaining({ check: 'remains', verdict: 'asDescribed' }),
	]);
	for (const operation of all) {
		expect(found).toContainEqual(
			expect.objectContaining({ check: `write:${operation}`, verdict: 'notPermitted' }),
		);
	}
});

test('where the customer stays, all that stays with it is named', async () => {
	const all = ['customer.delete', 'contact.delete', 'customerAction.delete'] as const;
	const found = await without(all, 403, FORBIDDEN);
	const remains = found.filter(({ check }) => check.startsWith('remains'));
	expect(remains.map(({ check }) => check)).toEqual([
		'remains:customerAction',
		'remains:contact',
		'remains:customer',
		'remains:customer',
	]);
	// It is a right that is missing: the service is as described.
	expect(remains.filter(({ verdict }) => verdict !== 'notPermitted')).toEqual([]);
});

test('a write that was found nowhere does not work: nothing was carried out', async () => {
	const found = await without(['contact.update'], 405, { error: 'METHOD_NOT_ALLOWED' });
	expect(found.find(({ check }) => check === 'write:contact.update')).toMatchObject({
		verdict: 'differs',
		advice: expect.stringMatching(
			/^Contact: Update does not work: it was found at no address .*\{"contact\.update": "PATCH /,
		) as string,
	});
});

test('a removal that says in a success that it failed has not removed anything', async () => {
	const refusal = { error: 'FORBIDDEN', messages: ['not allowed'] };
	const found = await without(['customer.delete'], 200, refusal);
	expect(found.find(({ check }) => check === 'write:customer.delete')).toMatchObject({
		verdict: 'differs',
		evidence: expect.stringMatching(/an error is told/) as string,
		advice: expect.stringMatching(/may show an error/) as string,
	});
	const remains = found.filter(({ check }) => check.startsWith('remains'));
	expect(remains.map(({ check }) => check)).toEqual(['remains:customer', 'remains:customer']);
});

test('where each error is told in a success, what is gone is not said to remain', async () => {
	const client = beside(steered.client(), async ({ operation }, send) => {
		const seen = await send();
		if (operation.endsWith('.delete')) return { ...seen, body: { error: 'TIMEOUT' } };
		return seen.status === 404 ? { ...seen, status: 200 } : seen;
	});
	const before = await records();
	const found = await findings(client, { includeWrites: true });
	expect(await records()).toEqual(before);
	expect(found).toContainEqual(
		expect.objectContaining({ check: 'remains', verdict: 'asDescribed' }),
	);
});

test.each(['deletes-answer-204', 'deletes-answer-body'])(
	'%s: the node understands it, and nothing has to be done',
	async (dialect) => {
		await steered.admin('PUT', '/dialects', [dialect]);
		const found = await findings(steered.client(), { includeWrites: true });
		expect(found.find(({ check }) => check === 'write:customer.delete')).toMatchObject({
			verdict: 'differs',
			advice: expect.stringMatching(/understands it all the same. You don’t have to/) as string,
		});
	},
);
