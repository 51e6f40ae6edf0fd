/** Everything that a node's form takes: whatever of it a workflow holds, a later build has to know. */
import { formFor } from '../../support/formView';
import { isDeepStrictEqual } from 'node:util';
import type { INodeProperties } from 'n8n-workflow';
import { SalesManagement } from '../../../nodes/SalesManagement/SalesManagement.node.ts';
import { SalesManagementTrigger } from '../../../nodes/SalesManagement/SalesManagementTrigger.node.ts';

type Property = Pick<INodeProperties, 'name' | 'type' | 'default' | 'displayOptions'> &
	Partial<Pick<INodeProperties, 'options' | 'modes' | 'typeOptions'>>;

/** One field of a form. n8n saves what differs from the default, so another default is a change. */
export interface SavedParameter {
	/** The names on the way to it. */
	readonly path: string;
	readonly type: string;
	readonly default?: unknown;
	/** Whether it takes several values. */
	readonly several?: boolean;
	/** What can be chosen. */
	readonly choices?: readonly unknown[];
	/** The operations, or events, whose forms have it, with spaces between them. */
	readonly of: string;
}
type Field = Omit<SavedParameter, 'of'>;

/** The parameters that say which form is shown: a record, and what is done with it or happens to it. */
const SELECTING = ['resource', 'operation', 'event'] as const;
type Selected = Readonly<Partial<Record<(typeof SELECTING)[number], unknown>>>;

function choicesOf({ type, options, modes }: Property): readonly unknown[] | undefined {
	if (type === 'resourceLocator') return modes?.map(({ name }) => name);
	if (type !== 'options' && type !== 'multiOptions') return undefined;
	return options?.map((each) => ('value' in each ? each.value : each.name));
}

function fieldsOf(property: Property, before = ''): Field[] {
	const { name, type, options = [], typeOptions } = property;
	const path = `${before}${name}`;
	const choices = choicesOf(property);
	const field: Field = {
		...{ path, type },
		...(property.default !== undefined && { default: property.default }),
		...(typeOptions?.multipleValues === true && { several: true }),
		...(choices && { choices }),
	};
	const within = options.flatMap((each): Field[] => {
		if ('values' in each) {
			return each.values.flatMap((value) => fieldsOf(value, `${path}.${each.name}.`));
		}
		return type === 'collection' ? fieldsOf(each as Property, `${path}.`) : [];
	});
	return [field, ...within];
}

/** Every choice of what the form is for, such as `deal.create`. */
function selections(properties: readonly Property[]): Selected[] {
	return SELECTING.reduce<Selected[]>(
		(all, key) =>
			all.flatMap((selected) => {
				const [asked] = formFor(properties as INodeProperties[], selected).filter(
					({ name }) => name === key,
				);
				return (
					(asked && choicesOf(asked))?.map((value) => ({ ...selected, [key]: value })) ?? selected
				);
			}),
		[{}],
	);
}

const nameOf = (selected: Selected) => Object.values(selected).join('.');

/** The fields of every form of a node, each with the forms that have it. */
function parametersOf(properties: readonly Property[]): SavedParameter[] {
	const all = new Map<string, { field: Field; of: string[] }>();
	const taking = properties.filter(({ type }) => type !== 'notice');
	for (const selected of selections(taking)) {
		for (const field of formFor(taking as INodeProperties[], selected).flatMap((each) =>
			fieldsOf(each),
		)) {
			const key = JSON.stringify(field);
			const known = all.get(key) ?? { field, of: [] };
			if (known.of.at(-1) !== nameOf(selected)) known.of.push(nameOf(selected));
			all.set(key, known);
		}
	}
	return [...all.values()].map(({ field, of }) => ({ ...field, of: of.join(' ') }));
}

/** Those of the nodes as they are. */
export const presentParameters = () => ({
	node: parametersOf(new SalesManagement().description.properties),
	trigger: parametersOf(new SalesManagementTrigger().description.properties),
});

/** What a form had and has no more, or has otherwise: of which form, and which. */
export function missingIn(
	present: readonly SavedParameter[],
	saved: readonly SavedParameter[],
): string[] {
	const known = present.map(({ of, choices, ...field }) => {
		return { field, forms: new Set(of.split(' ')), choices: new Set(choices) };
	});
	return saved.flatMap(({ of, choices = [], ...field }) => {
		const alike = known.filter(
			(each) =>
				isDeepStrictEqual(each.field, field) && choices.every((one) => each.choices.has(one)),
		);
		const missing = of.split(' ').filter((form) => !alike.some(({ forms }) => forms.has(form)));
		return missing.map((form) => `${form}: ${field.path}`);
	});
}
