/** n8n's editor in a real browser. */
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { requirements } from '../../scripts/requirements';
import type { Scratch } from '../../scripts/scratch';
import type { Owner } from '../../scripts/n8n-host/rest';
import { PERSON } from './standIns/person';
import { owner as ownerOfTests } from '../../harness/n8n/world';

const PATIENCE_MS = 60_000;
const READING_MS = 30_000;
export const TEST_ID = (id: string) => `[data-test-id="${id}"]`;

interface EditorSettings {
	readonly scratch: Scratch;
	/** Where n8n is. */
	readonly url: string;
	/** Who signs in; the owner of an n8n of the tests unless somebody else has set it up. */
	readonly owner?: Owner;
	/** What the window shows, in pixels. */
	readonly viewport?: { readonly width: number; readonly height: number };
}

/** A browser of its own, without any window. */
export async function openBrowser(scratch: Scratch): Promise<Browser> {
	const browser = await chromium.launch({
		executablePath: requirements.chromium.find() ?? '',
		args: [
			...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
			...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
		],
		// Whatever it keeps at home goes with the scratch folder.
		env: { ...process.env, HOME: scratch.subfolder('browser') },
		// The scratch closes it; by itself it would end this process at once.
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	});
	scratch.atEnd(async () => await browser.close());
	return browser;
}

export class Editor {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Signs the owner in. */
	static async open({
		scratch,
		url,
		owner = ownerOfTests,
		viewport = { width: 1280, height: 900 },
	}: EditorSettings): Promise<Editor> {
		const browser = await openBrowser(scratch);
		const user = await browser.newContext({ viewport, userAgent: PERSON });
		const page = await user.newPage();
		page.setDefaultTimeout(PATIENCE_MS);
		await page.goto(`${url}/signin`);
		await page.fill('input[name="emailOrLdapLoginId"]', owner.email);
		await page.fill('input[name="password"]', owner.password);
		await page.click(TEST_ID('form-submit-button'));
		await page.waitForURL((address) => !address.pathname.includes('signin'));
		return new Editor(browser, page, url);
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.locator(TEST_ID('canvas-node')).first().waitFor();
	}

	/** An empty canvas. */
	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.locator(TEST_ID('canvas-add-button')).waitFor();
	}

	/** Opens a node's form by a double click; answers it when its parameters are there. */
	async openNode(name: string): Promise<Locator> {
		await this.page.dblclick(`${TEST_ID('canvas-node')}[data-node-name="${name}"]`);
		return await this.openedNode();
	}

	/** The form that is open, when its parameters are there. */
	async openedNode(): Promise<Locator> {
		const form = this.page.locator(TEST_ID('ndv')).first();
		await form.locator(TEST_ID('parameter-item')).first().waitFor();
		return form;
	}

	/** A page of its own, of the same user. */
	async newPage(): Promise<Page> {
		const page = await this.page.context().newPage();
		page.setDefaultTimeout(PATIENCE_MS);
		return page;
	}

	/** Saves the open workflow; n8n answers when it is stored. */
	async save(): Promise<void> {
		const stored = this.page.waitForResponse(
			(response) =>
				response.url().includes('/rest/workflows/') && response.request().method() === 'PATCH',
		);
		await this.page.keyboard.press('Control+s');
		await stored;
	}

	/** Begins a new credential from within an open node. */
	async newCredential(): Promise<Locator> {
		await this.page.click(TEST_ID('node-credentials-select'));
		await this.page.click(TEST_ID('node-credentials-select-item-new'));
		const form = this.page.locator(TEST_ID('editCredential-modal'));
		await form.getByText('Base URL').first().waitFor();
		return form;
	}

	async openCredential(id: string): Promise<Locator> {
		await this.page.goto(`${this.url}/home/credentials/${id}`);
		const form = this.page.locator(TEST_ID('editCredential-modal'));
		await form.getByText('Base URL').first().waitFor();
		return form;
	}

	/** Waits until all of the texts can be read there; else says what is there instead. */
	async reads(place: Locator, ...texts: string[]): Promise<void> {
		const deadline = Date.now() + READING_MS;
		let seen = '';
		while (Date.now() < deadline) {
			seen = await textOf(place);
			const isThere = texts.every((text) => seen.includes(text));
			if (isThere && !seen.includes('Loading options')) return;
			await pause(250);
		}
		throw new Error(`It should show ${texts.join(', ')}. It shows: ${seen}`);
	}

	async picture(path: string): Promise<void> {
		await this.page.screenshot({ path });
	}

	/** The nodes, notes and links of the canvas alone, as the README shows them. */
	async pictureOfCanvas(path: string): Promise<void> {
		const nodes = await this.page.locator('.vue-flow__node, .vue-flow__edge-path').all();
		const boxes = (await Promise.all(nodes.map(async (node) => await node.boundingBox()))).filter(
			(box) => box !== null,
		);
		const left = Math.min(...boxes.map(({ x }) => x)) - 60;
		const top = Math.min(...boxes.map(({ y }) => y)) - 30;
		const right = Math.max(...boxes.map(({ x, width }) => x + width)) + 80;
		const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + 70;
		const clip = { x: left, y: top, width: right - left, height: bottom - top };
		await this.page.screenshot({ path, clip });
	}

	/** The same of a workflow of any size, as large as fits, without the buttons over it. */
	async pictureOfWorkflow(path: string): Promise<void> {
		const over = '.vue-flow__panel, [class*="executionButtons"]';
		await this.page.addStyleTag({ content: `:is(${over}) { display: none !important; }` });
		await this.page.keyboard.press('1');
		// The canvas moves there, and its handles fade.
		await pause(1_500);
		await this.page.mouse.move(2, 2);
		await this.pictureOfCanvas(path);
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}

/** What a person reads there, on one line: the texts, then what the fields hold. */
async function textOf(place: Locator): Promise<string> {
	const fields = await place.locator('input:visible, textarea:visible').all();
	const held = await Promise.all(
		// A field may go while it is looked at.
		fields.map(async (field) => await field.inputValue({ timeout: 1_000 }).catch(() => '')),
	);
	return [await place.innerText(), ...held].join(' ').replace(/\s+/g, ' ');
}
