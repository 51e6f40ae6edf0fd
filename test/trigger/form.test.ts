/** The trigger's form: what it offers for which record, event and credential, stated apart from it. */
import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import codex from '../../nodes/SalesManagement/SalesManagement.node.json';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node';
import { FormView } from '../support/formView';

const { description } = new SalesManagementTrigger();
const { properties } = description;

const form = new FormView(description);

interface Chosen {
	readonly authentication?: string;
	readonly resource?: string;
	readonly event?: string;
	readonly output?: string;
	readonly options?: Record<string, string>;
}

const atTop = ({ options: _, ...chosen }: Chosen): INodeParameters => ({
	authentication: 'personalToken',
	resource: 'deal',
	event: 'createdOrUpdated',
	...chosen,
});

/** The entries of a dropdown or a collection that n8n shows beside these values. */
const shown = (name: string, chosen: Chosen = {}) => {
	const top = atTop(chosen);
	return form.entries(name, top, { ...top, ...chosen.options });
};

const valuesOf = (name: string, chosen?: Chosen) => shown(name, chosen).map(({ value }) => value);
const namesOf = (name: string, chosen?: Chosen) => shown(name, chosen).map((each) => each.name);

const ACTIONS = ['contactAction', 'customerAction', 'dealAction'];

test.each(['personalToken', 'teamToken'])(
	'with a %s every list can be watched',
	(authentication) => {
		expect(shown('resource', { authentication })).toMatchObject(
			[
				['Contact', 'contact'],
				['Contact Action', 'contactAction'],
				['Custom Object', 'customObject'],
				['Customer', 'customer'],
				['Customer Action', 'customerAction'],
				['Deal', 'deal'],
				['Deal Action', 'dealAction'],
			].map(([name, value]) => ({ name, value })),
		);
	},
);

test('the events of each record', () => {
	const general = ['created', 'createdOrUpdated', 'updated'];
	const events = (resource: string) => valuesOf('event', { resource }).toSorted();
	for (const resource of ['contact', 'customer', 'customObject']) {
		expect(events(resource)).toEqual([...general, 'deleted'].toSorted());
	}
	expect(events('contactAction')).toEqual([...general, 'completed'].toSorted());
	for (const resource of ['customerAction', 'dealAction']) {
		expect(events(resource)).toEqual([...general, 'completed', 'deleted'].toSorted());
	}
	const ofDeals = ['phaseChanged', 'won', 'lost', 'closed', 'reopened'];
	expect(events('deal')).toEqual([...general, ...ofDeals, 'deleted'].toSorted());
});

test('what it begins with is there to be chosen', () => {
	for (const { name, type, default: initial } of properties) {
		if (type === 'options') expect(valuesOf(name)).toContain(initial);
	}
});

test('only custom objects ask for a definition', () => {
	const keys = (resource: string) =>
		properties.filter(
			(each) => each.name === 'customObjectDefKey' && form.isShown(each, atTop({ resource })),
		);
	expect(keys('customObject')).toMatchObject([{ required: true }]);
	expect(keys('deal')).toEqual([]);
});

describe('options', () => {
	test('begin with what the description of each promises', () => {
		const options = properties.find(({ name }) => name === 'options')!.options as INodeProperties[];
		const initially = Object.fromEntries(options.map((each) => [each.name, each.default]));
		expect(initially).toMatchObject({
			afterDowntime: 'catchUp',
			batchLimit: 5_000,
			customFieldsByKey: false,
			delivery: 'once',
			emit: 'perRecord',
			lookbackMinutes: 5,
			relatedObjects: false,
			startFrom: 'now',
		});
	});

	const WITH_RELATED = ['deal', 'customer', 'contact', 'customObject'];
	const WATCHED = [...WITH_RELATED, ...ACTIONS];
	test.each<[string, string, Chosen, string[]]>([
		['relatedObjects', 'the records that have them, with a token (v2 §2)', {}, WITH_RELATED],
		['relatedObjects', 'none with a v1 key', { authentication: 'v1ApiKey' }, []],
		[
			'customFieldsByKey',
			'all but custom objects, whose fields are not listed',
			{},
			WATCHED.filter((resource) => resource !== 'customObject'),
		],
		['fieldsToWatch', 'an event that an update can be', { event: 'updated' }, WATCHED],
		['fieldsToWatch', 'another such event', { event: 'createdOrUpdated' }, WATCHED],
		['fieldsToWatch', 'no event that no update is', { event: 'created' }, []],
		['fieldsToWatch', 'none that compares phases', { event: 'phaseChanged' }, []],
		['enteredPhases', 'no other event than a change of phase', { event: 'updated' }, []],
		['startDate', 'Start From: Date', { options: { startFrom: 'date' } }, WATCHED],
		['startDate', 'no other Start From', { options: { startFrom: 'now' } }, []],
	])('%s: beside %s', (option, _what, chosen, resources) => {
		const offering = WATCHED.filter((resource) =>
			namesOf('options', { ...chosen, resource }).includes(option),
		);
		expect(offering).toEqual(resources);
	});

	test('entered phases, for the change of a deal’s phase', () => {
		expect(namesOf('options', { event: 'phaseChanged' })).toContain('enteredPhases');
	});
});

describe('in n8n’s node creator', () => {
	/** n8n lists node and trigger as one, by the codex of the node, and the trigger's events as actions. */
	const entry = [
		{ properties: { displayName: new SalesManagement().description.displayName, codex } },
	];
	const actions = shown('event').map((each) => ({ properties: { displayName: each.action } }));
	const LOOKED_FOR: Array<[words: string, event: string]> = [
		['deal won', 'won'],
		['deal lost', 'lost'],
		['new deal', 'created'],
		['new customer', 'created'],
		['new contact', 'created'],
		['record deleted', 'deleted'],
		['deal deleted', 'deleted'],
		['deal updated', 'updated'],
		['contact updated', 'updated'],
		['phase changed', 'phaseChanged'],
	];

	test.each(LOOKED_FOR)('"%s" finds the nodes, and the event %s', (words, event) => {
		expect(sublimeSearch(words, entry)).toHaveLength(1);
		const [found] = sublimeSearch(words, actions);
		expect(found?.item.properties.displayName).toBe(
			shown('event').find(({ value }) => value === event)?.action,
		);
	});

	test.each(['won deal', 'pipeline', 'opportunity', 'update customer', 'export deals', 'crm'])(
		'"%s" finds the nodes',
		(words) => expect(sublimeSearch(words, entry)).toHaveLength(1),
	);
});

test('Users can be chosen for deals, but not where nothing of them is left to be looked at', () => {
	const filters = (event: string) =>
		form.entries('filters', { resource: 'deal', event }).map(({ name }) => name);
	expect(filters('won')).toContain('users');
	expect(filters('deleted')).not.toContain('users');
});
