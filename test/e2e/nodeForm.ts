/** Fills in a node's form by clicks and typing, as a person does who knows names and no ids. */
import type { Locator } from 'playwright-core';
import { TEST_ID, type Editor } from './editor';

type Shown = 'schema' | 'table' | 'json' | 'binary';

/** How long what comes out is waited for: much longer than it takes on a busy machine. */
const PATIENCE_MS = 120_000;

const ENTRY = '.el-select-dropdown__item:visible';

export class NodeForm {
	private constructor(
		private readonly editor: Editor,
		readonly place: Locator,
		/** Where parameters are looked for: the whole form, or one row of a collection. */
		private readonly within: Locator,
	) {}

	static async open(editor: Editor, node: string): Promise<NodeForm> {
		return NodeForm.at(editor, await editor.openNode(node));
	}

	/** Of the node that n8n has opened by itself. */
	static async shown(editor: Editor): Promise<NodeForm> {
		return NodeForm.at(editor, await editor.openedNode());
	}

	private static at(editor: Editor, place: Locator): NodeForm {
		return new NodeForm(editor, place, place.locator(TEST_ID('node-parameters')).first());
	}

	/** Picks from a dropdown, by the text that it shows, once its entries are loaded. */
	async choose(name: string, text: string): Promise<void> {
		await this.parameter(name).locator('.el-select:not(.el-select--disabled)').click();
		await this.pick(ENTRY, text);
	}

	/** Picks one of several, after which the dropdown stays open. */
	async chooseAlso(name: string, text: string): Promise<void> {
		await this.choose(name, text);
		await this.editor.page.keyboard.press('Escape');
	}

	async type(name: string, text: string): Promise<void> {
		await this.fill(this.parameter(name).locator('input, textarea').first(), text);
	}

	/**
	 * The editor takes what is typed a tenth of a second later: whoever clicks sooner executes what was
	 * there before. A timer of its page comes after that one, however busy it is.
	 */
	private async fill(field: Locator, text: string): Promise<void> {
		await field.click();
		await field.fill(text);
		await this.editor.page.evaluate(
			async () => await new Promise((resolve) => setTimeout(resolve, 300)),
		);
	}

	async typeDate(name: string, text: string): Promise<void> {
		const field = this.parameter(name).locator('input').first();
		await field.fill(text);
		await field.press('Enter');
	}

	/** Picks from the list of a resource locator, after a search for it. */
	async fromList(name: string, text: string): Promise<void> {
		await this.locator(name).locator(TEST_ID('rlc-input')).click();
		const search = this.editor.page.locator(`${TEST_ID('rlc-search')}:visible`);
		if ((await search.count()) > 0) await search.fill(text);
		await this.pick(`${TEST_ID('rlc-item')}:visible`, text);
	}

	/** Enters a name under By Name. */
	async byName(name: string, text: string): Promise<void> {
		await this.locator(name).locator(TEST_ID('rlc-mode-selector')).click();
		await this.pick(ENTRY, 'By Name');
		await this.fill(this.locator(name).locator('input:visible').last(), text);
	}

	/** Adds a row to a collection of rows; answers its form. */
	async addRow(name: string): Promise<NodeForm> {
		const rows = this.within.locator(TEST_ID(`fixed-collection-${name}`));
		await rows.locator(TEST_ID('fixed-collection-add')).click();
		return new NodeForm(this.editor, this.place, rows);
	}

	/** Waits until every list that the editor fetched by itself is there. */
	async loaded(): Promise<void> {
		await this.place.locator('.el-select--disabled').first().waitFor({ state: 'detached' });
	}

	/** Adds an entry of a collection, such as a filter. */
	async addOption(button: string, text: string): Promise<void> {
		await this.within.getByPlaceholder(button, { exact: true }).click();
		await this.pick(ENTRY, text);
	}

	/** Where the editor shows what came out. */
	get output(): Locator {
		return this.place.locator(TEST_ID('output-panel'));
	}

