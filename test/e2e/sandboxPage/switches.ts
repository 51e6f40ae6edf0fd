import { setTimeout as pause } from 'node:timers/promises';
import { ask, reads, steer, until, type View } from './view';

export async function requests(view: View): Promise<void> {
	const { stage, page } = view;
	await stage.check('a request arrives while one looks on, without its token', async () => {
		await ask(view, '/deals?limit=3');
		await reads(page.locator('#requests'), 'GET /v2/deals ?limit=3 200 OK personal');
		const { personal, team, v1 } = view.sandbox.credentials;
		const text = await page.content();
		if ([personal, team, v1].some((token) => text.includes(token))) throw new Error('A token');
	});
	await stage.check('a burst shows its 429s above the limit', async () => {
		const statuses = await Promise.all(Array.from({ length: 15 }, () => ask(view, '/roles')));
		const refused = statuses.filter((status) => status === 429).length;
		if (refused === 0) throw new Error('The sandbox refused nothing');
		await reads(page.locator('#pace figcaption'), `${refused} refused with 429`);
		await page.locator('#pace rect.refused').first().waitFor();
		await reads(page.locator('#requests'), '429 too fast');
	});
	await stage.check('while it is paused, nothing moves', async () => {
		await page.getByLabel('Pause').click();
		await pause(1_500);
		await ask(view, '/industries-of-nobody');
		await pause(1_500);
		const text = await page.locator('#requests').innerText();
		if (text.includes('nobody')) throw new Error('It went on');
		await page.getByLabel('Pause').click();
		await reads(page.locator('#requests'), 'nobody');
	});
}

export async function switches(view: View): Promise<void> {
	const { stage, page } = view;
	const is = async (name: string, value: unknown) =>
		await until(
			async () => await steer<Record<string, unknown>>(view, '/options'),
			(options: Record<string, unknown>) => options[name] === value,
		);
	await stage.check('a switch, a number and a choice change the option, and back', async () => {
		await page.getByRole('switch', { name: /^retryAfterHeader/ }).click();
		await is('retryAfterHeader', false);
		await page.getByLabel(/^latencyMs/).fill('40');
		await page.keyboard.press('Enter');
		await is('latencyMs', 40);
		await page.getByLabel(/^windowEnds/).selectOption('exclusive');
		await is('windowEnds', 'exclusive');
		await reads(page.locator('#changed'), 'retryAfterHeader, latencyMs, windowEnds');
		for (const text of ['Back to true', 'Back to 0', 'Back to inclusive']) {
			await page.getByRole('button', { name: text }).click();
		}
		await is('windowEnds', 'inclusive');
		await reads(page.locator('#changed'), 'None');
	});
	await stage.check('a number that is emptied goes back to its default', async () => {
		await page.getByLabel(/^latencyMs/).fill('40');
		await page.keyboard.press('Enter');
		await is('latencyMs', 40);
		await page.getByLabel(/^latencyMs/).fill('');
		await page.keyboard.press('Enter');
		await is('latencyMs', 0);
		await reads(page.getByRole('status'), 'latencyMs is back to its default, 0.');
	});
	await stage.check('a value that is refused is told, and is not shown as if it held', async () => {
		await page.getByLabel(/^timestampGranularityMs/).fill('0');
		await page.keyboard.press('Enter');
		await reads(page.getByRole('status'), 'timestampGranularityMs must be >= 1');
		await until(
			async () => await page.getByLabel(/^timestampGranularityMs/).inputValue(),
			(value: string) => value === '1',
		);
	});
	await stage.check('a fault is switched on, strikes, and is cleared', async () => {
		await page.getByLabel('The next').fill('2');
		await page.getByLabel('requests to').fill('/v2/roles');
		await page.getByLabel('get', { exact: true }).selectOption('503, Retry-After: 2');
		await page.getByRole('button', { name: 'Switch on' }).click();
		await reads(page.locator('#faults'), '/v2/roles: 503, 2 left');
		const status = await ask(view, '/roles');
		if (status !== 503) throw new Error(`The request got ${status}`);
		await reads(page.locator('#faults'), '/v2/roles: 503, 1 left');
		await page.getByRole('button', { name: 'Clear' }).click();
		await until(
			async () => await steer<unknown[]>(view, '/faults'),
			(faults: unknown[]) => faults.length === 0,
		);
		await until(
			async () => await page.locator('#faults li').count(),
			(count: number) => count === 0,
		);
	});
	await stage.check('access tokens are shown when asked for, and copied', async () => {
		const { personal } = view.sandbox.credentials;
		await page.getByRole('button', { name: 'Show access tokens' }).click();
		await reads(page.locator('#addresses'), personal);
		await page.locator('#addresses li', { hasText: 'Personal' }).getByRole('button').click();
		await reads(page.getByRole('status'), 'Personal token is copied.');
	});
}
