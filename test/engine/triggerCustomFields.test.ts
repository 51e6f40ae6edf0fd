/** Custom fields in the trigger, named by their item keys or by the ids of their items (S5). */
import type { IDataObject } from 'n8n-workflow';
import {
	events,
	records,
	startTriggerFixture,
	type TriggerFixture,
} from './support/triggerFixture';

interface Definition {
	readonly id: number;
	readonly itemKey: string;
	readonly itemType: string;
}

let fixture: TriggerFixture;
beforeAll(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
});
afterAll(async () => await fixture.close());

async function textField(owner: 'contact' | 'action'): Promise<Definition> {
	const definitions = await fixture.records(
		owner === 'contact' ? 'contactField.getMany' : 'actionField.getMany',
		{ authentication: 'v1ApiKey' },
	);
	const fields = definitions as unknown as Definition[];
	return fields.find(({ itemType }) => itemType === 'text')!;
}

const watch = (resource: string, options: IDataObject) =>
	fixture.watch({ parameters: { resource, event: 'createdOrUpdated', options } });

describe.each([
	['contact', 'contact', 'contactCustoms', { name: 'Watched' }],
	['customerAction', 'action', 'actionCustoms', { preNote: 'Watched' }],
] as const)('%s', (resource, owner, property, row) => {
	let field: Definition;
	let id: number;
	beforeAll(async () => {
		field = await textField(owner);
		[id = 0] = await fixture.write(resource, [row]);
		await fixture.settle();
	});

	const change = async (value: string) => {
		const custom = { [`${property.slice(0, -1)}ItemId`]: field.id, value };
		await fixture.write(resource, [{ ...row, id, [property]: [custom] }]);
		await fixture.settle();
	};

	test('a custom field that is watched by the id of its item fires when it changes', async () => {
		const trigger = watch(resource, { fieldsToWatch: `${property}.${field.id}` });
		await change('first');
		await trigger.activate();
		await change('second');
		expect(events(await trigger.poll())).toEqual([['updated', id]]);
		await change('second');
		expect(await trigger.poll()).toBeNull();
		await change('third');
		expect(events(await trigger.poll())).toEqual([['updated', id]]);
	});

	test('Custom Fields by Key and Simplified have its value', async () => {
		await change('shown');
		const emitted = async (options: IDataObject, output: string) => {
			const parameters = { resource, output, options: { ...options, startFrom: 'all' } };
			const items = await fixture.watch({ parameters }).activate();
			return records(items).find((each) => each.id === id)!;
		};
		const raw = await emitted({ customFieldsByKey: true }, 'raw');
		expect(JSON.stringify(raw[property])).toContain('"shown"');
		for (const customFieldsByKey of [true, false]) {
			const simple = await emitted({ customFieldsByKey }, 'simplified');
			expect(Object.values(simple)).toContain('shown');
		}
	});
});

test('an item key that no value carries is an error that names the fields by id', async () => {
	const { id, itemKey } = await textField('action');
	await fixture.write('customerAction', [{ preNote: 'One' }]);
	await fixture.settle();
	const trigger = fixture.watch({
		parameters: {
			authentication: 'v1ApiKey',
			resource: 'customerAction',
			options: { fieldsToWatch: `actionCustoms.${itemKey}` },
		},
	});
	await expect(trigger.activate()).rejects.toThrow(
		new RegExp(`"actionCustoms.${itemKey}".* without their item keys.* actionCustoms\\.${id} \\(`),
	);
});
