/** The worked examples of CONTRIBUTING.md: each is one entry, and everything else follows from it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { referenceId, text, type Field, type Item } from '../../nodes/SalesManagement/fields';
import { resourceOf } from '../../nodes/SalesManagement/operations';
import { formOf } from '../../nodes/SalesManagement/operations/form';
import { requestOf } from '../../nodes/SalesManagement/operations/request';
import { standardFields } from '../../nodes/SalesManagement/operations/search/fields';
import { customer } from '../../nodes/SalesManagement/records/customer';
import { dealContact } from '../../nodes/SalesManagement/records/dealContact';
import { event, phaseChanged } from '../../nodes/SalesManagement/records/events';
import { dropdowns } from '../../nodes/SalesManagement/records/names';
import { mainFields, record } from '../../nodes/SalesManagement/records/record';
import { triggerForm } from '../../nodes/SalesManagement/trigger/form';
import { WATCHED_RECORDS, type WatchedRecord } from '../../nodes/SalesManagement/trigger/watched';

const root = join(__dirname, '..', '..');

const itemWith = (parameters: Record<string, unknown>): Item => ({
	index: 0,
	input: {},
	version: 'v2',
	timezone: 'UTC',
	get: (name) => parameters[name],
});

/** The parameter names that a collection of a form offers for a resource. */
const offered = (properties: INodeProperties[], collection: string, operation?: string) =>
	properties
		.filter(({ name }) => name === collection)
		.filter(
			({ displayOptions }) =>
				operation === undefined || displayOptions?.show?.operation?.includes(operation),
		)
		.flatMap(({ options }) => options as INodeProperties[])
		.map(({ name }) => name);

const connector = join(root, 'nodes', 'SalesManagement');

