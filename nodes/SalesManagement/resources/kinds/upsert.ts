import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors';
import { pages } from '../../api/pages';
import {
	options,
	type Form,
	type ItemResult,
	type Naming,
	type OperationOf,
	type Run,
} from '../define';
import { flag, isObject, text, textOf, type Field } from '../fields';
import { pathFor } from '../request';
import { standardFields, toSearchField } from '../search/fields';
import type { SearchField } from '../search/filter';
import { recordsWith } from '../search/lookup';
import { idsByValue, matchKey, matchValue } from '../search/match';
import { overlapped } from '../overlap';
import { groupedBy, readRows, writeRows, type BulkRules, type Row } from './bulk';
import { createForm, type RecordForm } from './single';

/** How rows are written: in bulk where the API has it, else one request each. */
export type Writer = (
	run: Run,
	naming: Naming,
	operation: 'create' | 'update',
	rows: readonly Row[],
) => Promise<ItemResult[]>;

export const inBulk =
	(rules: BulkRules): Writer =>
	async (run, naming, operation, rows) =>
		await writeRows(run, `${naming.id}.${operation}Many`, rules, rows);

export const oneByOne: Writer = async (run, naming, operation, rows) => {
	const route = `${naming.id}.${operation}`;
	const rowOf = new Map(rows.map((row) => [row.scope, row]));
	return await overlapped({ ...run, scopes: rows.map(({ scope }) => scope) }, async (scope) => {
		const { path = {}, query = {}, body = {} } = rowOf.get(scope)?.parts ?? {};
		const { id, ...rest } = body;
		const answer = await run.client.send({
			operation: route,
			path: pathFor(
				run.client,
				route,
				operation === 'update' ? { ...path, id: id as number } : path,
			),
			query: query as Record<string, string>,
			body: rest,
		});
		return [isObject(answer.body) && 'id' in answer.body ? { id: answer.body.id } : { id }];
	});
};

/** How the records that rows stand for are found. */
export interface Finder {
	/** Rows are looked up together, and matched among each other, where this is the same. */
	readonly within: (row: Row) => string;
	readonly find: (
		run: Run,
		naming: Naming,
		field: SearchField,
		rows: readonly Row[],
	) => AsyncGenerator<IDataObject>;
}

/** The distinct values that rows are matched by. */
const valuesOf = (naming: Naming, field: SearchField, rows: readonly Row[]): unknown[] => [
	...new Map(
		rows.map(({ parts }) => {
			const value = matchValue(parts.body, field, naming.customs);
			return [matchKey(value), value];
		}),
	).values(),
];

export const bySearch: Finder = {
	within: () => '',
	async *find(run, naming, field, rows) {
		const [first] = rows;
		if (!first) return;
		yield* recordsWith(run.client, naming, field, valuesOf(naming, field, rows), first.scope);
	},
};

/** For records without a search: one list for each value, filtered by the item key (v2 §4.11). */
export const byEqualityFilter: Finder = {
	within: ({ parts }) => JSON.stringify(parts.path),
	async *find(run, naming, field, rows) {
		const key = textOf(field.field.itemKey ?? field.field.name);
		const operation = `${naming.id}.getMany`;
		for (const value of valuesOf(naming, field, rows)) {
			const request = {
				operation,
				path: pathFor(run.client, operation, rows[0]?.parts.path ?? {}),
				query: { [key]: String(value) },
			};
			for await (const page of pages(run.client, request, {})) yield* page.records;
		}
	},
};

