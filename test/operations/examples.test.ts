/** The workflows of examples/: what their files and their page say, and each one run against the sandbox. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node';
import { textOf } from '../../nodes/SalesManagement/shared';
import { startTriggerFixture, useTriggerFixture } from '../support/triggerFixture';
import { actionType, toolType, triggerType } from '../../harness';
import { makeWorkflow } from '../../harness/engine';
import { exampleNodes } from '../../harness/exampleNodes';
import { EXAMPLES, example, itemsOf, runExample } from './support/examples';
import { withFile } from './support/withFile';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/examples.md'), 'utf8');
const ours = [actionType, triggerType, toolType];

/** The names that parameters with a search have, and none of another type. */
const locators = ((): ReadonlySet<string> => {
	const [found, others] = [new Set<string>(), new Set<string>()];
	const look = (properties: readonly INodeProperties[]) => {
		for (const { type, name, options = [] } of properties) {
			(type === 'resourceLocator' ? found : others).add(name);
			look(options.filter((each): each is INodeProperties => 'type' in each));
			look((options as INodePropertyCollection[]).flatMap(({ values = [] }) => values));
		}
	};
	look(new SalesManagement().description.properties);
	look(new SalesManagementTrigger().description.properties);
	return new Set([...found].filter((name) => !others.has(name)));
})();

/** n8n's editor shows a bare value there, but no way of choosing it. */
const bareIn = (value: unknown): string[] =>
	typeof value !== 'object' || value === null || '__rl' in value
		? []
		: Object.entries(value).flatMap(([key, inner]) => [
				...(locators.has(key) && (inner as IDataObject).__rl !== true ? [key] : []),
				...bareIn(inner),
			]);

const WRITES = /^(create|update|delete|link|unlink|addMember|removeMember|replaceMembers)/;
/** The service knows notifications of deals and actions. */
const canSkipNotice = ({ resource }: IDataObject) => /^deal$|Action$/.test(textOf(resource));

describe.each(EXAMPLES)('%s', (file) => {
	const json = example(file);
	const own = json.nodes.filter(({ type }) => ours.includes(type));
	const writing = own
		.map(({ parameters }) => parameters as IDataObject)
		.filter(({ operation }) => WRITES.test(textOf(operation)));

	test('has known nodes, whole connections, no secrets, and the parameters of its forms', () => {
		const { nodes } = makeWorkflow(json);
		const connected = Object.entries(json.connections).flatMap(([from, byType]) => [
			...[
				from,
				...Object.values(byType)
					.flat(2)
					.map((each) => each?.node),
			],
		]);
		expect(new Set(connected)).toEqual(new Set(Object.keys(nodes)));
		expect(JSON.stringify(json)).not.toMatch(/svc[pt]_|accessToken|apiKey/);
		for (const { name, type, parameters } of own) {
			const kept = Object.keys(nodes[name]?.parameters ?? {});
			// n8n itself adds `pollTimes` to every polling trigger, and these two to every tool.
			const byN8n = type === toolType ? ['descriptionType', 'toolDescription'] : ['pollTimes'];
			const given = Object.keys(parameters).filter((key) => !byN8n.includes(key));
			expect(kept).toEqual(expect.arrayContaining(given));
			expect(bareIn(parameters)).toEqual([]);
		}
		expect(locators.size).toBeGreaterThan(10);
	});

	test('says what it writes, and skips notifications where it can', () => {
		const { content = '' } =
			json.nodes.find(({ type }) => type.endsWith('.stickyNote'))?.parameters ?? {};
		expect(content).toContain(writing.length > 0 ? '**It writes:**' : '**It only reads:**');
		for (const parameters of writing) {
			if (!canSkipNotice(parameters)) expect(content).toContain('no Skip Notifications');
			else expect(parameters.options).toMatchObject({ skipNotice: true });
		}
	});

	test('has a row in docs/examples.md, with what it needs', () => {
		const row = page.split('\n').find((line) => line.includes(`](../examples/${file})`)) ?? '';
		const [, title, , needs] = row.split('|').map((cell) => cell.trim());
		expect(title).toBe(`[${json.name}](../examples/${file})`);
		const all = JSON.stringify(json.nodes);
		if (all.includes('"v1ApiKey"')) expect(needs).toContain('a v1 key');
		for (const [words, nodes] of [
			['mail server', 'emailSend'],
			['data table', 'n8n-nodes-base.dataTable'],
			['chat model', 'langchain.agent'],
		] as const) {
			expect([words, needs?.includes(words)]).toEqual([words, all.includes(nodes)]);
		}
	});
});

