/** Values for custom fields of every type (S3), entered as people do: by choice, label, name and date. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../../../nodes/SalesManagement/values';
import type { NodeFixture } from '../nodeFixture';
import type { CustomFieldScenario } from './recordScenario';

interface Choice {
	readonly label: string;
	readonly value: unknown;
}

/** A field as its definition has it. */
export interface Definition {
	readonly id?: number;
	readonly itemKey: string;
	readonly itemType: string;
	readonly choices: readonly Choice[];
}

interface Pair {
	readonly input: unknown;
	readonly value: unknown;
}

const midnight = (day: string): Pair => ({ input: day, value: `${day}T00:00:00.000Z` });
const same = (value: unknown): Pair => ({ input: value, value });
const several = (choices: readonly Choice[]): Pair => ({
	input: choices.map(({ label }) => label).join(', '),
	value: choices.map(({ value }) => value),
});

/** Zero and `0.50` are values: truthiness must not lose them. */
const VALUES: Readonly<Record<string, (choices: readonly Choice[]) => [Pair, Pair]>> = {
	text: () => [same('First words'), same('Other words')],
	url: () => [same('https://notes.example/a'), same('https://notes.example/b')],
	date: () => [midnight('2026-02-28'), midnight('2026-12-31')],
	number: () => [same(0), same(12)],
	decimal_number: () => [same('0.50'), same('7.25')],
	// n8n itself lets only the values of a dropdown through, whatever their labels.
	single_select: ([a, b]) => [same(a!.value), same(b!.value)],
	multi_select: ([a, b, c]) => [several([a!, c!]), several([b!])],
	user: ([a, b, c]) => [several([a!, b!]), several([c!])],
};

export const ITEM_TYPES = Object.keys(VALUES).sort();

/** The scenario of one custom field; `shown` turns a value into what a record shows of it. */
export function customFieldScenario(
	{ itemKey, itemType, choices }: Definition,
	shown: (value: unknown) => unknown,
	read: CustomFieldScenario['read'],
): CustomFieldScenario {
	const values = VALUES[itemType];
	if (!values)
		throw new Error(`the scenarios need a value for custom fields of the type ${itemType}`);
	const [created, updated] = values(choices).map(({ input, value }) => ({
		input,
		expected: shown(value),
	}));
	return { key: itemKey, itemType, created: created!, updated: updated!, read };
}

const users = async (fixture: NodeFixture): Promise<Choice[]> =>
	(await fixture.records('user.getMany', { parameters: { returnAll: true } })).map(
		({ id, name }) => ({
			label: name as string,
			value: id,
		}),
	);

/** Definitions that v1 serves, without those that the service calculates (v1 §2.1, §2.9). */
async function definitionsFrom(fixture: NodeFixture, items: IDataObject[]): Promise<Definition[]> {
	const people = await users(fixture);
	return items
		.filter(({ itemType }) => itemType !== 'calculation')
		.map((item) => ({
			id: item.id as number,
			itemKey: item.itemKey as string,
			itemType: item.itemType as string,
			choices:
				item.itemType === 'user'
					? people
					: ((item.customItemOptions ?? item.actionCustomItemOptions) as unknown as Choice[]),
		}));
}

/** A value as the text in which every form of a custom value carries it (v1 §2.3). */
const asText = (value: unknown) => (Array.isArray(value) ? value.join(',') : textOf(value));

/** The custom fields of a record whose `property` lists their values by the item's id. */
export async function customFieldScenarios(
	fixture: NodeFixture,
	property: string,
	items: IDataObject[],
): Promise<CustomFieldScenario[]> {
	const idName = `${property.replace(/s$/, '')}ItemId`;
	return (await definitionsFrom(fixture, items)).map((definition) =>
		customFieldScenario(definition, asText, (record) => {
			const values = record[property] as IDataObject[];
			return values.find((each) => each[idName] === definition.id)?.value;
		}),
	);
}

/** The fields of a custom object, which are properties of it (v2 §2.8). */
export async function objectFieldScenarios(
	fixture: NodeFixture,
	definitionKey: string,
): Promise<CustomFieldScenario[]> {
	const { customObjects } = (await fixture.steer('GET', '/definitions')) as {
		customObjects: Array<{
			key: string;
			items: Array<{ itemKey: string; itemType: string; options: string[] }>;
		}>;
	};
	const people = await users(fixture);
	const items = customObjects.find(({ key }) => key === definitionKey)?.items ?? [];
	return items.map(({ itemKey, itemType, options }) =>
		customFieldScenario(
			{
				itemKey,
				itemType,
				choices: itemType === 'user' ? people : options.map((key) => ({ label: key, value: key })),
			},
			(value) => value,
			(record) => record[itemKey],
		),
	);
}
