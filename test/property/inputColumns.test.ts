/** A form and a file can't differ: what is filled from columns is sent as what is filled in the form. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Column, Field, Item } from '../../nodes/SalesManagement/fields';
import { filledItems } from '../../nodes/SalesManagement/operations/columns';
import { fillablesOf } from '../../nodes/SalesManagement/operations/columns/filling';
import type { Filling } from '../../nodes/SalesManagement/operations/operation';
import { partsOf } from '../../nodes/SalesManagement/operations/request';
import {
	automatic,
	column,
	FILLED,
	itemOf,
	NO_SOURCES,
	operationOf,
} from '../unit/support/filledItems';
import { isObject, quoted } from '../../nodes/SalesManagement/values';
import { given, zone } from './support/given';

const RUNS = Number(process.env.VALUES_RUNS ?? 3_000);

const CUSTOMS: readonly Column[] = [
	column('rank', 'Rank', { type: 'number' }),
	column('77', 'Visited at', { type: 'dateTime' }),
	column('share', 'Share of it', { itemType: 'decimal_number' }),
	column('level', 'Grade', { type: 'options', options: [{ name: 'Gold', value: 1 }] }),
	column('topics', 'Topics', { options: [{ name: 'Price', value: 1 }] }),
	column('free', 'Anything'),
];
const SAVED = automatic(CUSTOMS.map((each) => ({ ...each, id: `custom:${each.id}` })));

/** What is drawn for each field: whether and how it is given, and what. */
interface Draw {
	readonly isGiven: boolean;
	readonly isOdd: boolean;
	readonly byLabel: boolean;
	readonly spell: (label: string) => string;
	readonly odd: unknown;
	readonly number: number;
}

/** Every name has an ID, always the same. */
const names: Item['names'] = {
	idOf: ({ name, lookup }) => name.length + lookup.method.length,
	idsOf: ({ name }) => [name.length],
};

/** What a cell holds that is not empty; empty ones have tests of their own. */
const cell = given.filter(
	(value) =>
		value !== undefined &&
		value !== null &&
		value !== '' &&
		!(Array.isArray(value) && value.length === 0),
);

const spelling = fc.constantFrom<(label: string) => string>(
	(label) => label,
	(label) => label.toUpperCase(),
	(label) => ` ${label.toLowerCase()}`,
	(label) => label.replace(/ /g, '_'),
);

const draw: fc.Arbitrary<Draw> = fc.record({
	isGiven: fc.nat(3).map((one) => one === 0),
	isOdd: fc.nat(5).map((one) => one === 0),
	byLabel: fc.boolean(),
	spell: spelling,
	odd: cell,
	number: fc.integer({ min: 1, max: 1000 }),
});

/** A cell that the field can read, so that requests come about. */
function readable({ form: { type } }: Field, number: number): unknown {
	if (type === 'dateTime') return `2026-11-${10 + (number % 20)}`;
	if (type === 'boolean') return number % 2 === 0 ? 'TRUE' : 0;
	if (type === 'json' || type === 'collection') return `[{"memo": "${number}"}]`;
	if (type === 'multiOptions') return `${number}, Anybody`;
	return number % 3 === 0 ? `${number}` : number;
}

/** The parts of a request, or the message of the error. */
function outcomeOf(read: () => unknown): string {
	try {
		return JSON.stringify(read());
	} catch (error) {
		return (error as Error).message;
	}
}

test(`any record through any operation, ${RUNS} times`, async () => {
	let sent = 0;
	const property = fc.asyncProperty(
		fc.constantFrom(...FILLED.map(([name]) => name)),
		fc.constantFrom('v1' as const, 'v2' as const),
		fc.infiniteStream(draw),
		zone,
		async (operation, version, stream, timezone) => {
			const { form } = operationOf(operation);
			const filling = form.filling as Filling;
			const parameters: Record<string, unknown> = {};
			const collection: Record<string, unknown> = {};
			const customs: Record<string, unknown> = {};
			const input: Record<string, unknown> = {};
			const next = () => stream.next().value as Draw;
			for (const { field, within } of fillablesOf(form, filling, version)) {
				const { isGiven, isOdd, byLabel, spell, odd, number } = next();
				if (!isGiven && !field.is.includes('required')) continue;
				const value = isOdd ? odd : readable(field, number);
				// An object there holds custom values by name, as Simplify returns them.
				if (field.name === filling.record.customs?.property && isObject(value)) continue;
				const isOwnName = !byLabel && field.label !== 'Industry (Overriding)';
				input[isOwnName ? field.name : spell(field.label)] = value;
				(within === undefined ? parameters : collection)[field.name] = value;
			}
			for (const { id, displayName } of filling.record.customs ? CUSTOMS : []) {
				const { isGiven, isOdd, byLabel, spell, odd, number } = next();
				if (!isGiven) continue;
				const value = isOdd ? odd : number;
				input[byLabel ? spell(displayName) : `custom:${id}`] = value;
				customs[id] = value;
			}
			const isFilled = Object.keys({ ...collection, ...customs }).length > 0;
			// Without any value nothing is sent, which has a test of its own.
			if (!isFilled) return;
			const common = { customObjectDefKey: 'ticket', fieldsToClear: ['nothing'] };
			const more = { version, timezone, names };
			const schema = CUSTOMS.filter(({ id }) => Object.hasOwn(customs, id));
			const byForm = itemOf(
				{
					...common,
					...parameters,
					[filling.collection]: collection,
					...(schema.length > 0 && {
						customFields: { mappingMode: 'defineBelow', value: customs, schema },
					}),
				},
				{},
				more,
			);
			const original = itemOf(
				{ ...common, fieldsFrom: 'input', columns: SAVED },
				input as IDataObject,
				more,
			);
			const { items, hint } = await filledItems([original], form, NO_SOURCES);
			const [one, other] = [byForm, items[0] as Item].map((item) =>
				outcomeOf(() => partsOf({ ...form, fields: form.fields.filter(isRead) }, item)),
			);
			if (hint !== undefined || other !== one) {
				throw new Error(
					`${operation} ${version} from ${quoted(Object.keys(input))}: ${hint}\n${one}\n${other}`,
				);
			}
			if (one?.startsWith('{')) sent++;
		},
	);
	const { failed, errorInstance } = await fc.check(property, { numRuns: RUNS });
	if (failed) throw errorInstance;
	expect(sent).toBeGreaterThan(RUNS / 10);
}, 120_000);

const isRead = ({ name }: { name: string }) => name !== 'fieldsToClear';
