/** The forms as a person sees them, in n8n's editor; asserted by what can be read there. */
import { setTimeout as pause } from 'node:timers/promises';
import { equal } from '../checks';
import { Editor, TEST_ID } from '../editor';
import type { Workflow } from '../../../scripts/n8n-host/rest';
import { exampleNamed } from '../polling';
import { byId, node, row, action, TRIGGER } from '../workflows';
import type { World } from '../world';
import type { Part } from './part';
import { example } from './trigger';

const MANY = 'Create Many Deals';
const WATCH = 'Watch Customers';
const V1 = 'With a V1 Key';
/** One control chooses the credential and its kind. */
const SEVERAL_CONTROLS = ['Authentication', 'Optional'];

/** One node of each kind whose form is looked at. */
function forms(): Workflow {
	const clicked = row('Forms', [
		action(MANY, 'deal.createMany', {
			authentication: 'personalToken',
			name: 'In bulk',
			dealType: { ...byId(1), mode: 'list', cachedResultName: 'New business' },
			customer: byId(1),
		}),
		action(V1, 'domainSetting.get', { authentication: 'v1ApiKey' }),
	]);
	const watching = node(WATCH, TRIGGER, {
		position: [0, 200],
		parameters: {
			authentication: 'personalToken',
			resource: 'customer',
			event: 'createdOrUpdated',
			pollTimes: { item: [{ mode: 'everyMinute' }] },
		},
	});
	return { ...clicked, nodes: [...clicked.nodes, watching] };
}

interface View {
	readonly world: World;
	readonly editor: Editor;
}

interface Form {
	readonly name: string;
	readonly texts: readonly string[];
	/** What must not be there. */
	readonly without?: readonly string[];
}

/** Opens a node, looks for the texts, takes a picture, closes it. */
async function form({ world, editor }: View, { name, texts, without = [] }: Form): Promise<void> {
	await world.check(`the form of "${name}" shows ${texts.join(', ')}`, async () => {
		const place = await editor.openNode(name);
		try {
			await editor.reads(place, ...texts);
			const read = await place.innerText();
			for (const text of without) equal([text, read.includes(text)], [text, false]);
		} finally {
			await editor.picture(world.picturePath(`node ${name}`));
			await editor.closeNode();
		}
	});
}

async function exampleWorkflow(view: View): Promise<void> {
	const { world, editor } = view;
	const { id } = await world.save(example());
	await world.check('the editor shows the example', async () => {
		await editor.openWorkflow(id);
		await editor.reads(editor.page.locator('body'), 'Plan a Follow-Up');
		await editor.pictureOfCanvas(world.picturePath('workflow'));
	});
	await form(view, {
		name: 'New or Changed Deal',
		texts: ['Sandbox: personal token', 'Created or Updated', 'New business', 'Fetch Test Event'],
		without: SEVERAL_CONTROLS,
	});
	await form(view, { name: 'Its Customer', texts: ['Get', 'By ID', '{{ $json.customerId }}'] });
	await form(view, {
		name: 'Plan a Follow-Up',
		texts: ['Purpose', 'Call about New business', 'Start', 'Creator'],
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
		// The last of the items are on their way out of the second node.
		await editor.page.getByText('10 items').nth(1).waitFor();
		await pause(2_000);
		await editor.pictureOfCanvas(world.picturePath('first-look'));
	});
}

async function newForms(view: View): Promise<void> {
	const { world, editor } = view;
	const { id } = await world.save(forms());
	await editor.openWorkflow(id);
	await form(view, {
		name: MANY,
		texts: ['Create Many', 'Expected Contract Date', 'Fields From', 'Phase', 'New business'],
	});
	await form(view, {
		name: V1,
		texts: ['Sandbox: v1 key', 'Domain Setting'],
		without: SEVERAL_CONTROLS,
	});
}

/** The kinds stand where a new credential is made, since the node itself has no control for them. */
async function newCredential({ world, editor }: View): Promise<void> {
	await world.check('a new credential begins with the choice of its kind', async () => {
		await editor.openNode(V1);
		try {
			const place = await editor.newCredential();
			await editor.reads(place, 'API Key (V1)');
			await place.locator('[data-test-id="credential-mode-dropdown-trigger"]').click();
			await editor.reads(editor.page.locator('body'), 'Personal Token', 'Team Token');
		} finally {
			await editor.picture(world.picturePath('new credential'));
		}
	});
}

/** n8n lists node and trigger as one; its page of details says what both do, and has no search. */
async function nodeCreator({ world, editor }: View): Promise<void> {
	const { page } = editor;
	const panel = page.locator(TEST_ID('node-creator'));
	const found = panel.locator(TEST_ID('node-creator-item-name')).first();
	await page.locator(TEST_ID('node-creator-plus-button')).click();
	for (const words of ['deal won', 'new deal', 'record deleted']) {
		await world.check(`the node creator finds the nodes by "${words}"`, async () => {
			await panel.locator(TEST_ID('node-creator-search-bar')).fill(words);
			await editor.reads(found, 'Sales Management');
		});
	}
	await world.check(
		'its details say what both nodes do, and list the events by such words',
		async () => {
			await found.click();
			try {
				await editor.reads(panel, 'The Sales Management node reads and writes them', 'Create deal');
				await panel.getByText(/^Triggers \(7\)/).click();
				await editor.reads(panel, 'Deal won', 'New deal, customer', 'other record deleted');
			} finally {
				await editor.picture(world.picturePath('node creator'));
			}
		},
	);
	await page.keyboard.press('Escape');
	await panel.waitFor({ state: 'hidden' });
}

async function fetchTestEvent(view: View): Promise<void> {
	const { world, editor } = view;
	const [customer] = await world.steer<number[]>('POST', '/records/customer', [
		{ name: 'Seen in the editor' },
	]);
	await world.check('Fetch Test Event shows the newest record with its event', async () => {
		const place = await editor.openNode(WATCH);
		try {
			await place.getByRole('button', { name: 'Fetch Test Event' }).first().click();
			await editor.reads(place, 'Seen in the editor', '_event', String(customer));
		} finally {
			await editor.picture(world.picturePath('fetch test event'));
			await editor.closeNode();
		}
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
	about: 'the forms in n8n’s editor, in a browser',
	isBase: true,
	needs: ['chromium'],
	run: async (world) => {
		const { rest } = await world.n8n();
		const opened = await Editor.open({ scratch: world.site.scratch, url: rest.url });
		const view = { world, editor: opened };
		try {
			await exampleWorkflow(view);
			await firstLook(view);
			await newForms(view);
			await nodeCreator(view);
			await fetchTestEvent(view);
			await newCredential(view);
			await credentialForms(view);
		} finally {
			await opened.close();
		}
	},
};
