/** Names in the trigger's form on the real engine: they outlive a restart, and an idle poll stays one request. */
import type { IDataObject } from 'n8n-workflow';
import { byId } from './support/nodeFixture';
import { events, startTriggerFixture, type TriggerFixture } from './support/triggerFixture';

let fixture: TriggerFixture;
let deals: IDataObject[];
beforeAll(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
	deals = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
});
afterAll(async () => await fixture.close());

const nameOf = (value: unknown) => (value as IDataObject).name;
const dealsIn = (phase: string, dealType: string) =>
	deals
		.filter((each) => nameOf(each.phase) === phase && nameOf(each.dealType) === dealType)
		.map(({ id }) => id as number);

const move = async (dealId: number, phase: string) =>
	await fixture.records('deal.update', {
		parameters: { dealId: byId(dealId), updateFields: { phase } },
	});

test('phases and a deal type by their names, through a restart of n8n', async () => {
	const parameters = {
		event: 'phaseChanged',
		filters: { dealTypeId: 'renewal' },
		options: { enteredPhases: '={{ "proposal" }}' },
	};
	const [first, second] = dealsIn('Qualified', 'Renewal');
	const [other] = dealsIn('Qualified', 'New business');
	const trigger = fixture.watch({ parameters, workflowId: 'by names' });
	await trigger.poll();
	await fixture.requests();
	await fixture.pass({ minutes: 1 });
	expect(events(await trigger.poll())).toEqual([]);
	expect(await fixture.requests()).toHaveLength(1);
	for (const id of [first, other]) await move(id ?? 0, 'Proposal');
	await fixture.settle();
	expect(events(await trigger.poll())).toEqual([['phaseChanged', first]]);

	const { dealType, phase } = (
		await fixture.records('deal.get', { parameters: { dealId: byId(first ?? 0) } })
	)[0] as Record<string, IDataObject>;
	const byIds = {
		event: 'phaseChanged',
		filters: { dealTypeId: dealType?.id as number },
		options: { enteredPhases: [phase?.id as number] },
	};
	const { saved } = trigger;
	const restarted = fixture.watch({ parameters: byIds, saved, workflowId: 'by names, restarted' });
	await move(second ?? 0, 'Proposal');
	await fixture.settle();
	expect(events(await restarted.poll())).toEqual([['phaseChanged', second]]);
});
