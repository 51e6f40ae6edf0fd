/** What the trigger's form means: each choice, what it is without one, and what is refused. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { readSettings, type Settings } from '../../../nodes/SalesManagement/trigger/settings';
import { TriggerHost } from '../support/triggerHost';

function settingsOf(options: IDataObject = {}, rest: IDataObject = {}): Settings {
	const parameters: IDataObject = {
		authentication: 'personalToken',
		resource: 'deal',
		event: 'createdOrUpdated',
		options,
		...rest,
	};
	const context = {
		getNodeParameter: (name: string) => parameters[name],
		getTimezone: () => 'Asia/Tokyo',
	};
	return readSettings(context as unknown as IPollFunctions);
}

describe('options', () => {
	test('that nobody touched', () => {
		expect(settingsOf()).toMatchObject({
			kind: 'personalToken',
			list: 'deal.getMany',
			query: {},
			path: {},
			startFrom: 'now',
			skipDowntime: false,
			delivery: 'once',
			lookbackMs: 5 * 60_000,
			batchLimit: 5_000,
			compared: undefined,
			customFieldsByKey: false,
			relatedObjects: false,
			perPoll: false,
		});
	});

	test.each<[IDataObject, Partial<Settings>]>([
		[{ afterDowntime: 'skip' }, { skipDowntime: true }],
		[{ afterDowntime: 'catchUp' }, { skipDowntime: false }],
		[{ delivery: 'atLeastOnce' }, { delivery: 'atLeastOnce' }],
		[{ lookbackMinutes: 1 }, { lookbackMs: 60_000 }],
		[{ lookbackMinutes: 1_440 }, { lookbackMs: 86_400_000 }],
		[{ batchLimit: 1 }, { batchLimit: 1 }],
		[{ batchLimit: 100_000 }, { batchLimit: 100_000 }],
		[{ relatedObjects: true }, { relatedObjects: true, batchLimit: 100 }],
		[{ relatedObjects: true, batchLimit: 30 }, { batchLimit: 30 }],
		[{ relatedObjects: true, batchLimit: 300 }, { batchLimit: 100 }],
		[{ customFieldsByKey: true }, { customFieldsByKey: true }],
		[{ emit: 'perPoll' }, { perPoll: true }],
		[{ emit: 'perRecord' }, { perPoll: false }],
		[{ startFrom: 'now' }, { startFrom: 'now' }],
		[{ startFrom: 'all' }, { startFrom: 0 }],
		[
			{ startFrom: 'date', startDate: '2026-11-30T09:00:00' },
			{ startFrom: Date.parse('2026-11-30T00:00:00Z') },
		],
	])('%j', (options, expected) => {
		expect(settingsOf(options)).toMatchObject(expected);
	});

	test.each([
		[{ lookbackMinutes: 0 }, 'Lookback Minutes'],
		[{ lookbackMinutes: 1_441 }, 'Lookback Minutes'],
		[{ batchLimit: 0 }, 'Batch Limit'],
		[{ startFrom: 'date' }, 'Start Date is required'],
		[{ startFrom: 'then' }, 'Start From'],
		[{ emit: 'none' }, 'Emit'],
		[{ afterDowntime: 'none' }, 'After Downtime'],
		[{ delivery: 'twice' }, 'Delivery'],
	])('%j is refused', (options, message) => {
		expect(() => settingsOf(options)).toThrow(message);
	});
});

describe('what is handed out of a record', () => {
	const record = {
		id: 1,
		name: 'A',
		phase: { id: 2, name: 'Won' },
		dealCustoms: [{ itemKey: 'level', name: 'Level', value: 'Gold' }],
		fromEmail: false,
	};
	const shaped = (rest: IDataObject) => settingsOf({}, rest).shape(record);

	test('by default what a person reads, flat', () => {
		const simple = { id: 1, name: 'A', phase: 'Won', phaseId: 2, Level: 'Gold' };
		expect(shaped({})).toEqual(simple);
		expect(shaped({ output: 'simplified' })).toEqual(simple);
	});

	test('all of it, or the named fields', () => {
		expect(shaped({ output: 'raw' })).toBe(record);
		const fields = { output: 'selectedFields', outputFields: 'phase.name, Level, fromEmail' };
		expect(shaped(fields)).toEqual({ phase: { name: 'Won' }, Level: 'Gold', fromEmail: false });
	});

	test.each([
		[{ output: 'none' }, 'Output is "none"; it must be one of simplified, raw, selectedFields.'],
		[{ output: 'selectedFields' }, 'Output Fields names none'],
	])('%j is refused', (rest, message) => {
		expect(() => settingsOf({}, rest)).toThrow(message);
	});
});

describe('what is watched', () => {
	test.each([
		['deal', {}, { list: 'deal.getMany', path: {} }],
		['contactAction', {}, { list: 'contactAction.getMany', path: { contactId: 'all' } }],
		['customerAction', {}, { path: { customerId: 'all' } }],
		['customerAction', { customerId: 12 }, { path: { customerId: 12 } }],
		['customObject', {}, { path: { customObjectDefKey: 'tickets' } }],
		['deal', { dealTypeId: 3 }, { path: {}, query: { dealTypeId: 3 } }],
	])('%s with the filters %j', (resource, filters, expected) => {
		const rest = { resource, filters, customObjectDefKey: 'tickets' };
		expect(settingsOf({}, rest)).toMatchObject(expected);
	});

	test.each([
		[{ resource: 'invoice' }, 'The trigger has no resource "invoice".'],
		[{ event: 'archived' }, 'The trigger has no event "archived" for this resource'],
		[{ resource: 'contact', event: 'phaseChanged' }, 'The trigger has no event "phaseChanged"'],
		[{ resource: 'customObject', authentication: 'v1ApiKey' }, 'can’t be watched with an API key'],
		[{ resource: 'customObject' }, 'Definition Key is required.'],
		[{ filters: { none: 1 } }, 'Filters has no field "none"'],
	])('%j is refused', (rest, message) => {
		expect(() => settingsOf({}, rest)).toThrow(message);
	});
});

describe('Only When Fields Change', () => {
	const compared = (fieldsToWatch: unknown) =>
		settingsOf({ fieldsToWatch } as IDataObject).compared;
	const record = { amount: 1, phase: { id: 2, name: 'Won' }, memo: null, dealCustoms: [] };

	test.each(['phase, amount', 'amount,phase', ' amount , phase ', '["phase","amount"]'])(
		'%j is one choice of fields, whatever its order',
		(entered) => {
			expect(compared(entered)?.name).toBe('fields amount,phase');
			expect(compared(entered)?.valueIn(record)).toBe(compared('amount,phase')?.valueIn(record));
		},
	);

	test('a change of one of them is one, of another none', () => {
		const value = (changed: IDataObject) =>
			compared('amount, phase.id')?.valueIn({ ...record, ...changed });
		expect(value({ memo: 'x', phase: { id: 2, name: 'Done' } })).toBe(value({}));
		expect(value({ amount: 2 })).not.toBe(value({}));
		expect(value({ amount: null })).not.toBe(value({}));
		expect(value({ phase: { id: 3 } })).not.toBe(value({}));
	});

	test('custom fields are watched by key or item id, as a person reads them', () => {
		const custom = (label: string, memo = 'a') => ({
			dealCustoms: [
				{
					dealCustomItemId: 5,
					itemKey: 'level',
					name: 'Level',
					selectedOption: { value: 1, label },
				},
				{ dealCustomItemId: 6, itemKey: 'memo', name: 'Memo', text: memo },
			],
		});
		for (const name of ['dealCustoms.level', 'dealCustoms.5']) {
			const value = (each: IDataObject) => compared(name)?.valueIn(each);
			expect(value(custom('Gold'))).not.toBe(value(custom('Silver')));
			expect(value(custom('Gold', 'b'))).toBe(value(custom('Gold')));
		}
	});

	test('a field is refused that the service returns without its key', () => {
		const values = Array.from({ length: 12 }, (_, at) => ({
			dealCustomItemId: at + 1,
			...(at === 0 && { name: 'Level' }),
			text: 'x',
		}));
		const valueIn = (name: string, customs: IDataObject[]) =>
			compared(name)?.valueIn({ dealCustoms: customs });
		expect(() => valueIn('dealCustoms.level', values)).toThrow(
			/can't watch "dealCustoms\.level".*such as dealCustoms\.1 \(Level\), dealCustoms\.2, .*dealCustoms\.10\.$/,
		);
		expect(valueIn('dealCustoms.3', values)).toBeDefined();
		expect(valueIn('dealCustoms.level', [])).toBeDefined();
		expect(valueIn('dealCustoms.level', [{ itemKey: 'a', text: 'x' }, ...values])).toBeDefined();
	});
});

describe('Phase Changed', () => {
	const START = Date.parse('2026-11-21T08:00:00Z');
	const MINUTE = 60_000;

	async function emitted(options: IDataObject) {
		let at = START - MINUTE;
		let phase = 1;
		const host = new TriggerHost(
			() => ({
				body: {
					deals: [
						{
							id: 1,
							phase: { id: phase, name: `Phase ${phase}` },
							createdAt: new Date(START - MINUTE).toISOString(),
							updatedAt: new Date(at).toISOString(),
						},
					],
					hasMore: false,
					nextCursor: null,
					totalCount: 1,
				},
			}),
			{ event: 'phaseChanged', options },
		);
		const events: unknown[] = [];
		for (const next of [1, 1, 2, 2, 3]) {
			phase = next;
			at = host.now - MINUTE / 2;
			for (const { json } of (await host.poll()) ?? []) events.push(json._event);
			host.now += 2 * MINUTE;
		}
		return events;
	}
	const change = (from: number, to: number) => ({
		type: 'phaseChanged',
		from: { id: from },
		to: { id: to },
	});

	test('is each entry into another phase, with the one before', async () => {
		expect(await emitted({})).toMatchObject([change(1, 2), change(2, 3)]);
	});

	test('is only an entry into one of the phases chosen', async () => {
		expect(await emitted({ enteredPhases: [3] })).toMatchObject([change(2, 3)]);
	});
});