	/** Executes the node, or fetches a trigger's test event, and shows the output that way. */
	async execute(shown: Shown, milliseconds = PATIENCE_MS): Promise<void> {
		// What the last run gave stands there until n8n has taken the new one.
		const taken = this.editor.page.waitForResponse(
			(response) => /\/rest\/workflows\/[^/]+\/run\b/.test(response.url()),
			{ timeout: milliseconds },
		);
		await this.place.locator(TEST_ID('node-execute-button')).first().click();
		await taken;
		const running = this.output.locator(TEST_ID('ndv-executing'));
		await running.waitFor({ state: 'detached', timeout: milliseconds });
		await this.show(shown, milliseconds);
	}

	/** Executes the node, which ends in an error. */
	async fail(): Promise<void> {
		await this.place.locator(TEST_ID('node-execute-button')).first().click();
		await this.output.locator(TEST_ID('node-error-message')).first().waitFor();
	}

	/** Has it go on behind what fails, as its settings offer it. */
	async continueOnError(): Promise<void> {
		await this.place.locator(TEST_ID('tab-settings')).click();
		await this.place.locator(TEST_ID('parameter-input-onError')).click();
		await this.pick(ENTRY, 'Continue');
	}

	/** Drags a property of the input into a field. */
	async drag(property: string, name: string): Promise<void> {
		const { mouse } = this.editor.page;
		await this.place.locator(`[data-name="${property}"][data-target="mappable"]`).first().hover();
		await mouse.down();
		const box = await this.parameter(name).boundingBox();
		if (!box) throw new Error(`There is no field ${name}`);
		await mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
		await mouse.up();
	}

	/** Shows the output in another way, once it is there. */
	async show(shown: Shown, milliseconds = PATIENCE_MS): Promise<void> {
		const ways = this.output.locator(TEST_ID(`radio-button-${shown}`));
		await ways.click({ timeout: milliseconds });
	}

	/** Drags the form to the left, so that there is more room for what comes out. */
	async widenOutput(): Promise<void> {
		const { mouse } = this.editor.page;
		const handle = this.place.locator(TEST_ID('panel-drag-button')).first();
		const box = await handle.boundingBox();
		if (!box) throw new Error('The form is not open');
		const y = box.y + box.height / 2;
		await mouse.move(box.x + box.width / 2, y);
		await mouse.down();
		await mouse.move(0, y, { steps: 10 });
		await mouse.up();
	}

	/** Executes what stands before the node, so that the columns of its input are there. */
	async executePrevious(): Promise<void> {
		await this.place.locator(TEST_ID('execute-previous-node')).first().click();
	}

	/** How many items the output has, as the editor says. */
	async itemCount(): Promise<number> {
		const [, count] = /(\d+) items?\b/.exec(await this.output.innerText()) ?? [];
		return Number(count);
	}

	/** The form and its output, with `input` what came in too, down to `height`; no passing messages. */
	async picture(path: string, { input = false, height = Infinity } = {}): Promise<void> {
		const { page } = this.editor;
		for (const message of await page.locator('.el-notification__closeBtn').all()) {
			// One that goes by itself meanwhile needs no click.
			await message.click({ timeout: 2_000 }).catch(() => undefined);
		}
		await page.locator('.el-notification').first().waitFor({ state: 'hidden' });
		const form = await this.within.boundingBox();
		const whole = await this.place.boundingBox();
		if (!form || !whole) throw new Error('The form is not open');
		const x = input ? whole.x : form.x;
		const width = whole.x + whole.width - x;
		const clip = { x, y: whole.y, width, height: Math.min(whole.height, height) };
		await page.screenshot({ path, clip });
	}

	async close(): Promise<void> {
		await this.place.locator(TEST_ID('ndv-close-button')).first().click();
		await this.place.waitFor({ state: 'hidden' });
	}

	/** Of several rows, that of the last one. n8n calls every text box a `parameter-input-field` too. */
	private parameter(name: string): Locator {
		return this.within.locator(`div${TEST_ID(`parameter-input-${name}`)}`).last();
	}

	private locator(name: string): Locator {
		return this.within.locator(TEST_ID(`resource-locator-${name}`)).last();
	}

	/** Clicks the entry that says just this. */
	private async pick(selector: string, text: string): Promise<void> {
		await this.editor.page.locator(selector).getByText(text, { exact: true }).first().click();
	}
}
