/** Simplified custom fields of what a trigger emits, where the service sends compact values. */
import type { IDataObject } from 'n8n-workflow';
import { asked, startCustomsFixture, type CustomsFixture } from '../support/customsFixture';
import { byId } from '../support/nodeFixture';
import { records } from '../support/triggerFixture';

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
