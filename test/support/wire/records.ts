/** Fresh records of a sandbox for the rows of the table to act on. */
import type { IDataObject } from 'n8n-workflow';
import { request } from 'undici';
import type { Sandbox } from '../../../sandbox';
import { asDocumented, type TestSandbox } from '../testSandbox';
import type { Ids } from './index';

interface Named {
	readonly id: number;
}
type Answer = Readonly<Record<string, Named | undefined>>;

/** Writes a record as a second client would, and returns its id. */
async function write(sandbox: Sandbox, kind: string, row: IDataObject): Promise<number> {
	const { body, statusCode } = await request(`${sandbox.admin}/records/${kind}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify([row]),
	});
	const [id] = (await body.json()) as number[];
	if (statusCode !== 200 || id === undefined) throw new Error(`no ${kind}: ${statusCode}`);
	return id;
}

/** A record of every kind, and the settings that they use. */
export const freshRecords = async (
	sandbox: Sandbox & Partial<Pick<TestSandbox, 'dialects'>>,
): Promise<Ids> => await asDocumented(sandbox, async () => await written(sandbox));

async function written(sandbox: Sandbox): Promise<Ids> {
	const made = async (kind: string, row: IDataObject) => await write(sandbox, kind, row);
	const { team, v1 } = sandbox.credentials;
	const read = async <Body = Answer>(address: string): Promise<Body> => {
		const headers = { authorization: `Bearer ${team}`, 'x-api-key': v1 };
		return (await (await request(address, { headers })).body.json()) as Body;
	};
	const customer = await made('customer', { name: 'Wire Customer' });
	const deal = await made('deal', { name: 'Wire Deal', customer: { id: customer } });
	const contact = await made('contact', { name: 'Wire Contact' });
	const customerAction = await made('customerAction', { customer: { id: customer } });
	const dealAction = await made('dealAction', { deal: { id: deal } });
	const ofDeal = await read(`${sandbox.v2}/deals/${deal}`);
	const ofCustomer = await read(`${sandbox.v2}/customers/${customer}/actions/${customerAction}`);
	const { purpose } = await read(`${sandbox.v2}/actions/${dealAction}`);
	const { customers } = await read<{ customers: Answer[] }>(`${sandbox.v2}/customers?limit=1000`);
	const { dealTypes } = await read<{
		dealTypes: Array<Named & Record<'dealProductDetailTypes' | 'dealCustomerTypes', Named[]>>;
	}>(`${sandbox.v1}/domains/settings`);
	const dealType = dealTypes.find(({ id }) => id === ofDeal.dealType?.id);
	const settings = {
		pattern: ofCustomer.pattern,
		purpose,
		dealType,
		industry: customers.find(({ industry }) => industry?.id)?.industry,
		productDetailType: dealType?.dealProductDetailTypes[0],
		relatedCustomerType: dealType?.dealCustomerTypes[0],
		phase: ofDeal.phase,
		product: ofDeal.product,
		probability: ofDeal.probability,
		channel: ofDeal.channel,
	};
	return {
		customer,
		deal,
		contact,
		customerAction,
		dealAction,
		user: await made('user', { name: 'Ann', email: 'ann@example.com' }),
		otherUser: await made('user', { name: 'Bob', email: 'bob@example.com' }),
		contactAction: await made('contactAction', { contact: { id: contact } }),
		group: await made('userGroup', { name: 'Fresh Group' }),
		role: await made('role', { name: 'Fresh Role' }),
		ticket: await made('customObject', { customObjectDefKey: 'ticket' }),
		...(Object.fromEntries(
			Object.entries(settings).map(([name, setting]) => [name, setting?.id]),
		) as Pick<Ids, keyof typeof settings>),
	};
}
