/** Tool calls as a language model sends them, with its usual slips: they are understood, or answered with what to do. */
import type { IDataObject } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node.ts';
import { actionType, runNode } from '../support/harness';
import {
	byId,
	startNodeFixture,
	unpacedCredentials,
	type NodeFixture,
} from './support/nodeFixture';
import { shownAs } from './support/scenarios/shownAs';
import { filledIn, type Reading, type World } from './support/toolCalls/call';
import { DOING, REFUSED, UNCLEAR } from './support/toolCalls/doing';
import { READING } from './support/toolCalls/reading';
import { WRITING } from './support/toolCalls/writing';

const VALID = [...READING, ...WRITING, ...DOING];

let fixture: NodeFixture;
let world: World;
beforeAll(async () => {
	fixture = await startNodeFixture();
	world = await makeWorld();
});
afterAll(async () => await fixture.close());

async function makeWorld(): Promise<World> {
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
		...{ name: 'Ada Acme', email: 'ada@acme.example', mobileTel: '090-1111-2222' },
		customer: { id: acme },
	});
	await one('dealContact', { deal: { id: deal }, contact: { id: contact } });
	const [first, second] = users;
	const people = { creator: { id: first?.id }, invitees: [{ id: second?.id }], active: true };
	return {
		users,
		acme,
		birch,
		deal,
		contact,
		oldMill: await one('customer', { name: 'Old Mill' }),
		bigDeal: await one('deal', {
			...{ name: 'Giant deal', amount: 100_000_000, expectedContractDate: '2032-01-31', ...owner },
		}),
		oldDeal: await one('deal', { name: 'Old deal', ...owner }),
		customerAction: await one('customerAction', {
			...{ ...people, customer: { id: birch } },
			...{ startDatetime: '2031-05-01T10:00:00Z', endDatetime: '2031-05-01T11:00:00Z' },
		}),
		dealAction: await one('dealAction', {
			...{ ...people, deal: { id: deal } },
			...{ startDatetime: '2026-11-30T14:00:00Z', endDatetime: '2026-11-30T15:00:00Z' },
		}),
		ticket: await one('customObject', {
			...{ customObjectDefKey: 'ticket', subject: 'Printer on fire', priority: 7 },
			deals: [{ id: deal }],
		}),
		lonelyUser,
	};
}

/** n8n runs a tool as a node of a type of its own, with the arguments where `$fromAI` finds them. */
const toolType = `${actionType}Tool`;
const extraNodes = { [toolType]: new SalesManagement() };

async function call(operation: string, asked: IDataObject) {
	const { parameters, args } = filledIn(asked);
	const [resource, name] = operation.split('.');
	return await runNode({
		type: toolType,
		extraNodes,
		parameters: { authentication: 'personalToken', resource, operation: name, ...parameters },
		credentials: unpacedCredentials(fixture.sandbox),
		input: [{ query: args }],
	});
}

/** Reads a record as a user of the editor would. */
async function read({ operation, by, id, more = {} }: Reading, answer?: IDataObject) {
	const given = filledIn(more);
	return await fixture.run(operation, {
		parameters: { [by]: byId(id ?? (answer?.id as number)), ...given.parameters },
		input: [given.args],
	});
}

test('there are 50 calls, of which at least 95 % must be valid at first try', () => {
	expect(VALID.length + REFUSED.length).toBe(50);
	expect(VALID.length).toBeGreaterThanOrEqual(48);
});

test.each(VALID)('%s: %s', async (_says, operation, ask) => {
	const { parameters, answer, check, then, gone } = ask(world);
	const { items, error } = await call(operation, parameters);
	expect(error?.message).toBeUndefined();
	const records = items.map(({ json }) => json);
	if (answer) expect(records).toEqual(answer.map((each): unknown => expect.objectContaining(each)));
	check?.(records);
	if (then) {
		const after = await read(then, records[0]);
		expect(after.error?.message).toBeUndefined();
		const { holds = {} } = then;
		expect(shownAs(holds, after.items[0]?.json, fixture.sandbox)).toMatchObject(holds);
	}
	if (gone) expect((await read(gone)).error?.message).toContain('404');
});

describe('what could mean two things, or nothing, is answered with what to do, and nothing is written', () => {
	test.each([...REFUSED, ...UNCLEAR])('%s: %s', async (_says, operation, ask, sentence) => {
		await fixture.requests();
		const { items, error } = await call(operation, ask(world).parameters);
		expect(error?.message).toMatch(sentence);
		expect(items).toEqual([]);
		const written = (await fixture.requests()).filter(
			({ method, path }) => method !== 'GET' && !path.endsWith('/search'),
		);
		expect(written).toEqual([]);
	});
});
