/** Simplified custom fields of what a trigger emits, where the service sends compact values. */
import type { IDataObject } from 'n8n-workflow';
import { asked, startCustomsFixture, type CustomsFixture } from './support/customsFixture';
import { byId } from './support/nodeFixture';
import { records } from './support/triggerFixture';

/** The form's own default: the parameter is not set at all. */
const BY_DEFAULT = { output: undefined };

let fixture: CustomsFixture;
beforeEach(async () => {
	fixture = await startCustomsFixture();
});
afterEach(async () => await fixture.close());

const contact = async (id: number) => {
	const parameters = { contactId: byId(id), ...BY_DEFAULT };
	return (await fixture.records('contact.get', { parameters }))[0]!;
};

const polled = async (parameters: IDataObject, polls = 3) => {
	const trigger = fixture.watch({ parameters: { ...BY_DEFAULT, ...parameters } });
	await trigger.poll();
	const found: IDataObject[] = [];
	for (let at = 0; at < polls; at++) {
		await fixture.write('contact', [{ name: `Contact ${at}`, ...fixture.customsFor('contact') }]);
		await fixture.pass({ minutes: 2 });
		found.push(...(records(await trigger.poll()) as IDataObject[]));
	}
	return { found, trigger };
};
const OF_FIELDS = 'GET /v1/contact_custom_items';

test('shows contacts as Get does, and looks their fields up once for many polls', async () => {
	const { found } = await polled({ resource: 'contact' });
	expect(found).toHaveLength(3);
	const all = asked(await fixture.requests());
	expect(all.filter((each) => each === OF_FIELDS)).toHaveLength(1);
	expect(all.filter((each) => each === 'GET /v2/users')).toHaveLength(2);
	for (const { _event, ...record } of found) {
		expect(Object.entries(record)).toEqual(Object.entries(await contact(record.id as number)));
	}
	expect(found[0]).toMatchObject({ Level: 'Bronze', Topics: ['Price', 'Service'] });
});

test('asks for nothing more where nothing is to be named', async () => {
	const { found } = await polled({ resource: 'contact', output: 'raw' }, 1);
	expect(found).toHaveLength(1);
	const all = asked(await fixture.requests());
	expect(new Set(all.filter((each) => each.startsWith('GET')))).toEqual(
		new Set(['GET /v2/users', 'GET /v2/contacts']),
	);
});

test('has the same events and digests, whatever is looked up', async () => {
	const raw = await polled({ resource: 'contact', output: 'raw' }, 1);
	const { _event } = raw.found[0] as { _event: IDataObject };
	const again = fixture.watch({
		parameters: { resource: 'contact', ...BY_DEFAULT, options: { startFrom: 'all' } },
	});
	const same = records(await again.poll()).find(({ id }) => id === raw.found[0]!.id);
	expect(same!._event.id).toBe(_event.id);
});

test('without permission emits all the same, by key', async () => {
	const key = (await fixture.keysOf('contact'))('single_select');
	await fixture.steer('POST', '/faults', [
		{ match: { path: '/v1/contact_custom_items' }, times: 9, status: 403, body: { error: 'No' } },
	]);
	const { found } = await polled({ resource: 'contact' }, 2);
	expect(found.map(({ [key]: value }) => value)).toEqual(['3', '3']);
});
