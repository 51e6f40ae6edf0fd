/** Examples that begin with a form: it is filled in in a browser, by somebody who is signed in to n8n. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetch } from 'undici';
import { OWN_CONNECTION, type SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { toCsv } from '../../support/csv';
import { contains, equal } from '../../../harness/n8n/checks';
import { TEST_ID } from '../editor';
import { eventually, publish } from '../polling';
import { items, node, row } from '../../../harness/n8n/workflows';
import { answered, type Mail } from '../standIns/mailServer';
import { list, notices, saved, succeeds, write, type Deal, type Named, type Stage } from './stage';

/** What a workflow with one form and one page leaves open. */
interface Steps {
	/** Which of its forms. */
	readonly trigger?: string;
	/** What the next page asks; its button is pressed. */
	readonly asked?: string;
}

/** Opens the published form, sends the file in, and answers what the page says at the end. */
async function sentIn(
	{ editor, n8n }: Stage,
	{ nodes }: SavedWorkflow,
	file: string,
	{ trigger, asked }: Steps = {},
): Promise<string> {
	const forms = nodes.filter(({ type }) => type.endsWith('.formTrigger'));
	const form = forms.find(({ name }) => name === trigger) ?? forms[0];
	const address = `${n8n.rest.url}/form/${String(form?.webhookId)}`;
	// n8n publishes a workflow some time after it has said so.
	await eventually('the form is there', async () => {
		const { status } = await fetch(address, { redirect: 'manual', headers: OWN_CONNECTION });
		return status !== 404 || undefined;
	});
	const page = await editor.newPage();
	try {
		await page.goto(address);
		const field = page.locator('input[type="file"]');
		const allow = page.locator(TEST_ID('consent-allow-button'));
		await field.or(allow).first().waitFor();
		// Where only users may open it, n8n asks whether it may be told who they are.
		if (await allow.isVisible()) await allow.click();
		await field.setInputFiles(file);
		await page.locator('#submit-btn').click();
		const ended = page.locator('#submitted-form, .n8n-form-completion, .card:has(h1)').last();
		await page.locator('input[type="file"]').waitFor({ state: 'hidden' });
		if (asked !== undefined) {
			await page.getByText(asked).waitFor();
			await page.locator('#submit-btn').click();
			await page.getByText(asked).waitFor({ state: 'hidden' });
		}
		await ended.waitFor();
		return (await ended.innerText()).replace(/\s+/g, ' ').trim();
	} finally {
		await page.close();
	}
}

const ROWS = [
	{ Name: 'Ada', Email: 'ada@sheet.example', Department: 'Sales' },
	{ Name: 'Ben', Email: 'ben@sheet.example', 'Phone Number': '03-1111-2222' },
];

/** An Excel file, made by n8n itself. */
async function excelFile(stage: Stage, name: string, rows: readonly object[]): Promise<string> {
	const file = join(stage.folder, name);
	const workflow = await saved(
		stage,
		row(`Make ${name}`, [
			...items(rows),
			node('Excel', 'n8n-nodes-base.convertToFile', {
				typeVersion: 1.1,
				parameters: { operation: 'xlsx', options: {} },
			}),
			node('Save', 'n8n-nodes-base.readWriteFile', {
				parameters: { operation: 'write', fileName: file, options: {} },
			}),
		]),
	);
	await succeeds(stage, workflow, 'Start');
	return file;
}

export async function contactImport(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	await publish(stage.n8n.rest, workflow);
	const file = await excelFile(stage, 'contacts.xlsx', ROWS);
	contains(await sentIn(stage, workflow, file), '2 created, 0 updated, 0 unchanged, 0 failed.');
	const shown = await sentIn(stage, workflow, file);
	contains(shown, '0 created, 0 updated, 2 unchanged, 0 failed.');
	const contacts = await list<{ email: string | null; dept: string | null }>(stage, 'contacts');
	const made = contacts.filter(({ email }) => email?.endsWith('@sheet.example') ?? false);
	equal(made.map(({ dept }) => dept).sort(), ['Sales', null]);
}

/** The names are looked up; the third row has a date that is none. */
const COLUMNS = [
	...['Name', 'Expected Contract Date', 'Customer', 'Deal Type', 'Phase', 'Product'],
	...['Probability', 'Channel', 'User'],
];