test('docs/examples.md has no row of another one', () => {
	expect(page.match(/^\| \[.+?\]\(\.\.\/examples\//gm)).toHaveLength(EXAMPLES.length);
});

test('the demo ends by itself with exit code 0, and says what it counted', () => {
	const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'demo/demo.ts'], {
		...{ cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
	});
	expect({ status, stdout }).toMatchObject({ status: 0 });
	expect(stdout).toMatch(/refused \(429\) +0\n +records emitted +4\n/);
});

const fixture = useTriggerFixture({ seed: 'small' });

const all = async (operation: string, parameters: IDataObject = {}) =>
	await fixture.records(operation, { parameters: { returnAll: true, ...parameters } });
const idOf = (reference: unknown) => (reference as IDataObject).id as number;

describe('runs to its end', () => {
	// A test of the trigger shows the wins among the newest deals.
	beforeAll(async () => {
		await fixture.writeOne('deal', { name: 'Just won', phase: { id: 3 }, reason: 'The price' });
	});

	const READING = [
		['first-look.json', 'Message'],
		['won-deal-to-email.json', 'Mail the Team'],
		['each-change-once.json', 'Message'],
		['pipeline-digest.json', 'Digest'],
		['nightly-export.json', 'Save the File'],
		['deleted-records-to-audit-list.json', 'Note What It Is'],
	] as const;

	test.each([
		...READING.map((row) => [...row, 'personalToken'] as const),
		...READING.map((row) => [...row, 'v1ApiKey'] as const),
		['new-deal-to-chat.json', 'Chat Message', 'personalToken'],
		['weekly-reviews.json', 'Plan a Review', 'personalToken'],
	] as const)('%s: %s, %s', async (file, last, by) => {
		const records = { 'Where the Last Export Began': [{ since: '' }] };
		await fixture.requests();
		const given = await runExample(fixture, example(file, by), { records });
		expect(given(last).length).toBeGreaterThan(0);
		// The names of a token's custom fields come from the v1 key beside it.
		const deals = (await fixture.requests()).filter(({ path }) => path.includes('/deals'));
		const versions = deals.map(({ path }) => path.split('/')[1]);
		expect(new Set(versions)).toEqual(new Set([by === 'v1ApiKey' ? 'v1' : 'v2']));
	});
});

describe.each(['first-look.json', 'new-deal-to-chat.json'])(
	'%s runs green for newcomers',
	(file) => {
		const last = file === 'first-look.json' ? 'Message' : 'Chat Message';

		test('in an account without deals, where a test shows a made-up one', async () => {
			const empty = await startTriggerFixture();
			const given = await runExample(empty, example(file));
			expect(given('New or Changed Deal')).toMatchObject([{ _event: { sample: true } }]);
			expect(JSON.stringify(given(last))).not.toMatch(/undefined|null/);
			expect(await empty.records('dealAction.getMany')).toEqual([]);
			await empty.close();
		});

		test('with a token that may not read customers', async () => {
			await fixture.options({ permissionSettings: true });
			const permissions = ['deal.read', 'dealAction.read', 'dealAction.write'];
			const asked = { kind: 'personal', userId: 1, permissions };
			const { token } = (await fixture.steer('POST', '/tokens', asked)) as { token: string };
			const { sandbox } = fixture;
			const credentials = { ...sandbox.credentials, personal: token };
			const given = await runExample({ sandbox: { ...sandbox, credentials } }, example(file));
			await fixture.options({ permissionSettings: null });
			expect(given(last).length).toBeGreaterThan(0);
		});
	},
);

describe('Won deal to email', () => {
	const win = (id: number) => ({
		id,
		name: `Win ${id}`,
		_event: { id: `deal:${id}:won`, type: 'won' },
	});

	test('a mail names the deal, its customer, user and amount, and comes once', async () => {
		const workflow = example('won-deal-to-email.json');
		const nodes = exampleNodes();
		const mails = async (...wins: IDataObject[]) => {
			const given = await runExample(fixture, workflow, { emitted: itemsOf(wins), nodes });
			return given('Mail the Team').map(({ subject, text }) => [subject, text]);
		};
		const signed = {
			...{ ...win(1), name: 'Signed', customer: 'Acme', user: 'Ann', amount: 1_250_000 },
			expectedContractDate: '2031-04-30',
		};
		const text =
			'Ann has won Signed.\n\nCustomer: Acme\nAmount: 1,250,000\nExpected contract date: 2031-04-30';
		expect(await mails(signed, win(2))).toEqual([
			['Won: Signed', text],
			['Won: Win 2', expect.stringContaining('Amount: none yet')],
		]);
		const again = await mails(win(1), win(3), win(2), win(4));
		expect(again.map(([subject]) => subject)).toEqual(['Won: Win 3', 'Won: Win 4']);
		expect(JSON.stringify(again)).not.toMatch(/undefined|null/);
	});

	test('a deal whose phase has no status is no win, and is not mailed', async () => {
		const unreadable = { ...win(5), _event: { id: 'deal:5:unreadable', type: 'unreadable' } };
		const emitted = itemsOf([unreadable, win(6)]);
		const given = await runExample(fixture, example('won-deal-to-email.json'), { emitted });
		expect(given('Mail the Team').map(({ subject }) => subject)).toEqual(['Won: Win 6']);
	});

	test('where no deal is won, a test mails nobody: its sample is no win', async () => {
		const empty = await startTriggerFixture();
		const given = await runExample(empty, example('won-deal-to-email.json'));
		expect(given('Won Deal')).toMatchObject([{ _event: { sample: true } }]);
		expect(given('Mail the Team')).toEqual([]);
		await empty.close();
	});
});

test.each(['personalToken', 'v1ApiKey'])(
	'Overdue actions reminder, %s: one mail a person, with theirs alone',
	async (by) => {
		const users = await all('user.getMany');
		const today = new Date().toISOString().slice(0, 10);
		const overdue = (await all('dealAction.getMany')).filter(
			({ active, endDatetime }) => active === true && textOf(endDatetime) < today,
		);
		const expected = users
			.map(({ id, email }) => {
				const own = overdue.filter(({ creator }) => idOf(creator) === id);
				return [email, own.map(({ preNote }) => preNote).sort()] as const;
			})
			.filter(([, own]) => own.length > 0);
		expect(expected.length).toBeGreaterThan(1);
		const workflow = example('overdue-actions-reminder.json', by);
		const given = await runExample(fixture, workflow);
		const mails = given('Remind Each Person').map(({ toEmail, text }) => [
			...[toEmail, [...textOf(text).matchAll(/\((.*)\)$/gm)].map(([, note]) => note).sort()],
		]);
		expect(mails.sort()).toEqual(expected.sort());
		const records = { Users: [{ id: -1, name: 'Nobody', email: 'nobody@example.com' }] };
		const unknown = (await runExample(fixture, workflow, { records }))('Remind Each Person');
		expect(new Set(unknown.map(({ toEmail }) => toEmail))).toEqual(new Set(['sales@example.com']));
	},
);

test('Contact import: rows become contacts once; of a wrong row it says how it begins', async () => {
	const sentIn = async (rows: IDataObject[], options: IDataObject = {}) => {
		const workflow = example('contact-import-from-spreadsheet.json');
		const node = workflow.nodes.find(({ name }) => name === 'Import the Contacts');
		Object.assign(node!.parameters, { options });
		const emitted = itemsOf(rows);
		const given = await runExample(fixture, workflow, { from: 'Its Rows', emitted });
		return given('Show the Result').map(Object.values);
	};
	const contacts = async () =>
		(await all('contact.getMany'))
			.filter(({ email }) => textOf(email).endsWith('@sheet.example'))
			.map(({ name, dept, tel, position }) => [name, dept, tel, position])
			.sort();
	const rows = [
		{ Name: 'Ada', Email: 'ada@sheet.example', Department: 'Sales' },
		{ Name: 'Ben', Email: 'ben@sheet.example', 'Phone Number': '03-1111-2222' },
	];
	const two = '2 created, 0 updated, 0 unchanged, 0 failed.';
	expect(await sentIn(rows, { dryRun: true })).toEqual([['Dry run: nothing is written', two]]);
	expect(await contacts()).toEqual([]);
	expect(await sentIn(rows)).toEqual([['Imported', two]]);
	const unknown = { Name: 'Cleo', Email: 'cleo@sheet.example', Customer: 'No such customer' };
	const [shown] = await sentIn([...rows.map((row) => ({ ...row, Position: 'Head' })), unknown]);
	expect(shown).toEqual([
		'Imported in part',
		expect.stringMatching(
			/^0 created, 2 updated, 0 unchanged, 1 failed\. Cleo, cleo@sheet\.example: .*No such customer/,
		),
	]);
	const held = (await contacts()).map((row) => row.map((value) => value ?? null));
	expect(held).toEqual([
		['Ada', 'Sales', null, 'Head'],
		['Ben', null, '03-1111-2222', 'Head'],
	]);
});

test.each([
	[
		'some rows fail',
		'Two,x,1,1,1,1,1,1,1',
		/^1 of 2 /,
		/^Created: 1\. Failed: 1\. No clear answer: 0\./,
		'data,data_failed',
	],
	['the file breaks off', '"Two', /^1 of 1 /, /line 3.*quote is never closed\./s, 'data'],
	['nothing of it can be read', undefined, /./, /it is a vCard file/, expect.anything()],
])('Import with a result mail: %s', async (_, line, subject, text, fileAttachments) => {
	const columns =
		'Name,Expected Contract Date,Customer,Deal Type,Phase,Product,Probability,Channel,User';
	const rows = [columns, 'One,2031-12-24,1,1,1,1,1,1,1', line];
	const lines = line === undefined ? ['BEGIN:VCARD', 'FN:Ada', ''] : rows;
	const emitted = [withFile(lines.join('\n'))];
	const given = await runExample(fixture, example('import-with-result-mail.json'), { emitted });
	expect(given('Mail the Result')).toMatchObject([
		{
			subject: expect.stringMatching(subject),
			text: expect.stringMatching(text),
			options: { fileAttachments },
		},
	]);
});

test('Nightly export: each file has a name, and the next night begins where this one ended', async () => {
	const records = { 'Where the Last Export Began': [{ since: '' }] };
	const given = await runExample(fixture, example('nightly-export.json'), { records });
	expect(given('Save the File')[0]?.fileName).toMatch(/\d{4}-\d\d-\d\d-deals-001\.csv$/);
	// What the code behind it remembers.
	expect(given('Changed Deals')[0]?.nextStart).toMatch(/^\d{4}-.*Z$/);
});

test('Daily pipeline digest: a line for each phase and user, with count, sum and average', async () => {
	const values = ['amount:sum', 'amount:average'];
	const parameters = { output: 'summary', groupBy: ['phase', 'user'], values };
	const rows = await fixture.records('deal.getMany', { parameters });
	const inWords = (value: unknown) => Math.round(Number(value ?? 0)).toLocaleString('en-US');
	const lines = rows.map(({ phase, user, count, amountSum, amountAverage }) => {
		const deals = count === 1 ? 'deal' : 'deals';
		return `${textOf(phase)}, ${textOf(user)}: ${textOf(count)} ${deals}, ${inWords(amountSum)} in all, ${inWords(amountAverage)} on average`;
	});
	const digest = (await runExample(fixture, example('pipeline-digest.json')))('Digest');
	const [title, ...shown] = textOf(digest[0]?.text).split('\n');
	expect(title).toMatch(/^Deals on \d{4}-\d{2}-\d{2}$/);
	expect(shown).toEqual(lines);
});

test('From v1 to v2: deals are the same with both; what differs is told with both values', async () => {
	const workflow = example('v1-to-v2.json');
	const OUTPUTS = ['Only with the V1 Key', 'Same', 'Different', 'Only with the Token'];
	const told = async (records = {}) => {
		const given = await runExample(fixture, workflow, { records });
		return OUTPUTS.map((name) => given(name).map(({ text }) => text));
	};
	const [only, same, ...others] = await told();
	expect(same).toEqual([
		expect.stringMatching(/^([1-9]\d*) of \1 deals are the same with both\.$/),
	]);
	expect([only, ...others].flat()).toEqual([]);
	const differing = {
		'Deals with the V1 Key': [
			{ id: 1, name: 'Hidden' },
			{ id: 2, name: 'Old name' },
		],
		'Deals with the Token': [
			{ id: 2, name: 'New name' },
			{ id: 3, name: 'Newer' },
		],
	};
	expect((await told(differing)).flat()).toEqual([
		"Deal 1 (Hidden): the token doesn't see it.",
		'Deal 2: name is "Old name" with the v1 key, "New name" with the token.',
		'Deal 3 (Newer): only the token sees it.',
	]);
});

test('Note each change of amount: a line of memo, and nothing that starts it again', async () => {
	const file = 'note-amount-changes.json';
	const id = await fixture.writeOne('deal', { name: 'Noted', amount: 100, memo: 'Old' });
	const { parameters } = example(file).nodes.find(({ type }) => type === triggerType)!;
	const trigger = fixture.watch({ parameters });
	await fixture.settle();
	await trigger.activate();
	const next = async () => {
		await fixture.settle();
		return (await trigger.poll()) ?? [];
	};
	await fixture.writeOne('deal', { id, amount: 200 });
	const emitted = await next();
	expect(emitted).toHaveLength(1);
	const nodes = exampleNodes();
	await runExample(fixture, example(file), { emitted, nodes });
	// By hand, the changes are made up.
	await runExample(fixture, example(file), { nodes });
	const held = await fixture.records('deal.get', { parameters: { dealId: id, output: 'raw' } });
	expect(held).toMatchObject([{ memo: expect.stringMatching(/^Old\n[\d-]+: amount 100 → 200$/) }]);
	expect(await next()).toEqual([]);
	await fixture.writeOne('deal', { id, amount: 300 });
	expect(await next()).toHaveLength(1);
});
