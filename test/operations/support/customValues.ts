/** Values for custom fields of every type (S3), entered as people do: by choice, label, name and date. */
import type { IDataObject } from 'n8n-workflow';
import type { NodeFixture } from '../../support/nodeFixture';
import type { CustomFieldScenario } from './scenario';

interface Choice {
	readonly label: string;
	readonly value: unknown;
}
/** As a definition has it: in v1, where choices have labels, or of custom objects. */
interface Item {
	readonly id?: number;
	readonly itemKey: string;
	readonly itemType: string;
	readonly choices?: readonly Choice[];
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

async function scenarioOf(
	fixture: NodeFixture,
	{ itemKey, itemType, choices = [] }: Item,
	shown: (value: unknown) => unknown,
	read: CustomFieldScenario['read'],
): Promise<CustomFieldScenario> {
	const users = await fixture.all('user');
	const people = users.map(({ id, name }) => ({ label: name as string, value: id }));
	const pairs = VALUES[itemType]!(itemType === 'user' ? people : choices);
	const [created, updated] = pairs.map(({ input, value }) => ({ input, expected: shown(value) }));
	return { key: itemKey, itemType, created: created!, updated: updated!, read };
}

/** A value as the text in which every form of a custom value carries it (v1 §2.3). */
const asText = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value));

/** The custom fields of a record whose `property` lists their values by the item's id. */
export async function customFields(
	fixture: NodeFixture,
	property: string,
	definitions: IDataObject[] | string,
): Promise<CustomFieldScenario[]> {
	const items =
		typeof definitions === 'string'
			? await fixture.records(definitions, { authentication: 'v1ApiKey' })
			: definitions;
	const idName = `${property.replace(/s$/, '')}ItemId`;
	return await Promise.all(
		items
			// What the service calculates is not entered (v1 §2.1, §2.9).
			.filter(({ itemType }) => itemType !== 'calculation')
			.map(async (item) => {
				const choices = (item.customItemOptions ?? item.actionCustomItemOptions) as unknown;
				const definition = { ...item, choices } as unknown as Item;
				return await scenarioOf(fixture, definition, asText, (record) => {
					const values = record[property] as IDataObject[];
					return values.find((each) => each[idName] === item.id)?.value;
				});
			}),
	);
}

/** The fields of a custom object, which are properties of it (v2 §2.8). */
export async function objectFields(
	fixture: NodeFixture,
	definitionKey: string,
): Promise<CustomFieldScenario[]> {
	const { customObjects } = (await fixture.steer('GET', '/definitions')) as {
		customObjects: Array<{ key: string; items: Array<Item & { options: string[] }> }>;
	};
	const items = customObjects.find(({ key }) => key === definitionKey)?.items ?? [];
	return await Promise.all(
		items.map(async ({ options, ...item }) => {
			const choices = options.map((key) => ({ label: key, value: key }));
			const read = (record: IDataObject) => record[item.itemKey];
			return await scenarioOf(fixture, { ...item, choices }, (value) => value, read);
		}),
	);
}
