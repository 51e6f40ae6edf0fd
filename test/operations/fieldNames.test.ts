/**
 * A field goes by the same names wherever one is given: every field of every record, custom fields of
 * every type included, by every spelling of its names (each time a part of them), in every place that takes a name.
 */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import { CUSTOM, isOwnIdName, type Field } from '../../nodes/SalesManagement/fields';
import { recordOf } from '../../nodes/SalesManagement/records';
import { byId } from '../support/nodeFixture';
import { aPart } from '../support/random';
import { useTriggerFixture } from '../support/triggerFixture';
import { FROM_INPUT } from './support/names';
import { SCENARIOS, searchById } from './support/records';
import { completeForm, readRecord, type RecordScenario } from './support/scenario';

const fixture = useTriggerFixture({
	seed: 'empty',
	// Values are compared as texts, and custom fields are named by their item keys.
	set: { shuffleKeys: false, itemKeysOnContactsAndActions: true },
});
beforeAll(async () => {
	// What records refer to. Each list is read for many names: few are as good as many.
	const industries = [1, 2, 3].map((industryId) => ({ industryId }));
	await fixture.write('customer', industries);
	for (const kind of ['contact', 'deal']) await fixture.write(kind, [{}, {}]);
	const values = { subject: 'A question', due_date: '2026-02-28', priority: 1, status: 'open' };
	await fixture.writeOne('customObject', {
		customObjectDefKey: 'ticket',
		...values,
		assignees: [1, 2],
	});
});

const spaced = (name: string) =>
	name
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/[-_]+/g, ' ')
		.toLowerCase();

/** A name as people write it. */
const spellings = (name: string) => [
	name,
	spaced(name),
	spaced(name).replaceAll(' ', '_'),
	spaced(name).replaceAll(' ', '-').toUpperCase(),
];

/** All that a field goes by. */
function namesOf({ name, key, label, shownAs, lookup }: Field): string[] {
	const names = [name, key, shownAs, label];
	const bare = names.map((each) => each.replace(/ ?ids?$/i, ''));
	const ids = lookup ? [...bare, ...bare.map((each) => `${each} ID`)] : [];
	return [...new Set([...names, ...ids].flatMap(spellings))];
}

/** A field with all of its names, the one that lists of fields have first. */
interface Named {
	readonly names: readonly string[];
	readonly value: string;
	/** Absent for a custom field. */
	readonly field?: Field;
	/** What a column may give. */
	readonly cell?: unknown;
}

/** Those of custom objects are properties with their keys for names (v2 §2.8). */
function customNamed(
	{ key, itemType, label }: { readonly key: string; readonly itemType: string; label: string },
	property?: string,
): Named {
	const value = `${CUSTOM}${key}:${itemType}`;
	if (property === undefined) return { names: [key], value };
	const others = [`${property}.${key}`, `${CUSTOM}${key}`, value];
	return { names: [...new Set([...spellings(label), ...spellings(key), ...others])], value };
}

/** What the sandbox calls its custom fields, by type; values of some records don't say. */
const LABELS: Readonly<Record<string, string>> = {
	text: 'Remark',
	url: 'Link',
	date: 'Key date',
	number: 'Score',
	decimal_number: 'Rate',
	single_select: 'Level',
	multi_select: 'Topics',
	user: 'Team',
};

const KINDS = [
	...(['customObject', 'customer', 'contact', 'deal'] as const),
	...(['customerAction', 'dealAction', 'contactAction'] as const),
];

