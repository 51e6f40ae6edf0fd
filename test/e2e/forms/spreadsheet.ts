/** A file of 200 contacts becomes records with one node behind n8n's own Extract from File. */
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { contactsFile, CUSTOMERS } from '../../support/contactsFile';
import { equal, isTrue } from '../../../harness/n8n/checks';
import { NodeForm } from '../nodeForm';
import { fetched, served } from '../served';
import { askedOf, writesAmong } from '../../../harness/n8n/steering';
import { action, node, row, START } from '../../../harness/n8n/workflows';
import type { World } from '../../../harness/n8n/world';
import { listed, type Contact, type Named, type View } from './view';

const IMPORT = 'Import Contacts';
/** At five requests a second, 200 writes take 40 seconds. */
const PATIENCE_MS = 180_000;

const importing = (url: string) =>
	row('A spreadsheet', [
		fetched('Get the File', url),
		node('Extract from File', 'n8n-nodes-base.extractFromFile', {
			parameters: { operation: 'csv', options: {} },
		}),
		action(IMPORT, 'contact.createOrUpdate', { authentication: 'personalToken' }),
	]);

const imported = async (world: World) =>
	(await listed<Contact>(world, 'contacts')).filter(
		({ email }) => email?.endsWith('@import.example') ?? false,
	);

export async function spreadsheet({ world, editor }: View): Promise<void> {
	const users = (await listed<Named>(world, 'users')).map(({ name }) => name);
	await world.steer(
		'POST',
		'/records/customer',
		CUSTOMERS.map((name) => ({ name })),
	);
	const { id } = await world.save(
		importing(await served(world, 'contacts.csv', contactsFile(users))),
	);
	await editor.openWorkflow(id);
	await world.check('200 contacts of a CSV file are created by one node, by names', async () => {
		const form = await NodeForm.open(editor, IMPORT);
		try {
			await form.choose('fieldsFrom', 'Input');
			await form.choose('matchBy', 'Email');
			await form.executePrevious();
			await editor.reads(form.place, 'Map Automatically', '200 items');
			await form.execute('table', PATIENCE_MS);
			await editor.reads(form.output, '200 items', 'created');
		} finally {
			await form.picture(world.picturePath('form-import'), { input: true, height: 700 });
			await form.close();
		}
		const people = await imported(world);
		equal(people.length, 200);
		const person = people.find(({ email }) => email === 'person.7@import.example');
		equal([person?.name, person?.customer?.name], ['Person "7", Dr.', CUSTOMERS[7]]);
		const customs = person?.contactCustoms ?? [];
		const valueOf = (key: string) => customs.find(({ itemKey }) => itemKey === key)?.value;
		equal(['contact_single_select', 'contact_multi_select', 'contact_number'].map(valueOf), [
			'2',
			'1,3',
			'1250',
		]);
		isTrue('the user of each row is set', valueOf('contact_user') !== null);
	});
	await world.check(
		'run again as a whole, it finds them as they are, and writes nothing',
		async () => {
			await editor.save();
			const { rest } = await world.n8n();
			const saved = await rest.call<SavedWorkflow>('GET', `/workflows/${id}`);
			const asked = await askedOf(await world.sandbox(), async () => {
				const run = await world.run(saved, START);
				equal([run.status, run.error], ['success', undefined]);
				equal(
					run.items(IMPORT).map(({ action: done }) => done),
					Array<string>(200).fill('unchanged'),
				);
			});
			equal(writesAmong(asked), []);
			equal((await imported(world)).length, 200);
		},
	);
}
