/** The three kinds of actions: v2 §2.5, §4.5, §4.8, §4.10. */
import type { IDataObject } from 'n8n-workflow';
import { byId, type NodeFixture } from '../nodeFixture';
import { customFieldScenarios } from './customFields';
import {
	valueField,
	referenceField,
	referenceListField,
	type FieldScenario,
	type RecordScenario,
	type ScenarioBuilder,
} from './recordScenario';
import { dealTypes, userIds } from './prerequisites';

const START = { created: '2031-11-30T10:00:00+09:00', updated: '2031-11-30T08:30:00+09:00' };
const END = { created: '2031-11-30T11:00:00+09:00', updated: '2031-11-30T12:30:00+09:00' };

const inUtc = (text: string) => new Date(text).toISOString();
/** How contact actions return times (v2 §4.10). */
const inJapan = (text: string) => text.replace('+09:00', '.000+09:00');

const time = (name: string, { created, updated }: typeof START, shown = inUtc): FieldScenario => ({
	created: { input: created, expected: { [name]: shown(created) } },
	updated: { input: updated, expected: { [name]: shown(updated) } },
	changes: [name],
});

const by = (field: FieldScenario, property: string, id: number): FieldScenario => ({
	...field,
	created: { input: byId(id), expected: { [property]: { id } } },
});

/** What all kinds share. */
async function common(fixture: NodeFixture, shown = inUtc, linkedContacts: number[] = []) {
	const users = await userIds(fixture);
	const contacts = await fixture.write('contact', [{ name: 'First' }, { name: 'Second' }]);
	const listed = (ids: number[]) => ({
		input: ids,
		expected: { contacts: [...linkedContacts, ...ids].map((id) => ({ id })) },
	});
	const fields: RecordScenario['fields'] = {
		startDatetime: time('startDatetime', START, shown),
		endDatetime: time('endDatetime', END, shown),
		creator: by(referenceField('creator', users[0], users[1]), 'creator', users[0]!),
		active: valueField('active', false, true),
		preNote: valueField('preNote', 'Before', 'Before that'),
		result: valueField('result', 'After', 'After that'),
		invitees: referenceListField('invitees', [users[1]!, users[2]!], [users[3]!]),
		contacts: {
			created: listed([contacts[0]!]),
			updated: listed([contacts[1]!]),
			cleared: { contacts: linkedContacts.map((id) => ({ id })) },
			changes: ['contacts'],
		},
	};
	return {
		idName: 'actionId',
		reference: 'creator',
		readOptions: { includeFiles: true },
		fields,
		customFields: await customFieldScenarios(
			fixture,
			'actionCustoms',
			await fixture.records('actionField.getMany', { authentication: 'v1ApiKey' }),
		),
		customFieldsProperty: ['actionCustoms'],
	};
}

/** Actions in use have all patterns: no document lists them apart from purposes. */
async function patterns(fixture: NodeFixture): Promise<[number, number]> {
	const [{ actionsPurposes }] = await dealTypes(fixture);
	const [first = 0, second = 0] = actionsPurposes.map(({ pattern }) => pattern);
	return [first, second];
}

/** Only actions of the far future, so that no other matches. */
const window: IDataObject = { startDatetime: START.created, endDatetime: '2031-12-01T00:00:00Z' };

export const customerActionScenario: ScenarioBuilder = async (fixture) => {
	const [customer = 0] = await fixture.write('customer', [{ name: 'Visited' }]);
	const { fields, ...rest } = await common(fixture);
	return {
		...rest,
		resource: 'customerAction',
		owner: { customerId: byId(customer) },
		fields: { ...fields, pattern: referenceField('pattern', ...(await patterns(fixture))) },
		findings: () => [
			{ operation: 'customerAction.getMany', parameters: { customerId: byId(customer) } },
			{
				operation: 'customerAction.getMany',
				parameters: {
					customerId: byId('all'),
					filters: { ...window, startDatetime: START.updated },
				},
			},
		],
	};
};

export const contactActionScenario: ScenarioBuilder = async (fixture) => {
	const [contact = 0] = await fixture.write('contact', [{ name: 'Called' }]);
	const { fields, ...rest } = await common(fixture, inJapan, [contact]);
	return {
		...rest,
		resource: 'contactAction',
		owner: { contactId: byId(contact) },
		fields: { ...fields, pattern: referenceField('pattern', ...(await patterns(fixture))) },
		findings: () => [
			{ operation: 'contactAction.getMany', parameters: { contactId: byId(contact) } },
			{
				operation: 'contactAction.getMany',
				parameters: {
					contactId: byId('all'),
					filters: { dataType: 1, ...window, startDatetime: START.updated },
				},
			},
		],
	};
};

export const dealActionScenario: ScenarioBuilder = async (fixture) => {
	const [{ id: dealType, actionsPurposes }] = await dealTypes(fixture);
	const [first = 0, second = 0] = await fixture.write(
		'deal',
		['First', 'Second'].map((name) => ({ name, dealType: { id: dealType } })),
	);
	const { fields, ...rest } = await common(fixture);
	const [purpose, other] = actionsPurposes.map(({ id }) => id);
	return {
		...rest,
		resource: 'dealAction',
		owner: {},
		fields: {
			...fields,
			deal: by(referenceField('deal', first, second), 'deal', first),
			// The purpose brings its pattern (v1 §2.1).
			purpose: { ...referenceField('purpose', purpose, other), changes: ['purpose', 'pattern'] },
		},
		findings: (record) => [
			{
				operation: 'dealAction.getMany',
				parameters: { filters: { dealId: byId((record.deal as { id: number }).id) } },
			},
			{
				operation: 'dealAction.getMany',
				parameters: { filters: { ...window, startDatetime: START.updated } },
			},
		],
	};
};