export async function importWithResultMail(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	await publish(stage.n8n.rest, workflow);
	const told = await notices(stage);
	const references = Array<string>(COLUMNS.length - 2).fill('1');
	const file = join(stage.folder, 'deals.csv');
	const rows = ['Sent in, one', 'Sent in, two', 'Sent in, wrong'].map((name, index) => [
		...[name, index === 2 ? 'some day' : '2031-12-24'],
		...references,
	]);
	writeFileSync(file, toCsv(COLUMNS, rows));
	stage.mail.collect();
	await sentIn(stage, workflow, file);
	const mails = await eventually('the mail', async () => {
		const taken = stage.mail.collect();
		return taken.length === 0 ? undefined : taken;
	});
	const made = (await list<Deal>(stage, 'deals')).filter(({ name }) => name.startsWith('Sent in,'));
	equal(made.map(({ name }) => name).sort(), ['Sent in, one', 'Sent in, two']);
	equal(await notices(stage), told);
	const [mail, ...others] = mails;
	equal([others, mail?.subject], [[], '2 of 3 deals imported']);
	contains(mail?.text ?? '', 'Created: 2. Failed: 1. No clear answer: 0.');
	const [result, failed, ...further] = mail?.attachments ?? [];
	// Files that a mail program lists, and not pictures within the text.
	equal([further, result?.disposition, failed?.disposition], [[], 'attachment', 'attachment']);
	contains(failed?.text ?? '', '"Sent in, wrong",some day');
	for (const { id } of made) contains(result?.text ?? '', String(id));
	contains(result?.text ?? '', 'some day');
}

/** So many mails. */
const mailed = async ({ mail }: Stage, count: number): Promise<Mail[]> =>
	await eventually(`${count} mails`, () =>
		mail.mails.length < count ? undefined : mail.collect(),
	);

type Customer = Named & { readonly telNo: string | null };

/** Declined, then approved, then taken back; what it created stays. */
export async function reviewedImport(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	await publish(stage.n8n.rest, workflow);
	await write(stage, 'customer', [{ name: 'Quay Books', telNo: '03-1' }]);
	const held = async () =>
		(await list<Customer>(stage, 'customers'))
			.filter(({ name }) => name.startsWith('Quay '))
			.map(({ name, telNo }) => `${name}: ${telNo}`)
			.sort();
	const file = join(stage.folder, 'customers.csv');
	const rows = [
		['Quay Books', '03-2'],
		['Quay Maps', '03-3'],
	];
	writeFileSync(file, toCsv(['Name', 'Phone Number'], rows));
	stage.mail.collect();
	for (const approves of [false, true]) {
		await sentIn(stage, workflow, file);
		const [preview, question] = await mailed(stage, 2);
		equal(preview?.subject, 'To be imported: 1 new, 1 changed');
		equal(
			preview?.attachments.map(({ filename }) => filename),
			['import-preview.csv', 'changes.jsonl'],
		);
		equal([question?.subject, await held()], ['Import customers.csv?', ['Quay Books: 03-1']]);
		await answered(question, approves);
	}
	const [result] = await mailed(stage, 1);
	equal(result?.subject, 'Imported: 1 new, 1 changed');
	equal(await held(), ['Quay Books: 03-2', 'Quay Maps: 03-3']);
	const changes = result?.attachments.find(({ filename }) => filename === 'changes.jsonl');
	const back = join(stage.folder, 'changes.jsonl');
	writeFileSync(back, changes?.text ?? '');
	const shown = await sentIn(stage, workflow, back, { trigger: 'Changes Are Sent In' });
	contains(shown, 'Taken back 1 restored, 0 were as before, 0 left as they are, 0 failed.');
	equal(await held(), ['Quay Books: 03-1', 'Quay Maps: 03-3']);
}

/** Of three customers that an import created, one has got a deal. */
export async function createdTakenOut(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	await publish(stage.n8n.rest, workflow);
	const names = ['Kept Inn', 'Gone Inn', 'Gone Too Inn'];
	const made = names.map((name) => ({ name }));
	const ids = await write(stage, 'customer', made);
	await write(stage, 'deal', [{ name: 'Of it', customer: { id: ids[0] } }]);
	const file = join(stage.folder, 'import-result.csv');
	const rows = ids.map((id, at) => [String(at + 1), names[at] ?? '', String(id), 'created', '']);
	writeFileSync(file, toCsv(['row', 'record', 'id', 'outcome', 'error'], rows));
	const left = async () =>
		(await list<Named>(stage, 'customers')).filter(({ id }) => ids.includes(id));
	const asked = { asked: names.join('; ') };
	contains(await sentIn(stage, workflow, file, asked), 'Deleted customers: 2');
	equal(
		(await left()).map(({ name }) => name),
		['Kept Inn'],
	);
	contains(await sentIn(stage, workflow, file, asked), 'Deleted customers: 0');
}