const matchBy = text('matchBy', 'Match By', {
	place: 'control',
	required: true,
	description:
		'The field that tells whether a record exists already: the value that you give for it below is looked up. A record that was created a moment ago may not be found yet. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

const matchField: Field = {
	...matchBy,
	form: {
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getMatchFields',
			loadOptionsDependsOn: ['customObjectDefKey'],
		},
		default: '',
	},
};

const dryRun = flag('dryRun', 'Dry Run', {
	place: 'control',
	description: 'Whether to only show what would be created and updated, and change nothing',
});

interface UpsertOptions extends RecordForm {
	readonly find: Finder;
	readonly create: Writer;
	readonly update: Writer;
}

/** Properties that exist only on a new record, and so are left out of an update. */
const createOnly = ({ fields }: RecordForm): string[] =>
	fields.filter(({ on }) => on !== undefined && !on.includes('update')).map(({ key }) => key);

const asUpdate = (row: Row, id: number, leftOut: readonly string[]): Row => ({
	...row,
	parts: {
		...row.parts,
		body: {
			...Object.fromEntries(
				Object.entries(row.parts.body).filter(([key]) => !leftOut.includes(key)),
			),
			id,
		},
	},
});

/** Rows with the same value, in waves: a later one acts on what an earlier one wrote. */
function* waves(rows: readonly Row[], keyOf: (row: Row) => string): Generator<Row[]> {
	let pending = [...rows];
	while (pending.length > 0) {
		const seen = new Set<string>();
		const wave: Row[] = [];
		const later: Row[] = [];
		for (const row of pending) {
			(seen.has(keyOf(row)) ? later : wave).push(row);
			seen.add(keyOf(row));
		}
		yield wave;
		pending = later;
	}
}

const withAction = (result: ItemResult, action: string): ItemResult =>
	'error' in result
		? result
		: { ...result, records: result.records.map((record) => ({ ...record, action })) };

/** Creates what does not exist yet and updates what does, matched by one field. */
export const createOrUpdate =
	({ find, create, update, ...record }: UpsertOptions): OperationOf =>
	(naming) => {
		const base = createForm(record);
		const form: Form = {
			fields: [matchField, ...base.fields],
			collections: base.collections.map((collection) =>
				collection.name === 'options' ? options([...collection.fields, dryRun]) : collection,
			),
		};
		const leftOut = createOnly(record);

		const run = async (current: Run): Promise<ItemResult[]> => {
			const { rows, failed } = readRows(current, form);
			const results: ItemResult[] = [...failed];
			const field = chosenField(naming, current);
			const keyOf = (row: Row) =>
				find.within(row) + matchKey(matchValue(row.parts.body, field, naming.customs));
			const matched = rows.filter((row) => {
				const value = matchValue(row.parts.body, field, naming.customs);
				if (value !== undefined && value !== null && value !== '') return true;
				results.push({
					index: row.scope.index,
					error: new UsageError(`Match By is ${field.label}, but this item gives no value for it.`),
				});
				return false;
			});
			if (results.length > 0 && !current.continueOnFail) return results;

			const ids = await existing(naming, current, find, field, matched);
			for (const wave of waves(matched, keyOf)) {
				const groups = { create: [] as Row[], update: [] as Row[] };
				for (const row of wave) {
					const known = ids(row);
					if (known.length > 1)
						results.push({ index: row.scope.index, error: ambiguous(field, known) });
					else if (known[0] === undefined) groups.create.push(row);
					else groups.update.push(asUpdate(row, known[0], leftOut));
				}
				if (results.some((result) => 'error' in result) && !current.continueOnFail) break;
				if (isDryRun(current)) {
					results.push(...planned(groups));
					// What a first row would create, a later row of the same value would update.
					for (const row of groups.create) ids(row).push(0);
					continue;
				}
				const created = await create(current, naming, 'create', groups.create);
				created.forEach((result) => {
					const row = groups.create.find(({ scope }) => scope.index === result.index);
					const id = 'records' in result ? result.records[0]?.id : undefined;
					if (row && typeof id === 'number') ids(row).push(id);
				});
				results.push(...created.map((result) => withAction(result, 'created')));
				if (created.some((result) => 'error' in result) && !current.continueOnFail) break;
				const updated = await update(current, naming, 'update', groups.update);
				results.push(...updated.map((result) => withAction(result, 'updated')));
				if (updated.some((result) => 'error' in result) && !current.continueOnFail) break;
			}
			return results.sort((a, b) => a.index - b.index);
		};

		return {
			id: 'createOrUpdate',
			name: 'Create or Update',
			action: `Create or update ${naming.many}`,
			description: `Create ${naming.many} that don't exist yet and update those that do (upsert), matched by one field`,
			route: `${naming.id}.create`,
			form,
			writes: true,
			run,
		};
	};

function chosenField(naming: Naming, { scopes }: Run): SearchField {
	const entered = textOf(scopes[0]?.get('matchBy'));
	const standard = standardFields(naming.id);
	if (naming.customs === undefined && !entered.startsWith('custom:')) {
		return { field: { itemKey: entered }, label: entered };
	}
	return toSearchField(entered, standard);
}

const isDryRun = ({ scopes }: Run): boolean => {
	const entered = scopes[0]?.get('options');
	return isObject(entered) && entered.dryRun === true;
};

/** A look-up of the ids of the records that a row stands for; writing adds to it. */
async function existing(
	naming: Naming,
	run: Run,
	{ within, find }: Finder,
	field: SearchField,
	rows: readonly Row[],
): Promise<(row: Row) => number[]> {
	const valueOf = (record: IDataObject) => matchValue(record, field, naming.customs);
	const ids = new Map<string, Map<string, number[]>>();
	for (const [group, members] of groupedBy(rows, within)) {
		const found: Array<{ id: number; value: unknown }> = [];
		for await (const record of find(run, naming, field, members)) {
			found.push({ id: record.id as number, value: valueOf(record) });
		}
		const wanted = members.map(({ parts }) => valueOf(parts.body));
		ids.set(group, idsByValue(wanted, found));
	}
	return (row) => ids.get(within(row))?.get(matchKey(valueOf(row.parts.body))) ?? [];
}

const ambiguous = (field: SearchField, ids: readonly number[]) =>
	new UsageError(
		`${ids.length} records have this ${field.label} (IDs ${ids.join(', ')}): match by a field that only one record has.`,
	);

const planned = (groups: Record<'create' | 'update', Row[]>): ItemResult[] =>
	(['create', 'update'] as const).flatMap((operation) =>
		groups[operation].map(({ scope, parts }) => ({
			index: scope.index,
			records: [{ dryRun: true, action: operation, ...parts.path, data: parts.body }],
		})),
	);
