/** A record is described once: the node, the search and the trigger say the same about it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node';
import { RESOURCES } from '../../nodes/SalesManagement/operations';
import { standardFields } from '../../nodes/SalesManagement/operations/search/fields';
import { RECORDS } from '../../nodes/SalesManagement/records';
import { mainFields } from '../../nodes/SalesManagement/records/record';
import { formFor } from './support/formView';
import { filtersOf, WATCHED_RECORDS } from '../../nodes/SalesManagement/trigger/watched';

const node = new SalesManagement();
const trigger = new SalesManagementTrigger();

/** The parameters that a collection of a form offers for a resource. */
const offered = (
	properties: INodeProperties[],
	resource: string,
	collection: string,
): INodeProperties[] =>
	formFor(properties, { resource })
		.filter(({ name }) => name === collection)
		.flatMap(({ options }) => options as INodeProperties[]);

const without = ({ displayOptions: _, ...rest }: INodeProperties) => rest;

describe('filters are one list for the node and the trigger', () => {
	test.each(WATCHED_RECORDS.map((record) => [record.id, record] as const))(
		'%s: each filter of the trigger is that of Get Many, to the letter',
		(id, record) => {
			const inNode = offered(node.description.properties, id, 'filters').map(without);
			const inTrigger = offered(trigger.description.properties, id, 'filters').map(without);
			const own = record.filters.map(({ name }) => name);
			expect(inTrigger.map(({ name }) => name)).toEqual(expect.arrayContaining(own));
			for (const filter of inTrigger.filter(({ name }) => own.includes(name))) {
				expect(inNode).toContainEqual(filter);
			}
			// What is a path in the node is a filter in the trigger, since it may be all.
			const paths = filtersOf(record).filter(({ place }) => place === 'path');
			expect(inTrigger).toHaveLength(own.length + paths.length);
		},
	);
});

describe('one name, one label', () => {
	const labels = (properties: INodeProperties[], resource: string) =>
		formFor(properties, { resource }).flatMap(({ name, displayName, options = [], type }) =>
			type === 'collection'
				? (options as INodeProperties[]).map((each) => [each.name, each.displayName])
				: [[name, displayName]],
		);

	/**
	 * A bound in a list is a value in a record; a new field's key is chosen once it exists; n8n calls the
	 * field of a file so where it is read and where it is written.
	 */
	const TWO_MEANINGS = ['startDatetime', 'endDatetime', 'active', 'itemKey', 'binaryPropertyName'];

	test.each(RECORDS.map(({ id }) => id))('%s: a parameter has the same label everywhere', (id) => {
		const seen = new Map<string, Set<string>>();
		const all = [
			...labels(node.description.properties, id),
			...labels(trigger.description.properties, id),
		];
		for (const [name = '', label = ''] of all) {
			seen.set(name, (seen.get(name) ?? new Set()).add(label));
		}
		const doubtful = [...seen].filter(
			([name, found]) => found.size > 1 && !TWO_MEANINGS.includes(name),
		);
		expect(doubtful.map(([name, found]) => [name, ...found])).toEqual([]);
	});

	test('a search calls its fields what the form calls them', () => {
		for (const record of RECORDS) {
			for (const { name, label } of standardFields(record)) {
				const field = record.fields.find(({ key, searchName = key }) => searchName === name);
				expect([field?.label, `${field?.label} ID`]).toContain(label);
			}
		}
	});
});

test('Simplified keeps the id of every record, and at most ten fields', () => {
	const known = RECORDS.filter((record) => mainFields(record).length > 0);
	expect(known.map(({ id }) => id)).toEqual(
		RECORDS.map(({ id }) => id).filter((id) => id !== 'domainSetting'),
	);
	for (const record of known) {
		expect(mainFields(record)[0]?.key).toBe('id');
		expect(mainFields(record).length).toBeLessThanOrEqual(10);
	}
});

test('no list of the trigger describes records a second time', () => {
	const files = readdirSync(join(__dirname, '..', '..', 'nodes', 'SalesManagement', 'trigger'));
	expect(files).not.toEqual(expect.arrayContaining(['resources.ts']));
	expect(files).not.toEqual(expect.arrayContaining(['filters.ts']));
	expect(RESOURCES.map(({ id }) => id)).toEqual(RECORDS.map(({ id }) => id));
});
