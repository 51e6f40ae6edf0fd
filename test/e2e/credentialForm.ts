/** Fills in the form of a credential by clicks and keys. */
import type { Locator } from 'playwright-core';
import { TEST_ID, type Editor } from './editor';

export class CredentialForm {
	private constructor(
		private readonly editor: Editor,
		readonly place: Locator,
	) {}

	/** Of a new credential of this kind, begun from within the node that is open. */
	static async begin(editor: Editor, kind: string): Promise<CredentialForm> {
		const form = await editor.newCredential();
		// n8n begins with the kind of the credential that it chose for the node by itself.
		await form.locator(TEST_ID('credential-mode-dropdown-trigger')).click();
		await editor.page.getByRole('menuitem', { name: kind }).click();
		return new CredentialForm(editor, form);
	}

	static async open(editor: Editor, id: string): Promise<CredentialForm> {
		return new CredentialForm(editor, await editor.openCredential(id));
	}

	async type(name: string, text: string): Promise<void> {
		await this.field(name).fill(text);
	}

	/** From the clipboard, in the place of what stands there. */
	async paste(name: string, text: string): Promise<void> {
		const { page } = this.editor;
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
		await this.field(name).click();
		await page.keyboard.press('Control+A');
		await page.keyboard.press('Control+V');
	}

	async valueOf(name: string): Promise<string> {
		return await this.field(name).inputValue();
	}

	/** Answers the credential's ID once n8n has stored it; n8n tests it then. */
	async save(): Promise<string> {
		const stored = this.editor.page.waitForResponse(
			(response) =>
				/\/rest\/credentials(\/[\w-]+)?$/.test(new URL(response.url()).pathname) &&
				['POST', 'PATCH'].includes(response.request().method()),
		);
		await this.place.locator(TEST_ID('credential-save-button')).click();
		const { data } = (await (await stored).json()) as { data: { id: string } };
		return data.id;
	}

	/** Waits until n8n's test of it has failed, and says this. */
	async fails(text: string): Promise<void> {
		await this.place.getByText('More details').click();
		await this.editor.reads(this.place, text);
	}

	async close(): Promise<void> {
		await this.place.getByLabel('Close this dialog').click();
		await this.place.waitFor({ state: 'hidden' });
	}

	private field(name: string): Locator {
		return this.place
			.locator(`div${TEST_ID(`parameter-input-${name}`)}`)
			.locator('input')
			.first();
	}
}
