/** Names are as good as IDs in the trigger's form, and an idle poll stays one request. */
import type { IDataObject } from 'n8n-workflow';
import { passTime } from '../support/timeTravel';
import { events, startTriggerFixture, type TriggerFixture } from './support/triggerFixture';

let fixture: TriggerFixture;
let deals: IDataObject[];
beforeAll(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
	deals = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
});
afterAll(async () => await fixture.close());

const nameOf = (value: unknown) => (value as IDataObject).name;
const dealIn = (phase: string, dealType: string) =>
	deals.find((each) => nameOf(each.phase) === phase && nameOf(each.dealType) === dealType)!;

const move = async (dealId: unknown, phase: string) =>
	await fixture.records('deal.update', {
		parameters: {
			dealId: { __rl: true, mode: 'id', value: dealId },
			updateFields: { phase },
		},
	});

test('a phase by its name means those of all deal types, or of the one that is chosen', async () => {
	const watch = (filters: IDataObject) =>
		fixture.watch({
			parameters: { event: 'phaseChanged', filters, options: { enteredPhases: 'proposal' } },
		});
	const [all, one] = [watch({}), watch({ dealTypeId: 'renewal' })];
	for (const each of [all, one]) await each.poll();
	const moved = ['New business', 'Renewal'].map((type) => dealIn('Qualified', type).id as number);
	for (const id of moved) await move(id, 'Proposal');
	await fixture.settle();
	expect(events(await all.poll())).toEqual(moved.map((id) => ['phaseChanged', id]));
	expect(events(await one.poll())).toEqual([['phaseChanged', moved[1]]]);
});

test('names are looked up once an hour: a poll that finds nothing stays one request', async () => {
	const trigger = fixture.watch({
		parameters: {
			event: 'won',
			filters: { dealTypeId: 'Renewal' },
			options: { wonPhases: 'Proposal' },
		},
	});
	await trigger.poll();
	await fixture.requests();
	for (let poll = 0; poll < 3; poll++) {
		await fixture.pass({ minutes: 1 });
		await trigger.poll();
		expect(await fixture.requests()).toHaveLength(1);
	}
	passTime(3_600_000);
	await trigger.poll();
	expect((await fixture.requests()).length).toBeGreaterThan(1);
});

test('a name that is in no list fails the poll with what there is, until it is right', async () => {
	const trigger = fixture.watch({ parameters: { filters: { dealTypeId: 'Renewals' } } });
	await expect(trigger.poll()).rejects.toThrow(
		/^Deal Type is "Renewals", which is no name in its list: it knows .*Renewal/,
	);
});
