/** What the trigger watches, and how it emits it: resources, events, filters, options. */
import type { IDataObject } from 'n8n-workflow';
import { ordered } from '../support/ordered';
import {
	events,
	inUtc,
	names,
	records,
	startTriggerFixture,
	type TriggerFixture,
} from './support/triggerFixture';

let fixture: TriggerFixture;
beforeAll(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
});
afterAll(async () => await fixture.close());

const RESOURCES: Array<[authentication: string, resource: string]> = [
	['personalToken', 'deal'],
	['personalToken', 'customer'],
	['teamToken', 'contact'],
	['teamToken', 'customObject'],
	['personalToken', 'customerAction'],
	['personalToken', 'dealAction'],
	['personalToken', 'contactAction'],
	['v1ApiKey', 'deal'],
	['v1ApiKey', 'customer'],
	['v1ApiKey', 'contact'],
	['v1ApiKey', 'customerAction'],
	['v1ApiKey', 'dealAction'],
];

/** A write of each kind that the sandbox takes as it is. */
const rowOf = (resource: string, text: string): IDataObject => {
	if (resource === 'customObject') return { customObjectDefKey: 'ticket', subject: text };
	return resource.endsWith('Action') ? { preNote: text } : { name: text };
};

describe.each(RESOURCES)('with %s, %s', (authentication, resource) => {
	const watch = (event: string) =>
		fixture.watch({
			parameters: { authentication, resource, event, customObjectDefKey: 'ticket' },
		});

	test('created, updated, and created or updated each emit what they say, once', async () => {
		const triggers = ['created', 'updated', 'createdOrUpdated'].map(watch);
		const polls = async () =>
			await Promise.all(triggers.map(async (each) => events(await each.poll())));
		for (const trigger of triggers) expect(await trigger.activate()).toBeNull();
		await fixture.pass({ seconds: 1 });
		const [id] = await fixture.write(resource, [rowOf(resource, 'new')]);
		await fixture.settle();
		expect(await polls()).toEqual([[['created', id]], [], [['created', id]]]);
		await fixture.write(resource, [{ ...rowOf(resource, 'edited'), id }]);
		await fixture.settle();
		expect(await polls()).toEqual([[], [['updated', id]], [['updated', id]]]);
		expect(await polls()).toEqual([[], [], []]);
	});

	test('a backlog of several pages is emitted whole, in rising order, once', async () => {
		const trigger = watch('created');
		await trigger.activate();
		const start = Date.parse(await fixture.now());
		await fixture.pass({ minutes: 20 });
		const rows = Array.from({ length: 1250 }, (_, i) => ({
			...rowOf(resource, `row ${i}`),
			// Two at a time share a timestamp.
			createdAt: new Date(start + 60_000 + Math.floor(i / 2) * 1500).toISOString(),
		}));
		const ids = await fixture.write(resource, rows);
		await fixture.requests();
		const emitted = records(await trigger.poll());
		expect((await fixture.requests()).length).toBeGreaterThan(1);
		expect(emitted).toHaveLength(ids.length);
		expect(new Set(emitted.map(({ id }) => id))).toEqual(new Set(ids));
		const times = emitted.map(({ updatedAt }) => Date.parse(updatedAt as string));
		expect(times).toEqual([...times].sort((a, b) => a - b));
		expect(await trigger.poll()).toBeNull();
	});
});

