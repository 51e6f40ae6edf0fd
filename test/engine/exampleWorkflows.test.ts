/** Examples that read and tell, import, compare and answer: each as its file has it, against the sandbox. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../nodes/SalesManagement/values';
import { actionType, runNode } from '../support/harness';
import type { WorkflowJson } from '../support/harnessEngine';
import { exampleNodes } from './support/exampleNodes';
import { example, runExample, withRecords } from './support/examples';
import { startNodeFixture, unpacedCredentials, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());

const all = async (operation: string, parameters: IDataObject = {}) =>
	await fixture.records(operation, { parameters: { returnAll: true, ...parameters } });

const idOf = (reference: unknown) => (reference as IDataObject).id as number;
const nameOf = (reference: unknown) => (reference as IDataObject).name as string;

/** The example with another credential: all that a user changes. */
const usedWith = (file: string, authentication: string): WorkflowJson =>
	JSON.parse(
		JSON.stringify(example(file)).replaceAll('"personalToken"', JSON.stringify(authentication)),
	) as WorkflowJson;

describe('Won deal to email', () => {
	test('each win is a mail with its customer, user and amount; other deals are none', async () => {
		const deals = await all('deal.getMany');
		const won = deals.find(({ phase }) => (phase as IDataObject).status === 2) ?? {};
		const open = deals.find(({ phase }) => (phase as IDataObject).status === 1) ?? {};
		const like = ({ phase, dealType, customer, user }: IDataObject) => ({
			...{ phase: { id: idOf(phase) }, dealType: { id: idOf(dealType) }, reason: 'Price' },
			...{ customer: { id: idOf(customer) }, user: { id: idOf(user) } },
		});
		await fixture.write('deal', [
			{ ...like(won), name: 'Signed', amount: 1_250_000, expectedContractDate: '2031-04-30' },
			{ ...like(won), name: 'Signed, price open', amount: null },
			{ ...like(open), name: 'Still talking' },
		]);
		const itemsOf = await runExample(fixture, example('won-deal-to-email.json'));
		const mails = itemsOf('Mail the Team');
		const text = ({ subject, text: body }: IDataObject) => `${textOf(subject)}\n${textOf(body)}`;
		expect(mails.map(text)).toContain(
			[
				...['Won: Signed', `${nameOf(won.user)} has won Signed.`, ''],
				...[`Customer: ${nameOf(won.customer)}`, 'Amount: 1,250,000'],
				'Expected contract date: 2031-04-30',
			].join('\n'),
		);
		const [unpriced] = mails.filter(({ subject }) => subject === 'Won: Signed, price open');
		expect(unpriced?.text).toContain('Amount: none yet');
		expect(mails.map(text).join()).not.toContain('Still talking');
		expect(mails.map(text).join()).not.toMatch(/undefined|null/);
	});

	test('where no deal is won, a test mails nobody: its sample is no win', async () => {
		const empty = await startNodeFixture({ seed: 'empty' });
		try {
			const itemsOf = await runExample(empty, example('won-deal-to-email.json'));
			expect(itemsOf('Won Deal')).toMatchObject([{ _event: { sample: true } }]);
			expect(itemsOf('Mail the Team')).toEqual([]);
		} finally {
			await empty.close();
		}
	});

	test('what comes again after a restart is not mailed again, what follows it is', async () => {
		const workflow = example('won-deal-to-email.json');
		const win = (id: number) => ({ id, name: `Win ${id}`, _event: { id: `deal:${id}:won` } });
		const nodes = exampleNodes();
		const subjects = async (...wins: number[]) => {
			const emitted = [wins.map(win)];
			const itemsOf = await runExample(fixture, workflow, { emitted, nodes });
			return itemsOf('Mail the Team').map(({ subject }) => subject);
		};
		expect(await subjects(1, 2)).toEqual(['Won: Win 1', 'Won: Win 2']);
		expect(await subjects(1, 3, 2, 4)).toEqual(['Won: Win 3', 'Won: Win 4']);
	});
});

