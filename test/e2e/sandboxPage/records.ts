import { reads, steer, until, type View } from './view';

export async function records(view: View): Promise<void> {
	const { stage, page } = view;
	const shown = page.locator('#view');
	const search = page.getByRole('searchbox', { name: 'Search' });
	const [customer = 0] = await steer<number[]>(view, '/records/customer', [{ name: 'Hub & Sons' }]);
	const [deal = 0] = await steer<number[]>(view, '/records/deal', [
		{ name: 'A bridge', customer: { id: customer } },
	]);
	await stage.check('what a client writes appears by itself', async () => {
		await reads(shown, 'Hub & Sons');
	});
	await stage.check(
		'a search finds a customer; its link leads to it, and on to its deal',
		async () => {
			await search.fill('hub &');
			await reads(shown, '1–1 of 1');
			await shown.getByRole('link', { name: 'Hub & Sons' }).click();
			await reads(shown, `Hub & Sons (ID ${customer})`);
			await shown.getByRole('link', { name: 'A bridge' }).click();
			await reads(shown, `A bridge (ID ${deal})`);
			await page.goBack();
			await reads(shown, `Hub & Sons (ID ${customer})`);
		},
	);
	await stage.check('markup in a name is read as text', async () => {
		const name = '<img src=x onerror=alert(1)>';
		const [id = 0] = await steer<number[]>(view, '/records/customer', [{ name }]);
		await page.goto(`${view.base}/#/1/customer/${id}`);
		await reads(shown, `${name} (ID ${id})`);
		if ((await page.locator('img').count()) > 0) throw new Error('It became a picture');
	});
	await stage.check('pages follow each other, and the second domain is a click away', async () => {
		await page.getByRole('link', { name: /^Deals \d+/ }).click();
		await shown.getByRole('link', { name: 'Next →' }).click();
		await reads(shown, '11–20 of 61');
		await page.getByRole('link', { name: 'Domain 2' }).click();
		await reads(page.locator('#kinds'), 'Customers 3');
		await page.getByRole('link', { name: 'Domain 1' }).click();
		await reads(page.locator('#kinds'), 'Customers 42');
	});
	await stage.check('the keyboard alone leads to a record, and keeps its place', async () => {
		await search.fill('hub');
		await reads(shown, '1–1 of 1');
		await search.focus();
		const isThere = async () =>
			await page.evaluate<boolean>(`document.activeElement.textContent === 'Hub & Sons'`);
		for (let pressed = 0; pressed < 30 && !(await isThere()); pressed++) {
			await page.keyboard.press('Tab');
		}
		await page.keyboard.press('Enter');
		await reads(shown, `Hub & Sons (ID ${customer})`);
		await until(
			async () => await page.evaluate<string>('document.activeElement.id'),
			(id: string) => id === 'view',
		);
	});
}