describe('the emitted record', () => {
	test('is the service’s own under Raw, with an event whose id is the version’s', async () => {
		const one = fixture.watch();
		const other = fixture.watch({ parameters: { output: 'simplified' } });
		await one.activate();
		await other.activate();
		const [id] = await fixture.write('deal', [{ name: 'new', amount: 0 }]);
		await fixture.settle();
		const [record] = records(await one.poll());
		const { _event, ...own } = record!;
		const dealId = { __rl: true, mode: 'id', value: String(id) };
		const [asRead] = await fixture.records('deal.get', { parameters: { dealId } });
		expect(ordered(asRead)).toMatchObject(ordered(own));
		expect(own).toMatchObject({ id, name: 'new', amount: 0 });
		expect(_event).toEqual({
			id: expect.stringMatching(new RegExp(`^deal:${id}:${inUtc(own.updatedAt)}:`)),
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

	test('is simplified by default: flat, with its event', async () => {
		const parameters = { output: undefined, options: { startFrom: 'all' } };
		const [deal] = records(await fixture.watch({ parameters }).activate());
		expect(deal).toMatchObject({ phase: expect.any(String), phaseId: expect.any(Number) });
		expect(deal).toMatchObject({ _event: { resource: 'deal' } });
		expect(deal).not.toHaveProperty('phaseStayDays');
		expect(deal).not.toHaveProperty('dealCustoms');
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

	test('custom fields by key: under their keys, also when simplified', async () => {
		const options = { customFieldsByKey: true, startFrom: 'all' };
		const parameters = { output: 'simplified', options };
		const deals = records(await fixture.watch({ parameters }).activate());
		const keys = new Set(deals.flatMap((each) => Object.keys(each)));
		expect([...keys]).toContain('deal_single_select');
		expect([...keys]).not.toContain('Level');
	});

	test('custom fields by key: an object of the service’s own values', async () => {
		const options = { customFieldsByKey: true, startFrom: 'all' };
		const deals = records(await fixture.watch({ parameters: { options } }).activate());
		const customs = deals.map(({ dealCustoms }) => dealCustoms as IDataObject);
		const [key, value] = Object.entries(customs.find((each) => Object.keys(each).length > 0)!)[0]!;
		expect(value).toMatchObject({ itemKey: key });
	});

	test('related objects: read for each record', async () => {
		const [first] = records(
			await fixture.watch({ parameters: { resource: 'customer' } }).manualTest(),
		);
		expect(first).not.toHaveProperty('customObjects');
		const options = { relatedObjects: true };
		const parameters = { resource: 'customer', options };
		for (const customer of records(await fixture.watch({ parameters }).manualTest())) {
			expect(Array.isArray(customer.customObjects)).toBe(true);
		}
	});
});

describe('filters', () => {
	test('search word and deal type', async () => {
		const byWord = fixture.watch({ parameters: { filters: { searchWord: 'wanted' } } });
		const byType = fixture.watch({ parameters: { filters: { dealTypeId: 2 } } });
		await byWord.activate();
		await byType.activate();
		const [wanted, , renewal] = await fixture.write('deal', [
			{ name: 'a wanted one' },
			{ name: 'another' },
			{ name: 'renewal', dealType: { id: 2 } },
		]);
		await fixture.settle();
		expect(events(await byWord.poll())).toEqual([['created', wanted]]);
		expect(events(await byType.poll())).toEqual([['created', renewal]]);
	});

	test('people in charge, completion and owner of actions', async () => {
		const filters = { users: [1], active: 'false' };
		const trigger = fixture.watch({ parameters: { resource: 'dealAction', filters } });
		const ofCustomer = fixture.watch({
			parameters: { resource: 'customerAction', filters: { customerId: '2' } },
		});
		await trigger.activate();
		await ofCustomer.activate();
		const [wanted] = await fixture.write('dealAction', [
			{ creator: { id: 1 }, active: false },
			{ creator: { id: 1 }, active: true },
			{ creator: { id: 2 }, active: false },
		]);
		const [hers] = await fixture.write('customerAction', [
			{ customer: { id: 2 } },
			{ customer: { id: 3 } },
		]);
		await fixture.settle();
		expect(events(await trigger.poll())).toEqual([['created', wanted]]);
		expect(events(await ofCustomer.poll())).toEqual([['created', hers]]);
	});

	test('values of custom object fields', async () => {
		const trigger = fixture.watch({
			parameters: {
				resource: 'customObject',
				customObjectDefKey: 'ticket',
				filters: { equals: { values: [{ itemKey: 'priority', value: '77' }] } },
			},
		});
		await trigger.activate();
		const [wanted] = await fixture.write('customObject', [
			{ customObjectDefKey: 'ticket', priority: 77 },
			{ customObjectDefKey: 'ticket', priority: 78 },
		]);
		await fixture.settle();
		expect(events(await trigger.poll())).toEqual([['created', wanted]]);
	});
});

describe('phase changed', () => {
	const parameters = { event: 'phaseChanged' };

	test('names the phase before and the phase after, and nothing else', async () => {
		const [id] = await fixture.write('deal', [{ name: 'moving', phase: { id: 1 } }]);
		await fixture.settle();
		const trigger = fixture.watch({ parameters });
		expect(await trigger.activate()).toBeNull();
		await fixture.write('deal', [{ id, name: 'renamed' }]);
		await fixture.write('deal', [{ name: 'created in a phase', phase: { id: 2 } }]);
		await fixture.settle();
		expect(await trigger.poll()).toBeNull();
		await fixture.write('deal', [{ id, phase: { id: 2 } }]);
		await fixture.settle();
		const [moved] = records(await trigger.poll());
		expect(moved).toMatchObject({
			id,
			_event: {
				type: 'phaseChanged',
				from: { id: 1, name: expect.any(String) },
				to: { id: 2, name: expect.any(String) },
			},
		});
	});

	test('also learns the phases when a trigger of another event is changed to this one', async () => {
		const [id] = await fixture.write('deal', [{ name: 'moving', phase: { id: 1 } }]);
		await fixture.settle();
		const workflowId = 'changed to phase changed';
		const before = fixture.watch({ workflowId });
		await before.activate();
		const trigger = fixture.watch({ workflowId, parameters, saved: before.saved });
		expect(await trigger.activate('update')).toBeNull();
		await fixture.write('deal', [{ id, phase: { id: 2 } }]);
		await fixture.settle();
		expect(records(await trigger.poll())).toMatchObject([{ id, _event: { from: { id: 1 } } }]);
	});

	test('only into the chosen phases', async () => {
		const [id] = await fixture.write('deal', [{ name: 'moving', phase: { id: 1 } }]);
		await fixture.settle();
		const options = { enteredPhases: [1] };
		const trigger = fixture.watch({ parameters: { ...parameters, options } });
		await trigger.activate();
		await fixture.write('deal', [{ id, phase: { id: 2 } }]);
		await fixture.settle();
		expect(await trigger.poll()).toBeNull();
		await fixture.write('deal', [{ id, phase: { id: 1 } }]);
		await fixture.settle();
		expect(records(await trigger.poll())).toMatchObject([
			{ id, _event: { from: { id: 2 }, to: { id: 1 } } },
		]);
	});

	test('is not offered for anything but deals', async () => {
		const trigger = fixture.watch({ parameters: { resource: 'customer', event: 'phaseChanged' } });
		await expect(trigger.activate()).rejects.toThrow(/has no event "phaseChanged"/);
	});
});

test('only when fields change: other changes stay quiet, the first event does not', async () => {
	const [old] = await fixture.write('deal', [{ name: 'old', amount: 1 }]);
	await fixture.settle();
	const options = { fieldsToWatch: 'amount' };
	const trigger = fixture.watch({ parameters: { options } });
	await trigger.activate();
	await fixture.write('deal', [{ id: old, name: 'renamed' }]);
	const [young] = await fixture.write('deal', [{ name: 'young' }]);
	await fixture.settle();
	expect(names(await trigger.poll())).toEqual(['young']);
	await fixture.write('deal', [
		{ id: old, amount: 2 },
		{ id: young, name: 'young, renamed' },
	]);
	await fixture.settle();
	expect(events(await trigger.poll())).toEqual([['updated', old]]);
});

test('batch limit: the rest follows, poll by poll', async () => {
	const trigger = fixture.watch({ parameters: { options: { batchLimit: 2 } } });
	await trigger.activate();
	await fixture.write(
		'deal',
		['a', 'b', 'c', 'd', 'e'].map((name) => ({ name })),
	);
	await fixture.settle();
	expect(names(await trigger.poll())).toEqual(['a', 'b']);
	expect(names(await trigger.poll())).toEqual(['c', 'd']);
	expect(names(await trigger.poll())).toEqual(['e']);
	expect(await trigger.poll()).toBeNull();
});

test('v1: a response above the service’s size limit is requested again in smaller pages (v1 §7)', async () => {
	const trigger = fixture.watch({ parameters: { authentication: 'v1ApiKey' } });
	await trigger.activate();
	const ids = await fixture.write(
		'deal',
		Array.from({ length: 300 }, (_, i) => ({ name: `deal ${i}`, memo: 'x'.repeat(500) })),
	);
	await fixture.settle();
	await fixture.steer('PATCH', '/options', { maxResponseBytes: 200_000 });
	const emitted = records(await trigger.poll()).map(({ id }) => id);
	await fixture.steer('PATCH', '/options', { maxResponseBytes: null });
	expect(emitted.sort((a, b) => a - b)).toEqual(ids);
});

test('a manual test of an account without records shows a sample that says it is one', async () => {
	const empty = await startTriggerFixture();
	try {
		const shown = records(await empty.watch().manualTest());
		expect(shown).toMatchObject([
			{ name: 'Sample deal', _event: { sample: true, note: expect.stringMatching(/made up/) } },
		]);
	} finally {
		await empty.close();
	}
});