describe('Overdue actions reminder', () => {
	test.each(['personalToken', 'v1ApiKey'])(
		'%s: one mail a person, with theirs alone',
		async (by) => {
			const users = await all('user.getMany');
			const today = new Date().toISOString().slice(0, 10);
			const overdue = (await all('dealAction.getMany')).filter(
				({ active, endDatetime }) => active === true && (endDatetime as string) < today,
			);
			const people = new Set(overdue.map(({ creator }) => idOf(creator)));
			expect(people.size).toBeGreaterThan(1);
			const workflow = usedWith('overdue-actions-reminder.json', by);
			const itemsOf = await runExample(fixture, workflow);
			const mails = itemsOf('Remind Each Person');
			expect(mails.map(({ toEmail }) => toEmail).sort()).toEqual(
				users
					.filter(({ id }) => people.has(id as number))
					.map(({ email }) => email)
					.sort(),
			);
			for (const { toEmail, subject, text } of mails) {
				const person = users.find(({ email }) => email === toEmail);
				const own = overdue.filter(({ creator }) => idOf(creator) === person?.id);
				expect(subject).toBe(`${own.length} overdue ${own.length === 1 ? 'action' : 'actions'}`);
				const [, lines] = (text as string).split('\n\n');
				expect(lines?.split('\n').sort()).toEqual(
					own
						.map(({ startDatetime, purpose, deal, preNote }) => {
							const day = new Date(startDatetime as string).toISOString().slice(0, 10);
							return `${day}: ${nameOf(purpose)}, ${nameOf(deal)} (${preNote as string})`;
						})
						.sort(),
				);
			}
		},
	);

	test('whose user is no longer there is mailed to the team', async () => {
		const { workflow, nodes } = withRecords(example('overdue-actions-reminder.json'), {
			Users: [{ id: -1, name: 'Nobody', email: 'nobody@example.com' }],
		});
		const itemsOf = await runExample(fixture, workflow, { nodes });
		const addresses = new Set(itemsOf('Remind Each Person').map(({ toEmail }) => toEmail));
		expect([...addresses]).toEqual(['sales@example.com']);
	});
});

describe('Contact import from a spreadsheet', () => {
	const sentIn = async (rows: IDataObject[], options: IDataObject = {}) => {
		const workflow = example('contact-import-from-spreadsheet.json');
		for (const { name, parameters } of workflow.nodes) {
			if (name === 'Import the Contacts') Object.assign(parameters, { options });
		}
		const itemsOf = await runExample(fixture, workflow, { from: 'Its Rows', emitted: [rows] });
		return itemsOf('Show the Result');
	};
	const contacts = async () =>
		(await all('contact.getMany')).filter(({ email }) => /@sheet\.example$/.test(email as string));

	test('rows become contacts, once; what is wrong with a row is shown with how it begins', async () => {
		const [customer] = await all('customer.getMany');
		const rows = [
			{ Name: 'Ada', Email: 'ada@sheet.example', Customer: customer?.name, Department: 'Sales' },
			{ Name: 'Ben', Email: 'ben@sheet.example', 'Phone Number': '03-1111-2222' },
		];
		expect(await sentIn(rows, { dryRun: true })).toEqual([
			{
				completionTitle: 'Dry run: nothing is written',
				completionMessage: '2 created, 0 updated, 0 failed.',
			},
		]);
		expect(await contacts()).toEqual([]);
		expect(await sentIn(rows)).toEqual([
			{ completionTitle: 'Imported', completionMessage: '2 created, 0 updated, 0 failed.' },
		]);
		expect(await contacts()).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ name: 'Ada', dept: 'Sales' }),
				expect.objectContaining({ name: 'Ben', tel: '03-1111-2222' }),
			]),
		);
		const again = rows.map((row) => ({ ...row, Position: 'Head' }));
		const unknown = { Name: 'Cleo', Email: 'cleo@sheet.example', Customer: 'No such customer' };
		const [shown] = await sentIn([...again, unknown]);
		expect(shown?.completionTitle).toBe('Imported in part');
		expect(shown?.completionMessage).toMatch(
			/^0 created, 2 updated, 1 failed\. Cleo, cleo@sheet\.example: .*No such customer/,
		);
		expect((await contacts()).map(({ position }) => position)).toEqual(['Head', 'Head']);
	});
});

describe('From v1 to v2', () => {
	const workflow = example('v1-to-v2.json');
	const told = (items: IDataObject[]) => items.map(({ text }) => text);

	test('all deals are the same with a v1 key and a token, times as moments', async () => {
		const since = Date.now() - 30 * 24 * 3_600_000;
		const recent = (await all('deal.getMany')).filter(
			({ updatedAt }) => Date.parse(updatedAt as string) >= since,
		);
		expect(recent.length).toBeGreaterThan(3);
		const itemsOf = await runExample(fixture, workflow);
		expect(told(itemsOf('Same'))).toEqual([
			`${recent.length} of ${recent.length} deals are the same with both.`,
		]);
		for (const name of ['Only with the V1 Key', 'Different', 'Only with the Token'])
			expect(itemsOf(name)).toEqual([]);
	});

	test('what differs is told with both values, what only one sees with its name', async () => {
		const lists = withRecords(workflow, {
			'Deals with the V1 Key': [{ id: 1, name: 'Hidden' }].concat({ id: 2, name: 'Old name' }),
			'Deals with the Token': [{ id: 2, name: 'New name' }].concat({ id: 3, name: 'Newer' }),
		});
		const itemsOf = await runExample(fixture, lists.workflow, { nodes: lists.nodes });
		expect(told(itemsOf('Only with the V1 Key'))).toEqual([
			"Deal 1 (Hidden): the token doesn't see it.",
		]);
		expect(told(itemsOf('Different'))).toEqual([
			'Deal 2: name is "Old name" with the v1 key, "New name" with the token.',
		]);
		expect(told(itemsOf('Only with the Token'))).toEqual([
			'Deal 3 (Newer): only the token sees it.',
		]);
	});
});

