/** The node as n8n runs it for an AI agent, and the records that an agent's calls are about. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { SalesManagement } from '../../../nodes/SalesManagement/SalesManagement.node.ts';
import { unpacedCredentials, type NodeFixture } from '../../support/nodeFixture';
import { actionType, runNode, type NodeResult } from '../../support/harness';
import type { World } from './toolCalls/call';

/** n8n runs a tool as a node of a type of its own, with the arguments where `$fromAI` finds them. */
const type = `${actionType}Tool`;
const extraNodes = { [type]: new SalesManagement() };

/** What n8n hands to a model has at most so many characters (docs/agents.md). */
export const MOST_CHARACTERS = 32_000;

export async function callTool(
	{ sandbox }: Pick<NodeFixture, 'sandbox'>,
	operation: string,
	{ authentication = 'personalToken', ...parameters }: IDataObject,
	input?: IDataObject[],
): Promise<NodeResult & { readonly records: IDataObject[] }> {
	const [resource, name] = operation.split('.');
	const result = await runNode({
		...{ type, extraNodes, input, credentials: unpacedCredentials(sandbox) },
		parameters: { authentication, resource, operation: name, ...parameters } as INodeParameters,
	});
	const records = result.items.map(({ json }) => json);
	// Measured as n8n hands them over.
	expect(JSON.stringify(records).length).toBeLessThanOrEqual(MOST_CHARACTERS);
	return { ...result, records };
}

export async function makeWorld(fixture: NodeFixture): Promise<World> {
	const one = async (kind: string, row: IDataObject) =>
		(await fixture.write(kind, [row]))[0] as number;
	const lonelyUser = await one('user', { name: 'Lonely Newcomer' });
	const users = await fixture.records('user.getMany', { parameters: { returnAll: true } });
	const acme = await one('customer', {
		...{ name: 'Acme Works', employee: 40, webUrl: 'https://acme.example' },
	});
	const birch = await one('customer', {
		...{ name: 'Birch & Sons', closingMonth: 3, telNo: '03-1234-5678', address: '1 Birch Lane' },
	});
	await fixture.write('customer', [{ name: 'Twin' }, { name: 'Twin' }]);
	const owner = { customer: { id: acme } };
	const deal = await one('deal', {
		...{ name: 'Acme renewal', memo: 'Long-standing', ...owner },
		dealCustoms: [{ itemKey: 'deal_text', value: 'Keep me' }],
	});
	const contact = await one('contact', {
		...{ name: 'Ada Acme', email: 'ada@acme.example', mobileTel: '090-1111-2222', ...owner },
	});
	const [first, second] = users;
	const people = { creator: { id: first?.id }, invitees: [{ id: second?.id }], active: true };
	const action = async (kind: string, of: IDataObject, day: string) =>
		await one(kind, {
			...{ ...people, ...of, startDatetime: `${day}T10:00:00Z`, endDatetime: `${day}T11:00:00Z` },
		});
	return {
		...{ users, lonelyUser, acme, birch, deal, contact },
		oldMill: await one('customer', { name: 'Old Mill' }),
		bigDeal: await one('deal', {
			...{ name: 'Giant deal', amount: 100_000_000, expectedContractDate: '2032-01-31', ...owner },
		}),
		oldDeal: await one('deal', { name: 'Old deal', ...owner }),
		customerAction: await action('customerAction', { customer: { id: birch } }, '2031-05-01'),
		dealAction: await action('dealAction', { deal: { id: deal } }, '2026-11-30'),
		ticket: await one('customObject', {
			...{ customObjectDefKey: 'ticket', subject: 'Printer on fire', priority: 7 },
			deals: [{ id: deal }],
		}),
	};
}
