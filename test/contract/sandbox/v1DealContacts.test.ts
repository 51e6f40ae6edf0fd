import { given, startV1Client, type Page, type V1Client } from '../support/v1Client';

describe('v1 deal contacts', () => {
	let v1: V1Client;
	let contact: number;
	let deal: number;
	beforeAll(async () => {
		v1 = await startV1Client();
		contact = given((await v1.write('contact', [{ name: 'Linked' }]))[0]);
		deal = given((await v1.write('deal', [{ name: 'Linking' }]))[0]);
	});
	afterAll(() => v1.sandbox.close());

	test('a contact is linked with 201, listed by page, unlinked with 200 (v1 §4)', async () => {
		const [own] = await v1.write('deal', [{ name: 'Linking' }]);
		const path = `/deals/${own}/contacts`;
		for (let time = 0; time < 2; time++) {
			expect((await v1.post(`${path}/${contact}`, {})).status).toBe(201);
		}
		const { body } = await v1.get<Page<'contacts'>>(path);
		expect([body.totalCount, body.page, body.contacts.map(({ id }) => id)]).toEqual([
			1,
			1,
			[contact],
		]);
		expect((await v1.delete(`${path}/${contact}`)).status).toBe(200);
		expect((await v1.get<Page<'contacts'>>(path)).body.contacts).toEqual([]);
		expect((await v1.delete(`${path}/${contact}`)).status).toBe(404);
		// The contact itself is kept.
		const { body: kept } = await v1.get<Page<'contacts'>>('/contacts?searchWord=Linked');
		expect(kept.contacts.map(({ id }) => id)).toEqual([contact]);
	});

	test('a missing deal or contact is a 404 (v1 §4)', async () => {
		expect((await v1.get('/deals/999999/contacts')).status).toBe(404);
		expect((await v1.post(`/deals/999999/contacts/${contact}`, {})).status).toBe(404);
		expect((await v1.post(`/deals/${deal}/contacts/999999`, {})).status).toBe(404);
		expect((await v1.delete(`/deals/${deal}/contacts/999999`)).status).toBe(404);
	});

	test('the contacts of a deal come 100 a page (S3)', async () => {
		const [own] = await v1.write('deal', [{ name: 'Crowded' }]);
		const people = await v1.write(
			'contact',
			Array.from({ length: 105 }, () => ({ name: 'P' })),
		);
		await v1.write(
			'dealContact',
			people.map((id) => ({ deal: { id: own }, contact: { id } })),
		);
		const page = async (number: number) =>
			(await v1.get<Page<'contacts'>>(`/deals/${own}/contacts?page=${number}`)).body.contacts;
		expect([(await page(1)).length, (await page(2)).length]).toEqual([100, 5]);
	});
});
