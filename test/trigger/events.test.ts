/** How the trigger emits a record: its outputs, the phases that it changed. */
import type { IDataObject } from 'n8n-workflow';
import { ordered } from '../support/ordered';
import { records, useTriggerFixture } from '../support/triggerFixture';

const fixture = useTriggerFixture({ seed: 'small' });

describe('the emitted record', () => {
	test('is the service’s own under Raw, with an event whose id is the version’s', async () => {
		const one = fixture.watch();
		const other = fixture.watch({ parameters: { output: 'simplified' } });
		await one.activate();
		await other.activate();
		const id = await fixture.writeOne('deal', { name: 'new', amount: 0 });
		await fixture.settle();
		const [record] = records(await one.poll());
		const { _event, ...own } = record!;
		const dealId = { __rl: true, mode: 'id', value: String(id) };
		const [asRead] = await fixture.records('deal.get', { parameters: { dealId } });
		expect(ordered(asRead)).toMatchObject(ordered(own));
		expect(own).toMatchObject({ id, name: 'new', amount: 0 });
		const inUtc = new Date(own.updatedAt as string).toISOString();
		expect(_event).toEqual({
			id: expect.stringMatching(new RegExp(`^deal:${id}:${inUtc}:`)),
			type: 'created',
			resource: 'deal',
			detectedAt: expect.stringMatching(/^\d{4}-.*Z$/),
		});
		expect(records(await other.poll())[0]!._event.id).toBe(_event.id);
	});

	test('all records in one item', async () => {
		const trigger = fixture.watch({ parameters: { options: { emit: 'perPoll' } } });
		await trigger.activate();
		await fixture.write('deal', [{ name: 'a' }, { name: 'b' }]);
		await fixture.settle();
		const items = await trigger.poll();
		expect(items).toHaveLength(1);
		expect(items![0]!.json).toMatchObject({ count: 2, records: [{ name: 'a' }, { name: 'b' }] });
	});

	test('selected fields come with its event', async () => {
		const parameters = {
			output: 'selectedFields',
			outputFields: 'id, phase.name, phaseId',
			options: { startFrom: 'all' },
		};
		const [deal] = records(await fixture.watch({ parameters }).activate());
		expect(Object.keys(deal!)).toEqual(['id', 'phase', 'phaseId', '_event']);
	});

	test('custom fields by key: under their keys when simplified, in an object of the service’s own values when raw', async () => {
		const options = { customFieldsByKey: true, startFrom: 'all' };
		const shown = async (output: string) =>
			records(await fixture.watch({ parameters: { output, options } }).activate());
		const simplified = Object.assign({}, ...(await shown('simplified'))) as IDataObject;
		expect(Object.keys(simplified)).toContain('deal_single_select');
		expect(Object.keys(simplified)).not.toContain('Level');
		const raw = (await shown('raw')).map(({ dealCustoms }) => dealCustoms);
		const key = 'deal_single_select';
		expect(Object.assign({}, ...raw)).toMatchObject({ [key]: { itemKey: key } });
	});
});