describe.each(KINDS)('%s', (kind) => {
	const record = recordOf(kind);
	const property = record.customs?.property;
	const has = (operation: string) => record.operations.some(({ id }) => id === operation);
	let scenario: RecordScenario;
	let id: number;
	let raw: IDataObject;
	let standard: Named[];
	let customs: Named[];

	const customIn = (key: string) =>
		((raw[property ?? ''] ?? []) as IDataObject[]).find(
			({ itemKey, name }) => itemKey === key || name === key,
		);

	beforeAll(async () => {
		scenario = await SCENARIOS[kind](fixture);
		const parameters = await completeForm(fixture, scenario);
		const [made] = await fixture.records(`${kind}.create`, { parameters });
		id = made!.id as number;
		await fixture.settle();
		raw = await readRecord(fixture, scenario, id);
		standard = record.fields.map((field) => {
			const { created, updated } = scenario.fields[field.name] ?? {};
			// Of rows each update adds or removes some: those of a new record can be given again.
			const rows = created ?? (typeof updated === 'function' ? updated(raw) : updated);
			const given = field.columns ? rows : (updated as { input: unknown } | undefined);
			const input = given?.input === '' ? created?.input : given?.input;
			const value = field.shownAs;
			return { names: namesOf(field), value, field, cell: input };
		});
		const label = (key: string) =>
			(customIn(key)?.name ?? LABELS[key.replace(/^[a-z]+_/, '')] ?? key) as string;
		customs = scenario.customFields.map(({ key, itemType, updated }) => ({
			...customNamed({ key, itemType, label: label(key) }, property),
			cell: updated.input,
		}));
		if (kind === 'deal') {
			const calculated = { key: 'deal_calculation', itemType: 'calculation', label: 'Commission' };
			customs.push(customNamed(calculated, property));
		}
	}, 60_000);

	/** What one run with an item for each name comes to, by its value first. */
	async function byName(
		operation: string,
		{ names, value }: Pick<Named, 'names' | 'value'>,
		parameters: IDataObject,
		inputOf: (name: string) => IDataObject = (text) => ({ text }),
	) {
		const texts = [value, ...aPart(names, 12)];
		const { items, error } = await fixture.run(operation, {
			continueOnFail: true,
			parameters: { ...scenario.owner, ...parameters },
			input: texts.map(inputOf),
		});
		if (error) throw error;
		return texts.map((text, at) => ({
			text,
			became: items
				.filter(({ pairedItem }) => (pairedItem as { item: number }).item === at)
				.map(({ json: { details: _, ...json } }) => json),
		}));
	}

	/** The names that do not mean what the first means, or nothing at all. */
	const odd = (all: Awaited<ReturnType<typeof byName>>) =>
		all.filter(
			({ became }) =>
				JSON.stringify(became) !== JSON.stringify(all[0]!.became) ||
				became.some(({ error }) => error !== undefined),
		);
	/** Expects that each name of each field is understood. */
	async function expectAlike(fields: Named[], run: (each: Named) => ReturnType<typeof byName>) {
		const found = [];
		for (const each of aPart(fields, 4)) found.push(...odd(await run(each)));
		expect(found).toEqual([]);
	}
	const where = (holds: (field: Field) => boolean) => () =>
		standard.filter(({ field }) => holds(field!));
	const updates = ({ writableIn = ['update'] }: Field) => writableIn.includes('update');
	const isSearched = ({ traits }: Field) =>
		traits.includes('searchable') || traits.includes('identifying');
	const onlyId = { output: 'selectedFields', outputFields: 'id' };

	if (has('search')) {
		test('a search', async () => {
			const searched = where(isSearched)().map((each) => ({
				...each,
				value: each.field!.searchName ?? each.field!.key,
			}));
			const values = [{ field: '={{ $json.text }}', operator: 'isNotEmpty' }];
			await expectAlike(
				[...searched, ...customs],
				async (each) =>
					await byName(`${kind}.search`, each, { conditions: { values }, limit: 3, ...onlyId }),
			);
		}, 60_000);
	}

	if (has('getMany')) {
		test('a summary', async () => {
			const within = record.listParentParams
				.filter(({ name }) => !(name in scenario.owner) || kind !== 'customObject')
				.map(({ name }) => [name, byId('all')]);
			const groupBy = '={{ [`${$json.text}:day`] }}';
			const list = { ...Object.fromEntries(within), output: 'summary', groupBy };
			const shown = where(
				({ type, traits, writableIn = ['update'] }) =>
					type.valueKind !== undefined &&
					(traits.includes('main') || writableIn.length === 0 || writableIn.includes('update')),
			);
			await expectAlike(
				[...shown(), ...customs],
				async (each) => await byName(`${kind}.getMany`, each, list as IDataObject),
			);
		}, 60_000);
	}

	test('Output Fields', async () => {
		const shown = [...standard.filter(({ value }) => value in raw), ...customs];
		const all = [...new Set(shown.flatMap(({ names }) => names))];
		const { items, error, hints } = await fixture.run(`${kind}.get`, {
			parameters: {
				...scenario.owner,
				[scenario.idName]: byId(id),
				output: 'selectedFields',
				outputFields: JSON.stringify(all),
				options: scenario.readOptions,
			},
		});
		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		const got = items[0]!.json;
		for (const { names, field } of shown) {
			const isId = (name: string) => field?.lookup !== undefined && /ids?$/i.test(name);
			const values = names.filter((name) => name in got && !isId(name)).map((name) => got[name]);
			expect(new Set(values.map((each) => JSON.stringify(each))).size).toBeLessThan(2);
		}
	});

	// Before fields are cleared.
	if (has('search') && has('createOrUpdate')) {
		test('Match By', async () => {
			const parameters = { ...searchById(id), output: undefined };
			const [found] = await fixture.records(`${kind}.search`, { parameters });
			const lacking = where(({ traits, key }) => traits.includes('required') && !(key in found!))();
			const input = [
				{ ...found, ...Object.fromEntries(lacking.map(({ value }) => [value, raw[value]])) },
			] as IDataObject[];
			const matching = [
				...where(({ traits, key }) => traits.includes('identifying') && key in found!)(),
				...customs.filter(({ value }) => /:(?:text|url|number|decimal_number)$/.test(value)),
			];
			for (const { names, value } of aPart(matching, 2)) {
				const call = (matchBy: string) => ({
					parameters: { ...FROM_INPUT, matchBy, output: undefined, options: { dryRun: true } },
					input,
				});
				for (const matchBy of [value, ...aPart(names, 12)]) {
					const { items, error } = await fixture.run(`${kind}.createOrUpdate`, call(matchBy));
					// Several records may hold the value.
					const which = /(\d+ records).*(\(IDs .+\))/.exec(error?.message ?? '')?.slice(1);
					const { action = 'none' } = items[0]?.json ?? {};
					const isFound = which !== undefined || action === 'unchanged' || action === 'update';
					expect([matchBy, isFound, error?.message]).toEqual([
						matchBy,
						true,
						which && error?.message,
					]);
				}
			}
		}, 60_000);
	}

	if (has('update')) {
		const at = () => ({
			...(kind === 'dealAction' && { deal: byId((raw.deal as { id: number }).id) }),
			[scenario.idName]: byId(id),
		});

		test('Fields to Clear', async () => {
			const clearable = where((each) => each.traits.includes('clearable') && updates(each))();
			await expectAlike(
				clearable.map((each) => ({ ...each, value: each.field!.key })),
				async (each) =>
					await byName(`${kind}.update`, each, {
						...at(),
						fieldsToClear: '={{ [$json.text] }}',
						options: onlyId,
					}),
			);
		}, 60_000);

		test('a column', async () => {
			// A column such as "Customer ID" may hold the IDs of another system.
			const isAnothers = (name: string, field?: Field) =>
				field?.lookup !== undefined && /ids?$/i.test(name) && !isOwnIdName(name, field);
			const given = [...where(updates)(), ...customs]
				.filter(({ cell }) => cell !== undefined)
				.map((each) => ({
					...each,
					names: each.names.filter((name) => !isAnothers(name, each.field)),
				}));
			expect(given.length).toBeGreaterThan(3);
			await expectAlike(given, async ({ cell, ...each }) => {
				const outputFields = JSON.stringify([each.field?.columns ? 'id' : each.value]);
				const output = { output: 'selectedFields', outputFields };
				const key = each.field?.key ?? each.value;
				return await byName(
					`${kind}.update`,
					{ ...each, value: key },
					{ ...FROM_INPUT, options: output },
					(name) => ({ ...scenario.owner, [scenario.idName]: id, [name]: cell }) as IDataObject,
				);
			});
		}, 60_000);
	}

	if (record.watch) {
		test('a watched field', async () => {
			// No list has related objects, and compact values say no more than the ID of their field.
			const isListed = ({ value }: Named) =>
				value in raw && !record.watch!.related.some((each) => each === value);
			const isCompact = record.customs?.compactIn === 'v2';
			const shown = [...standard.filter(isListed), ...(isCompact ? [] : customs)];
			const fieldsToWatch = JSON.stringify(shown.flatMap(({ names }) => aPart(names, 6)));
			const warn = jest.spyOn(Container.get(Logger), 'warn').mockClear();
			const { poll } = fixture.watch({
				parameters: {
					...(kind === 'customObject' && scenario.owner),
					resource: kind,
					event: 'updated',
					options: { fieldsToWatch },
				},
			});
			await poll();
			expect(warn.mock.calls.map(([text]) => text)).toEqual([]);
		}, 60_000);
	}
});
