import type { IDataObject } from 'n8n-workflow';
import { customerScenario, industriesOf } from './support/scenarios/customerScenario';
import { clearableNames } from './support/scenarios/formFields';
import { runScenario } from './support/scenarios/runScenario';
import { shownAs } from './support/scenarios/shownAs';
import { byId, startNodeFixture, type NodeFixture } from './support/nodeFixture';

runScenario('customer', 'a customer', customerScenario);

describe('what the documents say of customers in particular (v2 §2.4, §4.4)', () => {
	let fixture: NodeFixture;
	let industries: number[];
	beforeAll(async () => {
		fixture = await startNodeFixture();
		industries = await industriesOf(fixture);
	});
	afterAll(async () => await fixture.close());

	async function created(additionalFields: IDataObject): Promise<IDataObject> {
		const [record] = await fixture.records('customer.create', {
			parameters: { name: 'Exception', additionalFields },
		});
		return record!;
	}
	/** What is not set stands as null, also where the service leaves it out. */
	const emptied = (record: IDataObject, name: string) =>
		expect(shownAs({ [name]: null }, record, fixture.sandbox)).toMatchObject({ [name]: null });
	async function updated(id: unknown, parameters: IDataObject): Promise<IDataObject> {
		const [record] = await fixture.records('customer.update', {
			parameters: { customerId: byId(id as number), ...parameters },
		});
		return record!;
	}

	test('companyNum can be changed but not cleared, neither by Fields to Clear nor by empty text', async () => {
		const { id } = await created({ companyNum: '111' });
		expect(clearableNames('customer')).not.toContain('companyNum');
		const { error } = await fixture.run('customer.update', {
			parameters: { customerId: byId(id as number), fieldsToClear: ['companyNum'] },
		});
		expect(error?.message).toContain("which can't be cleared");
		expect(await updated(id, { updateFields: { companyNum: '' } })).toMatchObject({
			companyNum: '111',
		});
		expect(await updated(id, { updateFields: { companyNum: '222' } })).toMatchObject({
			companyNum: '222',
		});
	});

	test('industry overrides industryId; cleared it unsets the industry, even with an industryId', async () => {
		const [first, second] = industries as [number, number];
		const { id } = await created({ industryId: first });
		expect(
			await updated(id, { updateFields: { industry: second, industryId: first } }),
		).toMatchObject({ industry: { id: second } });
		emptied(
			await updated(id, { fieldsToClear: ['industry'], updateFields: { industryId: first } }),
			'industry',
		);
	});

	test('Fields to Clear unsets the industry by a null industryId', async () => {
		const { id } = await created({ industryId: industries[0] });
		emptied(await updated(id, { fieldsToClear: ['industryId'] }), 'industry');
	});

	test('the website of exactly one registered company sets the industry, and the year if none is given', async () => {
		const [first = 0, second = 0] = industries;
		await fixture.write('company', [
			{ name: 'Known', webUrl: 'https://known.example', establishYear: 1950, industryId: second },
		]);
		const website = { webUrl: 'https://known.example', industryId: first };
		expect(await created(website)).toMatchObject({
			industry: { id: second },
			establishYear: 1950,
		});
		expect(await created({ ...website, establishYear: 1960 })).toMatchObject({
			establishYear: 1960,
		});
	});

	test('establishYear is cleared by null, and the website does not restore it on update', async () => {
		const { id } = await created({ webUrl: 'https://registered-works.example' });
		emptied(await updated(id, { fieldsToClear: ['establishYear'] }), 'establishYear');
		emptied(await updated(id, { updateFields: { employee: 1 } }), 'establishYear');
	});
});
