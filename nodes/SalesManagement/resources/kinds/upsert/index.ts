import { UsageError } from '../../../api/errors';
import {
	options,
	type Form,
	type ItemResult,
	type Naming,
	type OperationOf,
	type Run,
} from '../../define';
import { flag, isObject, text, textOf, type Field } from '../../fields';
import { standardFields, toSearchField } from '../../search/fields';
import type { SearchField } from '../../search/filter';
import { matchKey, matchValue } from '../../search/match';
import { readRows, type Row } from '../bulk';
import { createForm, type RecordForm } from '../single';
import { existing, type Finder } from './find';
import { createOnly, divided, inDoubt, rememberIds, Results, waves } from './rows';
import type { Writer } from './write';

export { byEqualityFilter, bySearch } from './find';
export { inBulk, oneByOne } from './write';

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
			const field = chosenField(naming, current);
			const hasValue = ({ parts }: Row) =>
				isMatchable(matchValue(parts.body, field, naming.customs));
			const results = new Results(current, [
				...failed,
				...rows.filter((row) => !hasValue(row)).map((row) => noValue(row, field)),
			]);
			if (results.mustStop()) return results.inOrder();

			const matched = rows.filter(hasValue);
			const ids = await existing(naming, current, find, field, matched);
			const keyOf = (row: Row) =>
				find.within(row) + matchKey(matchValue(row.parts.body, field, naming.customs));
			const doubtful = new Set<string>();
			for (const wave of waves(matched, keyOf)) {
				const isDoubtful = (row: Row) => doubtful.has(keyOf(row));
				results.add(wave.filter(isDoubtful).map((row) => mayExist(row, field)));
				const groups = divided(
					wave.filter((row) => !isDoubtful(row)),
					ids,
					leftOut,
				);
				results.add(groups.ambiguous.map((row) => ambiguous(row, field, ids(row))));
				if (results.mustStop()) break;
				if (isDryRun(current)) {
					results.add(planned(groups));
					// What a first row would create, a later row of the same value would update.
					for (const row of groups.create) ids(row).push(0);
					continue;
				}
				const created = await create(current, naming, 'create', groups.create);
				rememberIds(groups.create, created, ids);
				for (const row of inDoubt(groups.create, created)) doubtful.add(keyOf(row));
				results.add(created, 'created');
				if (results.mustStop()) break;
				results.add(await update(current, naming, 'update', groups.update), 'updated');
				if (results.mustStop()) break;
			}
			return results.inOrder();
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

const isMatchable = (value: unknown) => value !== undefined && value !== null && value !== '';

const noValue = ({ scope }: Row, field: SearchField): ItemResult => ({
	index: scope.index,
	error: new UsageError(`Match By is ${field.label}, but this item gives no value for it.`),
});

/** Creating it again could double the record (lessons: a timed-out create is retried). */
const mayExist = ({ scope }: Row, field: SearchField): ItemResult => ({
	index: scope.index,
	error: new UsageError(
		`Not sent: an earlier item with the same ${field.label} may have been created or not, since its answer was lost. Check that record, then run this item again.`,
	),
});

const ambiguous = ({ scope }: Row, field: SearchField, ids: readonly number[]): ItemResult => ({
	index: scope.index,
	error: new UsageError(
		`${ids.length} records have this ${field.label} (IDs ${[...ids].sort((a, b) => a - b).join(', ')}): match by a field that only one record has.`,
	),
});

const planned = (groups: Record<'create' | 'update', Row[]>): ItemResult[] =>
	(['create', 'update'] as const).flatMap((operation) =>
		groups[operation].map(({ scope, parts }) => ({
			index: scope.index,
			records: [{ dryRun: true, action: operation, ...parts.path, data: parts.body }],
		})),
	);
