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
import { list, notices, saved, succeeds, type Deal, type Stage } from './stage';

/** Opens the published form, sends the file in, and answers what the page says then. */
async function sentIn(
	{ editor, n8n }: Stage,
	{ nodes }: SavedWorkflow,
	file: string,
): Promise<string> {
	const form = nodes.find(({ type }) => type.endsWith('.formTrigger'));
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
	contains(failed?.text ?? '', 'Sent in, wrong,some day');
	for (const { id } of made) contains(result?.text ?? '', String(id));
	contains(result?.text ?? '', 'some day');
}
