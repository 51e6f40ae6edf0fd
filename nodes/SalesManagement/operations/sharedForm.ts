/**
 * One property serves every form that has it. The editor loads all properties of a node at once, so
 * what a hundred forms have in common is described once, and shown where it belongs.
 */
import type { INodeProperties } from 'n8n-workflow';

/** What the form of one operation shows, without the conditions on resource and operation. */
export interface OneForm {
	readonly resource: string;
	readonly operation: string;
	readonly properties: readonly INodeProperties[];
}

/** A property, and the forms that have it. */
interface Shared {
	readonly key: string;
	readonly property: INodeProperties;
	readonly forms: OneForm[];
}

/** A group of optional fields, of which each form shows its own; a list of rows is one field. */
const isCollection = ({ type, typeOptions }: INodeProperties): boolean =>
	type === 'collection' && typeOptions?.multipleValues !== true;

/** Properties with the same key are one. */
const keyOf = (property: INodeProperties): string =>
	JSON.stringify(isCollection(property) ? { ...property, options: [] } : property);

/** All properties in one order, in which those of each form stand as the form has them. */
function inOneOrder(forms: readonly OneForm[]): Shared[] {
	const all: Shared[] = [];
	for (const form of forms) {
		let next = 0;
		for (const property of form.properties) {
			const key = keyOf(property);
			const at = all.findIndex((each, index) => index >= next && each.key === key);
			if (at < 0) all.splice(next, 0, { key, property, forms: [form] });
			else all[at]?.forms.push(form);
			next = (at < 0 ? next : at) + 1;
		}
	}
	return all;
}

/** Forms that a condition on the resource and one on the operation describe together. */
interface Block {
	readonly resources: ReadonlySet<string>;
	readonly operations: ReadonlySet<string>;
}

const NOTHING: Block = { resources: new Set(), operations: new Set() };

const isIn = ({ resources, operations }: Block, { resource, operation }: OneForm): boolean =>
	resources.has(resource) && operations.has(operation);

const joined = ({ resources, operations }: Block, { resource, operation }: OneForm): Block => ({
	resources: new Set([...resources, resource]),
	operations: new Set([...operations, operation]),
});

/**
 * Forms as few blocks.
 * @param others the forms that must not be in one.
 */
function blocksOf(forms: readonly OneForm[], others: readonly OneForm[]): Block[] {
	const blocks: Block[] = [];
	for (const form of forms) {
		const larger = blocks.map((block) => joined(block, form));
		const at = larger.findIndex((block) => !others.some((each) => isIn(block, each)));
		blocks[at < 0 ? blocks.length : at] = larger[at] ?? joined(NOTHING, form);
	}
	return blocks;
}

/** The property with the fields of these forms, where it is a collection. */
function completed({ key, property }: Shared, forms: readonly OneForm[]): INodeProperties {
	if (!isCollection(property)) return property;
	const own = forms.map((form) => ({
		...form,
		properties: form.properties
			.filter((each) => keyOf(each) === key)
			.flatMap(({ options = [] }) => options as INodeProperties[]),
	}));
	const options = sharedProperties(own, '/').sort((a, b) =>
		a.displayName.localeCompare(b.displayName),
	);
	return { ...property, options };
}

/**
 * The properties of all forms, each as often as its conditions take.
 * @param level `/` inside a collection, from where resource and operation are at another level.
 */
export function sharedProperties(
	forms: readonly OneForm[],
	level: '' | '/' = '',
): INodeProperties[] {
	return inOneOrder(forms).flatMap((shared) => {
		// In a collection that only these forms have, nothing more is to be said.
		if (level === '/' && shared.forms.length === forms.length) return [shared.property];
		const others = forms.filter((each) => !shared.forms.includes(each));
		return blocksOf(shared.forms, others).map((block) => {
			const property = completed(
				shared,
				shared.forms.filter((form) => isIn(block, form)),
			);
			const { show, ...rest } = property.displayOptions ?? {};
			const conditions = {
				[`${level}resource`]: [...block.resources],
				[`${level}operation`]: [...block.operations],
			};
			return { ...property, displayOptions: { ...rest, show: { ...conditions, ...show } } };
		});
	});
}
