/** Three workflows as a sales person builds them, from an empty canvas. */
import { contains, equal } from '../../../harness/n8n/checks';
import { served } from '../served';
import type { MailServer } from '../standIns/mailServer';
import { listed, type Contact, type Deal, type Named, type View } from '../forms/view';
import { Canvas } from './canvas';

/** n8n chose the credential by itself, and nobody has asked for anything. */
export async function freshNode({ world, editor }: View) {
	await world.check('a node that was dropped a moment ago shows no error', async () => {
		const canvas = await Canvas.empty(editor);
		await canvas.begin('manually', 'Trigger manually');
		await canvas.add('create deal', 'Sales Management', 'Create deal');
		const form = await canvas.form();
		try {
			for (const from of ['Input', 'Form']) {
				await form.choose('fieldsFrom', from);
				await form.loaded();
				const read = await form.place.innerText();
				for (const text of ['No Personal Token', 'No custom fields', 'Error', 'Could not']) {
					equal([from, text, read.includes(text)], [from, text, false]);
				}
			}
		} finally {
			await form.picture(world.picturePath('a fresh node'));
		}
	});
}

const WON = 2;
const statusOf = ({ phase }: Deal) => (phase as { status?: number } | null)?.status;

/** Beside the trigger and what it needs, the mail's four fields are filled in. */
export async function mailOfWonDeal({ world }: View, canvas: Canvas, mails: MailServer) {
	// The newest one, so that it is the test's event.
	const won = (await listed<Deal>(world, 'deals')).find((deal) => statusOf(deal) === WON);
	const [phase, dealType] = [won?.phase, won?.dealType] as Named[];
	const name = 'Won a moment ago';
	await world.steer('POST', '/records/deal', [
		{ name, reason: 'Price', phase: { id: phase?.id }, dealType: { id: dealType?.id } },
	]);
	await canvas.begin('deal won', 'Sales Management', 'Deal won');
	const trigger = await canvas.form();
	await trigger.execute('schema');
	await trigger.close();
	await canvas.add('send email', 'Send Email', 'Send an Email');
	const mail = await canvas.form();
	await mail.type('fromEmail', 'sales@example.com');
	await mail.type('toEmail', 'team@example.com');
	await mail.drag('name', 'subject');
	await mail.drag('customer', 'html');
	await mail.execute('schema');
	contains(
		mails
			.collect()
			.map(({ subject }) => subject)
			.join(),
		name,
	);
}

export async function nightlyExport({ world, editor }: View, canvas: Canvas) {
	await canvas.begin('schedule', 'Schedule Trigger');
	// Once a day at midnight is what it begins with.
	await (await canvas.form()).close();
	await canvas.add('export deals', 'Sales Management', 'Get many deals');
	const form = await canvas.form();
	await form.choose('output', 'File');
	await form.execute('binary');
	await editor.reads(form.output, 'deals-001.csv');
	await form.show('json');
	await editor.reads(form.output, `"count": ${(await listed<Deal>(world, 'deals')).length}`);
}

const ROWS = [
	'Ada Berg,ada@clicks.example,2026-13-45',
	'Ben Ito,ben@clicks.example,2026-12-01',
	'Cleo Sato,cleo@clicks.example,2026-12-02',
];
const NEW = ['ben@clicks.example', 'cleo@clicks.example'];

/** The date of one row is none: it is told, and then the others are written. */
export async function importWithBadRow({ world, editor }: View, canvas: Canvas) {
	const url = await served(world, 'leads.csv', ['Name,E-mail,Key date', ...ROWS].join('\n'));
	await canvas.begin('manually', 'Trigger manually');
	await canvas.add('http request', 'HTTP Request');
	const file = await canvas.form();
	await file.type('url', url);
	await file.execute('binary');
	await file.close();
	await canvas.add('import contacts', 'Sales Management', 'Create or update contacts');
	const form = await canvas.form();
	await form.choose('fieldsFrom', 'File');
	await form.choose('matchBy', 'Email');
	await form.fail();
	await editor.reads(form.output, 'Row 1 ("Ada Berg"');
	await form.continueOnError();
	await form.execute('json');
	await editor.reads(form.output, '1 of 3 rows of leads.csv failed', '"created": 2');
	const emails = (await listed<Contact>(world, 'contacts')).map(({ email }) => email);
	for (const email of NEW) contains(emails.join(), email);
}
