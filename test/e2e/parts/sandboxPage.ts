/** The sandbox's own page in a browser: it is looked at, clicked and typed into as people do. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser } from 'playwright-core';
import { startSandbox } from '../../../sandbox';
import { requirements } from '../../../scripts/requirements';
import { records } from '../sandboxPage/records';
import { requests, switches } from '../sandboxPage/switches';
import { ask, reads, steer, until, type Stage, type View } from '../sandboxPage/view';

/** A name that a foreign name server would point at this machine. */
const REBOUND = 'rebound.example';

async function openBrowser({ site: { scratch } }: Stage): Promise<Browser> {
	const browser = await chromium.launch({
		executablePath: requirements.chromium.find(),
		args: [
			...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
			...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
			`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`,
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

async function openPage(stage: Stage, browser: Browser): Promise<View> {
	const sandbox = await startSandbox({ seed: 'small' });
	stage.site.scratch.atEnd(async () => await sandbox.close());
	const base = new URL(sandbox.admin).origin;
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
	await context.grantPermissions(['clipboard-write'], { origin: base });
	const page = await context.newPage();
	const complaints: string[] = [];
	page.on('pageerror', ({ message }) => complaints.push(message));
	page.on('console', (message) => {
		// The check of a refused value is answered with a 400, which Chromium writes down, too.
		const isExpected = message.text().includes('the server responded with a status of 400');
		if (['error', 'warning'].includes(message.type()) && !isExpected) {
			complaints.push(message.text());
		}
	});
	page.on('request', (request) => {
		const url = request.url();
		if (!url.startsWith(`${base}/`) && !url.startsWith('data:')) complaints.push(url);
	});
	await page.goto(`${base}/`);
	return { stage, page, sandbox, base, complaints };
}

async function looks(view: View): Promise<void> {
	const { stage, page } = view;
	await stage.check('it is readable by day, by night and on a phone', async () => {
		await page.goto(`${view.base}/#/1/deal`);
		await reads(page.locator('#view'), '1–10 of');
		await steer(view, '/options', { latencyMs: 20 }, 'PATCH');
		await steer(view, '/faults', [{ match: { path: '/v2/deals' }, times: 3, status: 503 }]);
		await reads(page.locator('#changed'), 'latencyMs');
		const grounds: string[] = [];
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			await page.screenshot({ path: stage.picturePath(`sandbox page ${colorScheme}`) });
			grounds.push(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
		}
		if (grounds[0] === grounds[1]) throw new Error(`Both are ${grounds[0]}`);
		await page.setViewportSize({ width: 360, height: 740 });
		const [width] = [await page.evaluate<number>('document.documentElement.scrollWidth')];
		await page.screenshot({ path: stage.picturePath('sandbox page phone'), fullPage: true });
		if (width > 360) throw new Error(`It is ${width} pixels wide on a phone`);
		await page.setViewportSize({ width: 1280, height: 900 });
	});
}

async function startingOver(view: View): Promise<void> {
	const { stage, page } = view;
	const dialog = page.getByRole('dialog');
	const customers = async () =>
		(await steer<{ records: { customer: number } }>(view, '/stats')).records.customer;
	await stage.check('starting over asks first, and then does it', async () => {
		const before = await customers();
		await page.getByRole('button', { name: 'Seed empty' }).click();
		await reads(dialog, 'This ends what was made here');
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'hidden' });
		if ((await customers()) !== before) throw new Error('It did not wait for the answer');
		await page.getByRole('button', { name: 'Seed empty' }).click();
		await dialog.getByRole('button', { name: 'Start over' }).click();
		await until(customers, (count: number) => count === 0);
		await reads(page.getByRole('status'), 'Started over.');
		await reads(page.locator('#kinds'), 'Customers 0');
	});
}

/** Other pages in the same browser reach nothing, by whatever name. */
async function foreignPages(view: View, browser: Browser): Promise<void> {
	const { stage, sandbox, base } = view;
	const [customer] = await steer<number[]>(view, '/records/customer', [{}]);
	const script = `Promise.all([
		fetch('${sandbox.admin}/reset', { method: 'POST', mode: 'no-cors' }),
		fetch('${sandbox.admin}/faults', { method: 'DELETE' }),
		fetch('${base}/page/credentials'),
	].map((one) => one.then((response) => response.type, () => 'refused')))`;
	const server = createServer((_request, response) => {
		response.setHeader('content-type', 'text/html').end(`<iframe src="${base}/"></iframe>`);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const page = await browser.newPage();
	try {
		await stage.check('a page of another origin can neither steer it nor frame it', async () => {
			await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
			const got = JSON.stringify(await page.evaluate(script));
			if (got !== '["opaque","refused","refused"]') throw new Error(got);
			const status = await ask(view, `/customers/${customer}`);
			if (status !== 200) throw new Error('It could start over');
			const framed = page.frames().map((frame) => frame.url());
			if (framed.some((url) => url.startsWith(base))) throw new Error('It could be framed');
		});
		await stage.check('nor one that points a name of its own at it', async () => {
			const answer = await page.goto(base.replace('127.0.0.1', REBOUND));
			if (answer?.status() !== 403) throw new Error(`It got ${answer?.status()}`);
		});
	} finally {
		await page.close();
		await new Promise((closed) => server.close(closed));
	}
}

/** As `Part` of part.ts; it needs no n8n. */
export const sandboxPage = {
	name: 'sandboxPage',
	about: 'the sandbox’s own page, in a browser',
	isBase: true,
	needs: ['chromium'] as const,
	run: async (stage: Stage): Promise<void> => {
		const browser = await openBrowser(stage);
		try {
			const view = await openPage(stage, browser);
			await records(view);
			await requests(view);
			await switches(view);
			await looks(view);
			await startingOver(view);
			await foreignPages(view, browser);
			await stage.check('no complaint of the browser, and nothing loaded from elsewhere', () => {
				if (view.complaints.length > 0) throw new Error(view.complaints.join('\n'));
			});
			await view.sandbox.close();
		} finally {
			await browser.close();
		}
	},
};
