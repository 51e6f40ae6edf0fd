/** n8n's editor in a real browser: Debian's Chromium, or the one that CHROMIUM names. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { owner, type RealN8n } from './n8n';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export class Editor {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly url: string,
		private readonly pictures: string,
	) {}

	/** Logs in as the owner. Pictures are written into the folder `pictures`. */
	static async open(n8n: RealN8n, pictures: string): Promise<Editor> {
		if (!existsSync(executablePath)) {
			throw new Error('The editor checks need Chromium: install it, or set CHROMIUM to its path');
		}
		const browser = await chromium.launch({
			executablePath,
			args: [
				...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
				...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
			],
		});
		const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
		await page.goto(`${n8n.url}/signin`);
		await page.fill('input[name="emailOrLdapLoginId"]', owner.email);
		await page.fill('input[name="password"]', owner.password);
		await page.click('[data-test-id="form-submit-button"]');
		await page.waitForURL((url) => !url.pathname.includes('signin'));
		return new Editor(browser, page, n8n.url, pictures);
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.waitForSelector('[data-test-id="canvas-node"]');
		await this.page.waitForTimeout(1_500);
	}

	/** Opens a node's form by a double click and answers the texts of its parameter labels. */
	async openNode(name: string): Promise<string[]> {
		await this.page.dblclick(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
		await this.page.waitForSelector(
			'[data-test-id="node-parameters"], .ndv-wrapper, .data-display',
		);
		await this.page.waitForTimeout(1_500);
		return await this.page
			.locator('[data-test-id="parameter-item"], .parameter-item')
			.allInnerTexts();
	}

	async closeNode(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.page.waitForTimeout(500);
	}

	async openCredential(id: string): Promise<string> {
		await this.page.goto(`${this.url}/home/credentials/${id}`);
		const form = this.page.locator('[data-test-id="editCredential-modal"]');
		await form.waitFor();
		await this.page.waitForTimeout(1_500);
		return await form.innerText();
	}

	async picture(name: string): Promise<void> {
		await this.page.screenshot({ path: join(this.pictures, `${name}.png`) });
	}

	/** The nodes and notes of the canvas alone, as the README shows them. */
	async pictureOfCanvas(name: string): Promise<void> {
		const nodes = await this.page.locator('.vue-flow__node').all();
		const boxes = (await Promise.all(nodes.map(async (node) => await node.boundingBox()))).filter(
			(box) => box !== null,
		);
		const left = Math.min(...boxes.map(({ x }) => x)) - 60;
		const top = Math.min(...boxes.map(({ y }) => y)) - 30;
		const right = Math.max(...boxes.map(({ x, width }) => x + width)) + 60;
		const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + 70;
		const clip = { x: left, y: top, width: right - left, height: bottom - top };
		await this.page.screenshot({ path: join(this.pictures, `${name}.png`), clip });
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}
