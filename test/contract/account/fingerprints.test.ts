/** Of each other service the fingerprint is the same whichever records come first, and nothing is told as a change. */
import type { Client } from '../../../nodes/SalesManagement/api/types';
import { checkAccount } from '../../../nodes/SalesManagement/operations/check/account';
import { TABLE } from './support/dialectTable';
import { startSteered, type Steered } from './support/steered';

let steered: Steered;
beforeAll(async () => {
	steered = await startSteered();
});
afterAll(async () => await steered.close());

const times = <Row>(count: number, row: (at: number) => Row): Row[] =>
	Array.from({ length: count }, (_, at) => row(at));

/** As many records in front as a check looks at, which have and link less than those behind them. */
async function withOthersInFront(): Promise<void> {
	const write = async (kind: string, rows: object[]) =>
		await steered.admin<number[]>('POST', `/records/${kind}`, rows);
	const [customer] = await write(
		'customer',
		times(12, (at) => ({ name: `Other ${at}`, employee: at })),
	);
	const [deal] = await write(
		'deal',
		times(12, (at) => ({ name: `Other ${at}`, customer: { id: customer }, amount: at * 1000 })),
	);
	const [contact] = await write(
		'contact',
		times(12, (at) => ({ name: `Other ${at}`, customer: { id: customer } })),
	);
	await write(
		'customerAction',
		times(3, () => ({ customer: { id: customer }, active: true })),
	);
	await write(
		'dealAction',
		times(3, () => ({ deal: { id: deal }, result: 'Done' })),
	);
	await write(
		'contactAction',
		times(3, () => ({ contact: { id: contact }, preNote: 'Soon' })),
	);
}

async function checked(client: Client, comparedWith?: string) {
	const { summary } = await checkAccount({ client, comparedWith });
	return summary;
}

/** It takes the time that it says. */
const NAMES = Object.keys(TABLE).filter((name) => name !== 'two-requests-a-second');

test.each(['as documented', ...NAMES])('%s', async (name) => {
	const { by, set } = TABLE[name] ?? {};
	const dialects = name in TABLE ? [name] : [];
	const kind = by === 'v1' ? 'v1ApiKey' : 'personalToken';
	await steered.admin('POST', '/reset', {});
	if (set) await steered.admin('PATCH', '/options', set);
	await steered.admin('PUT', '/dialects', dialects);
	const before = await checked(steered.client(kind));
	await steered.admin('PUT', '/dialects', []);
	await withOthersInFront();
	await steered.admin('PUT', '/dialects', dialects);
	const { fingerprint, changes, shapes } = await checked(
		steered.client(kind),
		JSON.stringify(before.shapes),
	);
	const told = fingerprint === before.fingerprint ? [] : [before.shapes, shapes];
	expect({ changes, told }).toEqual({ changes: [], told: [] });
});
