/** Fresh records of a sandbox for the rows of a table test to act on. */
import type { IDataObject } from 'n8n-workflow';
import { request } from 'undici';
import type { Sandbox } from '../../../../sandbox';
import { asDocumented, type TestSandbox } from '../../../support/testSandbox';
import type { Ids } from './wireRow';

interface Named {
	id: number;
}

interface DealType extends Named {
	dealProductDetailTypes: Named[];
	dealCustomerTypes: Named[];
}

async function ask(url: string, headers: Record<string, string>): Promise<Record<string, never>> {
	const { body } = await request(url, { headers });
	return (await body.json()) as Record<string, never>;
}

/** Writes a record as a second client would, and returns its id. */
export async function writeRecord(
	sandbox: Sandbox,
	kind: string,
	row: IDataObject,
): Promise<number> {
	const { body, statusCode } = await request(`${sandbox.admin}/records/${kind}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify([row]),
	});
	const ids = (await body.json()) as number[];
	if (statusCode !== 200 || ids[0] === undefined) throw new Error(`no ${kind}: ${statusCode}`);
	return ids[0];
}

/** A record of every kind, and the settings that they use. */
export const freshRecords = async (
	sandbox: Sandbox & Partial<Pick<TestSandbox, 'dialects'>>,
): Promise<Ids> => await asDocumented(sandbox, async () => await written(sandbox));

async function written(sandbox: Sandbox): Promise<Ids> {
	const token = { authorization: `Bearer ${sandbox.credentials.team}` };
	const customer = await writeRecord(sandbox, 'customer', { name: 'Wire Customer' });
	const deal = await writeRecord(sandbox, 'deal', {
		name: 'Wire Deal',
		customer: { id: customer },
	});
	const contact = await writeRecord(sandbox, 'contact', { name: 'Wire Contact' });
	const user = await writeRecord(sandbox, 'user', { name: 'Ann', email: 'ann@example.com' });
	const otherUser = await writeRecord(sandbox, 'user', { name: 'Bob', email: 'bob@example.com' });
	const customerAction = await writeRecord(sandbox, 'customerAction', {
		customer: { id: customer },
	});
	const dealAction = await writeRecord(sandbox, 'dealAction', { deal: { id: deal } });
	const contactAction = await writeRecord(sandbox, 'contactAction', { contact: { id: contact } });
	const dealRecord = (await ask(`${sandbox.v2}/deals/${deal}`, token)) as Record<string, Named>;
	const actionRecord = (await ask(
		`${sandbox.v2}/customers/${customer}/actions/${customerAction}`,
		token,
	)) as Record<string, Named>;
	const dealActionRecord = (await ask(`${sandbox.v2}/actions/${dealAction}`, token)) as Record<
		string,
		Named
	>;
	const { customers } = (await ask(`${sandbox.v2}/customers?limit=1000`, token)) as unknown as {
		customers: Array<{ industry?: Partial<Named> }>;
	};
	const settings = (await ask(`${sandbox.v1}/domains/settings`, {
		'x-api-key': sandbox.credentials.v1,
	})) as unknown as { dealTypes: DealType[] };
	const dealType = settings.dealTypes.find(({ id }) => id === dealRecord.dealType?.id);
	const idOf = (record: Record<string, Named>, name: string) => record[name]?.id as number;
	return {
		user,
		otherUser,
		group: await writeRecord(sandbox, 'userGroup', { name: 'Fresh Group' }),
		role: await writeRecord(sandbox, 'role', { name: 'Fresh Role' }),
		industry: customers.find(({ industry }) => industry?.id)?.industry?.id as number,
		customer,
		deal,
		contact,
		customerAction,
		dealAction,
		contactAction,
		ticket: await writeRecord(sandbox, 'customObject', { customObjectDefKey: 'ticket' }),
		dealType: idOf(dealRecord, 'dealType'),
		phase: idOf(dealRecord, 'phase'),
		product: idOf(dealRecord, 'product'),
		probability: idOf(dealRecord, 'probability'),
		channel: idOf(dealRecord, 'channel'),
		pattern: idOf(actionRecord, 'pattern'),
		purpose: idOf(dealActionRecord, 'purpose'),
		productDetailType: dealType?.dealProductDetailTypes[0]?.id as number,
		relatedCustomerType: dealType?.dealCustomerTypes[0]?.id as number,
	};
}
