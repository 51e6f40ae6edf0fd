/** The three kinds of actions: v2 §2.5, §4.5, §4.8, §4.10. */
import type { IDataObject } from 'n8n-workflow';
import { byId, type Kit } from '../nodeFixture';
import { customsOf } from './customFields';
import {
	plain,
	refers,
	refersToMany,
	type Chapter,
	type Life,
	type LifeOf,
} from './recordScenario';
import { dealTypes, userIds } from './prerequisites';

const START = { created: '2031-11-30T10:00:00+09:00', updated: '2031-11-30T08:30:00+09:00' };
const END = { created: '2031-11-30T11:00:00+09:00', updated: '2031-11-30T12:30:00+09:00' };

const inUtc = (text: string) => new Date(text).toISOString();
/** How contact actions answer times (v2 §4.10). */
const inJapan = (text: string) => text.replace('+09:00', '.000+09:00');

const time = (name: string, { created, updated }: typeof START, shown = inUtc): Chapter => ({
	created: { enter: created, shows: { [name]: shown(created) } },
	updated: { enter: updated, shows: { [name]: shown(updated) } },
	changes: [name],
});

const by = (chapter: Chapter, property: string, id: number): Chapter => ({
	...chapter,
	created: { enter: byId(id), shows: { [property]: { id } } },
});

/** What all kinds share. */
async function common(kit: Kit, shown = inUtc, linkedContacts: number[] = []) {
	const users = await userIds(kit);
	const contacts = await kit.write('contact', [{ name: 'First' }, { name: 'Second' }]);
	const listed = (ids: number[]) => ({
		enter: ids,
		shows: { contacts: [...linkedContacts, ...ids].map((id) => ({ id })) },
	});
	const story: Life['story'] = {
		startDatetime: time('startDatetime', START, shown),
		endDatetime: time('endDatetime', END, shown),
		creator: by(refers('creator', users[0], users[1]), 'creator', users[0]!),
		active: plain('active', false, true),
		preNote: plain('preNote', 'Before', 'Before that'),
		result: plain('result', 'After', 'After that'),
		invitees: refersToMany('invitees', [users[1]!, users[2]!], [users[3]!]),
		contacts: {
			created: listed([contacts[0]!]),
			updated: listed([contacts[1]!]),
			changes: ['contacts'],
		},
	};
	return {
		idName: 'actionId',
		reference: 'creator',
		readOptions: { includeFiles: true },
		story,
		customs: await customsOf(
			kit,
			'actionCustoms',
			await kit.records('actionField.getMany', { authentication: 'v1ApiKey' }),
		),
		customsIn: ['actionCustoms'],
	};
}

/** Actions in use have all patterns: no document lists them apart from purposes. */
async function patterns(kit: Kit): Promise<[number, number]> {
	const [{ actionsPurposes }] = await dealTypes(kit);
	const [first = 0, second = 0] = actionsPurposes.map(({ pattern }) => pattern);
	return [first, second];
}

/** Only actions of the far future, so that no other matches. */
const window: IDataObject = { startDatetime: START.created, endDatetime: '2031-12-01T00:00:00Z' };

export const customerActionLife: LifeOf = async (kit) => {
	const [customer = 0] = await kit.write('customer', [{ name: 'Visited' }]);
	const { story, ...rest } = await common(kit);
	return {
		...rest,
		resource: 'customerAction',
		owner: { customerId: byId(customer) },
		story: { ...story, pattern: refers('pattern', ...(await patterns(kit))) },
		found: () => [
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

export const contactActionLife: LifeOf = async (kit) => {
	const [contact = 0] = await kit.write('contact', [{ name: 'Called' }]);
	const { story, ...rest } = await common(kit, inJapan, [contact]);
	return {
		...rest,
		resource: 'contactAction',
		owner: { contactId: byId(contact) },
		story: { ...story, pattern: refers('pattern', ...(await patterns(kit))) },
		found: () => [
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

export const dealActionLife: LifeOf = async (kit) => {
	const [{ id: dealType, actionsPurposes }] = await dealTypes(kit);
	const [first = 0, second = 0] = await kit.write(
		'deal',
		['First', 'Second'].map((name) => ({ name, dealType: { id: dealType } })),
	);
	const { story, ...rest } = await common(kit);
	const [purpose, other] = actionsPurposes.map(({ id }) => id);
	return {
		...rest,
		resource: 'dealAction',
		owner: {},
		story: {
			...story,
			deal: by(refers('deal', first, second), 'deal', first),
			// The purpose brings its pattern (v1 §2.1).
			purpose: { ...refers('purpose', purpose, other), changes: ['purpose', 'pattern'] },
		},
		found: (record) => [
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
