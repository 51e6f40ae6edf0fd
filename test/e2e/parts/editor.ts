/** The workflow of the README, the first one that it leads to, and the credentials, in n8n's editor. */
import { setTimeout as pause } from 'node:timers/promises';
import { equal } from '../../../harness/n8n/checks';
import { Editor } from '../editor';
import { exampleNamed } from '../polling';
import type { World } from '../../../harness/n8n/world';
import type { Part } from './part';
import { example } from './trigger';

interface View {
	readonly world: World;
	readonly editor: Editor;
}

async function exampleWorkflow({ world, editor }: View): Promise<void> {
	const { id } = await world.save(example());
	await world.check('the editor shows the example', async () => {
		await editor.openWorkflow(id);
		await editor.reads(editor.page.locator('body'), 'Plan a Follow-Up');
		await editor.pictureOfCanvas(world.picturePath('workflow'));
	});
}

/** The workflow that the README begins with, run as it says. */
async function firstLook({ world, editor }: View): Promise<void> {
	const { id } = await world.save(exampleNamed('first-look.json'));
	await world.check('the first workflow runs by the button of the editor', async () => {
		await editor.openWorkflow(id);
		// It floats beside the trigger, behind the layer that takes the mouse.
		const button = editor.page.locator('[data-test-id^="execute-workflow-button"]').first();
		await button.dispatchEvent('click');
		// They stand on the line between its two nodes.
		await editor.page.getByText('10 items').first().waitFor();
		await pause(2_000);
		await editor.pictureOfCanvas(world.picturePath('first-look'));
	});
}

async function credentialForms({ world, editor }: View): Promise<void> {
	const { credentials } = await world.n8n();
	const ofToken = ['Access Token', 'It begins with svc', 'V1 API Key', 'V1 Base URL'];
	const texts: Readonly<Record<string, readonly string[]>> = {
		salesManagementPersonalTokenApi: ofToken,
		salesManagementTeamTokenApi: ofToken,
		salesManagementV1KeyApi: ['API Key', 'Issued in the administration area'],
	};
	for (const [type, id] of Object.entries(credentials)) {
		await world.check(`the form of ${type} opens, and its test is green`, async () => {
			const place = await editor.openCredential(id);
			try {
				await editor.reads(place, ...(texts[type] ?? []), 'Connection tested successfully');
				equal(await place.getByRole('spinbutton').first().inputValue(), '5');
			} finally {
				await editor.picture(world.picturePath(`credential ${type}`));
			}
		});
	}
}

export const editor: Part = {
	name: 'editor',
	about: 'the first workflow and the credentials in n8n’s editor, in a browser',
	isBase: true,
	needs: ['chromium'],
	run: async (world) => {
		const { rest } = await world.n8n();
		const opened = await Editor.open({ scratch: world.site.scratch, url: rest.url });
		const view = { world, editor: opened };
		try {
			await exampleWorkflow(view);
			await firstLook(view);
			await credentialForms(view);
		} finally {
			await opened.close();
		}
	},
};
