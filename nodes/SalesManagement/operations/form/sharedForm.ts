/**
 * n8n has one flat list of properties for all forms of a node. A property that several forms have alike is listed for
 * all of them at once, with the resources and the operations for which it is shown. n8n shows it for each of these
 * resources with each of these operations, perhaps also in a form that lacks it. Then the property is listed several
 * times, each time for a block: some of its forms, for which the condition shows it in no other.
 */
import type { INodeProperties } from 'n8n-workflow';

/** The form of one operation, without the conditions on resource and operation. */
export interface OneForm {
	readonly resource: string;
	readonly operation: string;
	readonly properties: readonly INodeProperties[];
}

/** A property and the forms that have it. */
interface SharedProperty {
	readonly key: string;
	readonly property: INodeProperties;
	readonly sharedBy: OneForm[];
}

/** All properties in one order that keeps the order of each form. */
function inOneOrder(forms: readonly OneForm[]): SharedProperty[] {
	const all: SharedProperty[] = [];
	for (const form of forms) {
		let next = 0;
		for (const property of form.properties) {
			const key = JSON.stringify(property);
			let at = next;
			while (at < all.length && all[at]?.key !== key) at++;
			if (at === all.length) {
				at = next;
				all.splice(at, 0, { key, property, sharedBy: [] });
			}
			all[at]?.sharedBy.push(form);
			next = at + 1;
		}
	}
	return all;
}

/** Whether a condition on the resources and operations of these forms would also show another form. */
const covers = (forms: readonly OneForm[], { resource, operation }: OneForm) =>
	forms.some((each) => each.resource === resource) &&
	forms.some((each) => each.operation === operation);

/**
 * Divides forms into few blocks, each described by a condition on the resource and one on the operation.
 * @param others the forms that no block may cover.
 */
function blocksOf(forms: readonly OneForm[], others: readonly OneForm[]): OneForm[][] {
	const blocks: OneForm[][] = [];
	for (const form of forms) {
		const block = blocks.find((own) => !others.some((each) => covers([...own, form], each)));
		if (block) block.push(form);
		else blocks.push([form]);
	}
	return blocks;
}

/** The properties of all forms, each once for each block of the forms that share it. */
export const sharedProperties = (forms: readonly OneForm[]): INodeProperties[] =>
	inOneOrder(forms).flatMap(({ property, sharedBy }) => {
		const others = forms.filter((each) => !sharedBy.includes(each));
		return blocksOf(sharedBy, others).map((block) => {
			const { show, ...rest } = property.displayOptions ?? {};
			const shown = {
				resource: [...new Set(block.map(({ resource }) => resource))],
				operation: [...new Set(block.map(({ operation }) => operation))],
				...show,
			};
			return { ...property, displayOptions: { ...rest, show: shown } };
		});
	});