describe('An agent that answers about deals', () => {
	const { nodes, connections } = example('agent-answers-about-deals.json');
	const tools = nodes.filter(({ type }) => type === `${actionType}Tool`);

	/** What the model is answered when it calls a tool with these arguments. */
	async function answer(name: string, args: IDataObject): Promise<IDataObject[]> {
		const tool = tools.find((each) => each.name === name);
		const { items, error } = await runNode({
			type: tool?.type,
			extraNodes: exampleNodes(),
			parameters: tool?.parameters,
			credentials: unpacedCredentials(fixture.sandbox),
			input: [{ query: args }],
		});
		expect(error?.message).toBeUndefined();
		return items.map(({ json }) => json);
	}

	test('a question is answered from customer to action', async () => {
		const [customer] = await fixture.write('customer', [{ name: 'Quince Orchards' }]);
		const [deal = 0] = await fixture.write('deal', [
			{ name: 'Baskets', amount: 700, memo: 'In spring', customer: { id: customer } },
			{ name: 'Crates', amount: 300, customer: { id: customer } },
		]);
		await fixture.write('dealAction', [{ deal: { id: deal }, preNote: 'Ask for the price' }]);
		expect(await answer('Find Customers', { searchWord: 'quince', startCursor: '' })).toEqual([
			expect.objectContaining({ id: customer, name: 'Quince Orchards' }),
		]);
		const deals = await answer('Find Deals', { searchWord: 'Quince', startCursor: '' });
		expect(
			deals.map(({ name, customer: of }) => `${textOf(name)} of ${textOf(of)}`).sort(),
		).toEqual(['Baskets of Quince Orchards', 'Crates of Quince Orchards']);
		const sums = { searchWord: 'Quince', groupBy: 'customer' };
		expect(await answer('Add Up Deals', sums)).toEqual([
			expect.objectContaining({ customer: 'Quince Orchards', count: 2, amountSum: 1000 }),
		]);
		expect(await answer('Add Up Deals', { searchWord: '', groupBy: '' })).toEqual([
			expect.objectContaining({ count: (await all('deal.getMany')).length }),
		]);
		expect(await answer('Open Deal', { deal: String(deal) })).toEqual([
			expect.objectContaining({ name: 'Baskets', memo: 'In spring' }),
		]);
		expect(await answer('Actions of Deal', { deal, startCursor: '' })).toEqual([
			expect.objectContaining({ preNote: 'Ask for the price' }),
		]);
	});

	test('more than an answer holds goes on with its cursor', async () => {
		await fixture.write(
			'deal',
			Array.from({ length: 30 }, (_, at) => ({ name: `Serial ${at}` })),
		);
		const first = await answer('Find Deals', { searchWord: 'Serial', startCursor: '' });
		const { startCursor } = first.at(-1)?._next as IDataObject;
		const rest = await answer('Find Deals', { searchWord: 'Serial', startCursor });
		const names = new Set([...first, ...rest].map(({ name }) => name));
		expect([first.length, rest.length, names.size]).toEqual([20, 10, 30]);
	});

	test('each tool only reads, says what it does, and is the agent’s', () => {
		expect(tools).toHaveLength(5);
		for (const { name, parameters } of tools) {
			expect(['get', 'getMany']).toContain(parameters.operation);
			expect(parameters.toolDescription).toMatch(/\.$/);
			expect(connections[name]).toEqual({
				ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]],
			});
		}
	});
});

describe.each([
	['personalToken', 'v2'],
	['v1ApiKey', 'v1'],
])('%s: examples that read deals run to their end, as docs/examples.md says', (by, version) => {
	// A test of the trigger shows the wins among the newest deals.
	beforeAll(async () => {
		await fixture.write('deal', [{ name: 'Just won', phase: { id: 3 }, reason: 'The price' }]);
	});

	test.each([
		['first-look.json', 'Message'],
		['won-deal-to-email.json', 'Mail the Team'],
		['each-change-once.json', 'Message'],
		['pipeline-digest.json', 'Digest'],
		['nightly-export.json', 'Save the File'],
		['deleted-records-to-audit-list.json', 'Note What It Is'],
	])('%s', async (file, last) => {
		const { workflow, nodes } = withRecords(usedWith(file, by), {
			'Where the Last Export Began': [{ since: '' }],
		});
		await fixture.requests();
		const itemsOf = await runExample(fixture, workflow, { nodes });
		expect(itemsOf(last).length).toBeGreaterThan(0);
		// The names of a token's custom fields come from the v1 key beside it.
		const deals = (await fixture.requests()).filter(({ path }) => path.includes('/deals'));
		const versions = deals.map(({ path }) => path.split('/')[1]);
		expect(new Set(versions)).toEqual(new Set([version]));
	});
});
