/** A record is described once: the node and the trigger offer the same filters. */
import type { INodeProperties } from 'n8n-workflow';
import { formFor } from '../support/formView';
import { node, trigger } from './support/nodeTexts';

/** What the filters of a form offer for a resource, wherever they stand in it. */
const filtersIn = ({ properties }: typeof node, resource: string): INodeProperties[] =>
	formFor(properties, { resource })
		.filter(({ name }) => name === 'filters')
		.flatMap(({ options }) => options as INodeProperties[])
		.map(({ displayOptions: _, ...rest }) => rest);

const resources = (trigger.properties.find(({ name }) => name === 'resource')?.options ?? []).map(
	(each) => ('value' in each ? String(each.value) : ''),
);

/** What is a part of the address in the node, and may be all records in the trigger. */
const IN_PATH: Readonly<Record<string, string>> = {
	contactAction: 'contactId',
	customerAction: 'customerId',
};

test('the trigger watches several records', () => expect(resources.length).toBeGreaterThan(5));

test.each(resources)('%s: each filter of the trigger is that of Get Many, to the letter', (id) => {
	const inTrigger = filtersIn(trigger, id).filter(({ name }) => name !== IN_PATH[id]);
	const inNode = filtersIn(node, id);
	for (const filter of inTrigger) expect(inNode).toContainEqual(filter);
	expect(inTrigger.length + inNode.length).toBeGreaterThan(0);
});
