/**
 * The sandbox's page in a browser, used as somebody does who has never seen it. No n8n is needed.
 * `--pictures docs/images` renews the picture of docs/sandbox.md.
 */
import { fetch } from 'undici';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { equal, isTrue } from '../../../harness/n8n/checks';
import { openBrowser } from '../editor';
import { steered } from '../../../harness/n8n/steering';
import type { World } from '../../../harness/n8n/world';
import type { Part } from './part';

interface Stage {
	readonly world: World;
	readonly sandbox: Sandbox;
	readonly page: Page;
}
interface Deal {
	readonly phase: { readonly name: string; readonly status: number };
	readonly reason: string;
}

async function read(sandbox: Sandbox, id: number): Promise<Deal> {
	const headers = { authorization: `Bearer ${sandbox.credentials.personal}` };
	return (await (await fetch(`${sandbox.v2}/deals/${id}`, { headers })).json()) as Deal;
}

async function open(world: World): Promise<Stage> {
	const { scratch } = world.site;
	const sandbox = await startSandbox({ seed: 'small' });
	scratch.atEnd(async () => await sandbox.close());
	const browser = await openBrowser(scratch);
	const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
	page.setDefaultTimeout(30_000);
	await page.goto(new URL('/', sandbox.v2).href);
	return { world, sandbox, page };
}

async function movesDeals({ world, sandbox, page }: Stage): Promise<void> {
	const [id = 0] = await steered<number[]>(sandbox, 'POST', '/records/deal', [{ name: 'To win' }]);
	const record = page.locator('.record', { hasText: 'To win' });
	await world.check('one click moves a deal to Won, with a reason', async () => {
		await record.getByRole('button', { name: 'Move to Won' }).click();
		await page.getByText('“To win” is in Won now.').waitFor();
		const { phase, reason } = await read(sandbox, id);
		equal([phase.name, phase.status], ['Won', 2]);
		isTrue('a reason', reason.length > 0);
	});
	await world.check('a deal that is won has no such button', async () => {
		equal(await record.getByRole('button').count(), 0);
	});
}

async function searches({ world, page }: Stage): Promise<void> {
	await world.check('a search begins while somebody types', async () => {
		await page.getByRole('searchbox').pressSequentially('to w');
		await page.getByText('1 found').waitFor();
		await page.getByRole('searchbox').fill('');
		await page.getByText('61 found').waitFor();
	});
	await world.check('what was typed on one list is not looked for on the next', async () => {
		await page.getByRole('searchbox').fill('nothing of that name');
		await page.getByRole('link', { name: 'customerAction' }).click();
		await pause(1_000);
		await page.getByText('50 found').waitFor();
	});
}

/** More requests at once than the service takes, for the picture. */
async function asksMuch({ sandbox }: Stage): Promise<void> {
	const { v2, credentials } = sandbox;
	const headers = { authorization: `Bearer ${credentials.personal}` };
	const all = Array.from(
		{ length: 9 },
		async () => await fetch(`${v2}/deals?limit=2`, { headers }),
	);
	await Promise.all(all);
}

async function says({ world, sandbox, page }: Stage): Promise<void> {
	await world.check('an option has a label, its name in requests, and a sentence', async () => {
		const option = page.getByLabel('Requests a second');
		await page.getByText('rateLimit', { exact: true }).waitFor();
		await page.getByText(/Accepted requests of one credential.* Usually 5\./).waitFor();
		await option.fill('7');
		await option.press('Tab');
		await page.getByText('“Requests a second” is changed.').waitFor();
		equal(await steered<object>(sandbox, 'GET', '/options').then(Object.entries).then(first), [
			'rateLimit',
			7,
		]);
	});
	await world.check('a fault is switched on and told in the same words', async () => {
		await page.getByLabel('get', { exact: true }).selectOption({ label: BUSY });
		await page.getByRole('button', { name: 'Switch on' }).click();
		await page.getByText(`The next request to any address: ${BUSY}`).waitFor();
	});
}
const BUSY = '“busy, come back in 2 seconds” (503)';
const first = <One>([one]: One[]): One | undefined => one;

async function fitsPhones({ world, page }: Stage): Promise<void> {
	await world.check('it is no wider than a phone', async () => {
		await page.setViewportSize({ width: 360, height: 740 });
		equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
	});
}

export const sandboxPage: Part = {
	name: 'sandboxPage',
	about: 'the page of the sandbox: deals are moved, searched, options and faults told in words',
	isBase: false,
	needs: ['chromium'],
	run: async (world) => {
		const stage = await open(world);
		await movesDeals(stage);
		await searches(stage);
		await asksMuch(stage);
		await says(stage);
		await stage.page.getByRole('link', { name: 'deal', exact: true }).click();
		await stage.page.locator('.record summary').nth(2).click();
		await stage.page.screenshot({ path: world.picturePath('sandbox-page') });
		await fitsPhones(stage);
	},
};
