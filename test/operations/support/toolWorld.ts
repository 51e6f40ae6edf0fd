/** The node as n8n runs it for an AI agent, and the records that an agent's calls are about. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { unpacedCredentials, type Call, type NodeFixture } from '../../support/nodeFixture';
import { runNode, toolType, type NodeResult } from '../../../harness';
import type { World } from './toolCalls';

/** What n8n hands to a model has at most so many characters (docs/agents.md). */
export const MOST_CHARACTERS = 32_000;

/** n8n runs a tool as a node of a type of its own, with the arguments where `$fromAI` finds them. */
export async function callTool(
	{ sandbox }: Pick<NodeFixture, 'sandbox'>,
	operation: string,
	{ authentication = 'personalToken', ...parameters }: IDataObject,
	input?: Call['input'],
): Promise<NodeResult & { readonly records: IDataObject[] }> {
	const [resource, name] = operation.split('.');
	const result = await runNode({
		type: toolType,
		input,
		credentials: unpacedCredentials(sandbox),
		parameters: { authentication, resource, operation: name, ...parameters } as INodeParameters,
	});
	const records = result.items.map(({ json }) => json);
	// Measured as n8n hands them over.
	expect(JSON.stringify(records).length).toBeLessThanOrEqual(MOST_CHARACTERS);
	return { ...result, records };
}

export async function makeWorld(fixture: NodeFixture): Promise<World> {
	const one = async (kind: string, row: IDataObject) => await fixture.writeOne(kind, row);
	const lonelyUser = await one('user', { name: 'Lonely Newcomer' });
	const users = await fixture.all('user');
	const acme = await one('customer', {
		name: 'Acme Works',
		employee: 40,
		webUrl: 'https://acme.example',
	});
	const birch = await one('customer', {
		name: 'Birch & Sons',
		closingMonth: 3,
		telNo: '03-1234-5678',
		address: '1 Birch Lane',
	});
	await fixture.write('customer', [{ name: 'Twin' }, { name: 'Twin' }]);
	const owner = { customer: { id: acme } };
	const deal = await one('deal', {
		name: 'Acme renewal',
		memo: 'Long-standing',
		...owner,
		dealCustoms: [{ itemKey: 'deal_text', value: 'Keep me' }],
	});
	const contact = await one('contact', {
		name: 'Ada Acme',
		email: 'ada@acme.example',
		mobileTel: '090-1111-2222',
		...owner,
	});
	return {
		users,
		lonelyUser,
		acme,
		birch,
		deal,
		contact,
		bigDeal: await one('deal', {
			name: 'Giant deal',
			amount: 100_000_000,
			expectedContractDate: '2032-01-31',
			...owner,
		}),
		ticket: await one('customObject', {
			customObjectDefKey: 'ticket',
			subject: 'Printer on fire',
			priority: 7,
			deals: [{ id: deal }],
		}),
	};
}
