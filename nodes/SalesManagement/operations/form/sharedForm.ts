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

/** A property, and the forms that have it, each with what it has of it. */
interface Shared {
	readonly key: string;
	readonly property: INodeProperties;
	readonly forms: Array<OneForm & { readonly property: INodeProperties }>;
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
			let at = next;
			while (at < all.length && all[at]?.key !== key) at++;
			if (at === all.length) all.splice((at = next), 0, { key, property, forms: [] });
			all[at]?.forms.push({ ...form, property });
			next = at + 1;
		}
	}
	return all;
}

/** Whether what is shown for these forms, by their resources and their operations, is shown for another one, too. */
const covers = (forms: readonly OneForm[], { resource, operation }: OneForm): boolean =>
	forms.some((each) => each.resource === resource) &&
	forms.some((each) => each.operation === operation);

/**
 * Forms as few blocks, each of which a condition on the resource and one on the operation describe together.
 * @param others the forms that must not be in one.
 */
function blocksOf(
	forms: Shared['forms'],
	others: readonly OneForm[],
): ReadonlyArray<Shared['forms']> {
	const blocks: Array<Shared['forms']> = [];
	for (const form of forms) {
		const block = blocks.find((own) => !others.some((each) => covers([...own, form], each)));
		if (block) block.push(form);
		else blocks.push([form]);
	}
	return blocks;
}

/** The property with the fields that these forms have in it, where it is a collection. */
function completed({ property }: Shared, forms: Shared['forms']): INodeProperties {
	if (!isCollection(property)) return property;
	const own = forms.map((form) => ({
		...form,
		properties: (form.property.options ?? []) as INodeProperties[],
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
		const having = new Set(shared.forms.map(({ properties }) => properties));
		const others = forms.filter(({ properties }) => !having.has(properties));
		return blocksOf(shared.forms, others).map((block) => {
			const property = completed(shared, block);
			const { show, ...rest } = property.displayOptions ?? {};
			const conditions = {
				[`${level}resource`]: [...new Set(block.map(({ resource }) => resource))],
				[`${level}operation`]: [...new Set(block.map(({ operation }) => operation))],
			};
			return { ...property, displayOptions: { ...rest, show: { ...conditions, ...show } } };
		});
	});
}