/** The files of the connector that hold a text. */
const filesWith = (wanted: string): string[] =>
	readdirSync(connector, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.filter((file) => readFileSync(join(connector, file), 'utf8').includes(wanted))
		.sort();

test('a new field of a record is one entry', () => {
	const entry: Field =
		// example: a new field
		text('nickname', 'Nickname', {
			is: ['main', 'clearable', 'searchable'],
			description: 'What the team calls the customer',
		});
	// end
	const extended = { ...customer, fields: [...customer.fields, entry] };
	const form = formOf([resourceOf(extended)]);
	expect(offered(form, 'additionalFields', 'create')).toContain('nickname');
	expect(offered(form, 'additionalFields', 'createMany')).toContain('nickname');
	expect(offered(form, 'additionalFields', 'createOrUpdate')).toContain('nickname');
	expect(offered(form, 'updateFields', 'update')).toContain('nickname');
	const clear = form.find(({ name }) => name === 'fieldsToClear');
	expect(clear?.options).toContainEqual({ name: 'Nickname', value: 'nickname' });
	expect(standardFields(extended).map(({ name }) => name)).toContain('nickname');
	expect(mainFields(extended).map(({ key }) => key)).toContain('nickname');

	const create = resourceOf(extended).operations.find(({ id }) => id === 'create')!;
	const item = itemWith({ name: 'A', additionalFields: { nickname: 'B' } });
	expect(requestOf(create.route, create.form, item).body).toEqual({ name: 'A', nickname: 'B' });
});

test('a new filter is one entry for the node and the trigger', () => {
	const entry: Field =
		// example: a new filter
		referenceId('ownerRoleId', 'Owner Role', dropdowns.roles, {
			description: 'Only customers that this role owns',
		});
	// end
	const extended = { ...customer, filters: [...customer.filters, entry] } as WatchedRecord;
	expect(offered(formOf([resourceOf(extended)]), 'filters', 'getMany')).toContain('ownerRoleId');
	expect(offered(triggerForm([extended]), 'filters')).toContain('ownerRoleId');

	const list = resourceOf(extended).operations.find(({ id }) => id === 'getMany')!;
	const item = itemWith({ filters: { ownerRoleId: '7' } });
	expect(requestOf(list.route, list.form, item).query).toEqual({ ownerRoleId: 7 });
});

test('a new polled record is one watch', () => {
	const user = record('user', {
		name: 'User',

		filters: [text('email', 'Email')],
		// example: a new polled record
		watch: { sortable: true, newestFirst: true },
		// end
		operations: { getMany: {} },
	});
	const form = triggerForm([...WATCHED_RECORDS, user as WatchedRecord]);
	const choices = (name: string) =>
		form.find((each) => each.name === name)?.options as INodePropertyOptions[];
	expect(choices('resource').map(({ value }) => value)).toContain('user');
	const filters = form.filter(({ displayOptions }) =>
		displayOptions?.show?.resource?.includes('user'),
	);
	expect(offered(filters, 'filters')).toEqual(['email']);
});

test('an event is one entry, which the records that have it name', () => {
	const form = triggerForm(WATCHED_RECORDS);
	const events = form.find(({ name }) => name === 'event')?.options as INodePropertyOptions[];
	expect(events.find(({ value }) => value === phaseChanged.id)).toMatchObject({
		name: phaseChanged.name,
		displayOptions: { show: { '/resource': ['deal'] } },
	});
	expect(offered(form, 'options')).toContain('enteredPhases');
	const ownerChanged = event('ownerChanged', {
		name: 'Owner Changed',
		action: 'Customer owner changed',
		description: 'Each time that a customer gets another owner',
		tells: 'changed',
		compared: () => ({ name: 'owner', valueIn: ({ ownerRole }) => JSON.stringify(ownerRole) }),
	});
	const watched = { ...customer, watch: { ...customer.watch, events: [ownerChanged] } };
	const extended = triggerForm([...WATCHED_RECORDS.slice(0, 2), watched as WatchedRecord]);
	expect(extended.find(({ name }) => name === 'event')?.options).toContainEqual(
		expect.objectContaining({ name: 'Owner Changed', value: 'ownerChanged' }),
	);
	expect(filesWith('phaseChanged')).toEqual(['records/deal.ts', 'records/events.ts']);
	expect(filesWith('enteredPhases')).toEqual(['records/events.ts']);
});

test('a new operation is one entry and one route', () => {
	const { operations } = resourceOf(dealContact);
	const unlink = operations.find(({ id }) => id === 'unlink')!;
	const item = itemWith({ dealId: 3, contactId: '4' });
	expect(requestOf(unlink.route, unlink.form, item)).toMatchObject({
		operation: 'dealContact.unlink',
		path: { dealId: 3, contactId: 4 },
	});
	expect(unlink.writes).toBe(true);
	expect(filesWith('dealContact.unlink')).toEqual(['api/routes.ts']);
	expect(filesWith('Unlink contact')).toEqual(['records/dealContact.ts']);
});

test('CONTRIBUTING.md shows exactly these examples', () => {
	const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').replace(/\s+/g, ' ');
	const own = readFileSync(__filename, 'utf8');
	const examples = Array.from(own.matchAll(/\/\/ example: (.+)\n([\s\S]*?)\n\s*\/\/ end\n/g));
	expect(examples.map(([, name]) => name)).toEqual([
		'a new field',
		'a new filter',
		'a new polled record',
	]);
	for (const [, , code = ''] of examples) {
		expect(guide).toContain(code.trim().replace(/\s+/g, ' ').replace(/;$/, ''));
	}
	for (const [file, name] of [
		['records/events.ts', 'phaseChanged'],
		['records/dealContact.ts', 'unlink'],
	] as const) {
		const source = readFileSync(join(connector, file), 'utf8');
		const [entry = ''] = new RegExp(`const ${name}[^]*?\\n}\\)?;`).exec(source) ?? [];
		expect(entry).not.toBe('');
		expect(guide).toContain(entry.replace(/\s+/g, ' '));
	}
});
