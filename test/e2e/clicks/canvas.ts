/** Builds a workflow in n8n's editor by clicks and typing alone, and counts the clicks. */
import type { Locator } from 'playwright-core';
import { TEST_ID, type Editor } from '../editor';
import { NodeForm } from '../nodeForm';

/** Each press of the mouse that the browser takes from a hand: a click, each end of a double click, a drag. */
const COUNT = `
	globalThis.presses = 0;
	document.addEventListener(
		'pointerdown',
		({ isTrusted }) => { if (isTrusted) globalThis.presses += 1; },
		{ capture: true },
	);
	undefined`;

export class Canvas {
	private constructor(private readonly editor: Editor) {}

	/** A new workflow, nothing in it. */
	static async empty(editor: Editor): Promise<Canvas> {
		await editor.newWorkflow();
		await editor.page.evaluate(COUNT);
		return new Canvas(editor);
	}

	async clicks(): Promise<number> {
		return await this.editor.page.evaluate<number>('globalThis.presses');
	}

	/** The trigger that such a search finds, and of a node with several the one that says so. */
	async begin(words: string, node: string, action?: string): Promise<void> {
		await this.editor.page.locator(TEST_ID('canvas-add-button')).click();
		await this.find(words, node, action);
	}

	/** A step behind the last one. */
	async add(words: string, node: string, action?: string): Promise<void> {
		await this.editor.page.locator(TEST_ID('canvas-handle-plus')).last().click();
		await this.find(words, node, action);
	}

	/** The form of the node that was added; n8n has opened it. */
	async form(): Promise<NodeForm> {
		return await NodeForm.shown(this.editor);
	}

	private async find(words: string, node: string, action?: string): Promise<void> {
		const panel = this.editor.page.locator(TEST_ID('node-creator'));
		await panel.locator(TEST_ID('node-creator-search-bar')).fill(words);
		await this.item(panel, node).click();
		if (action !== undefined) await this.item(panel, action).click();
	}

	private item(panel: Locator, text: string): Locator {
		return panel
			.locator(TEST_ID('node-creator-item-name'))
			.getByText(text, { exact: true })
			.first();
	}
}
