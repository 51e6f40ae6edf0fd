import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors';
import { ROUTES } from '../../api/routes';
import {
	article,
	options,
	type Form,
	type ItemResult,
	type Naming,
	type OperationOf,
	type Run,
	type Scope,
} from '../define';
import { flag, isObject, type Field } from '../fields';
import { outputOptions, shaper } from '../output';
import { partsOf } from '../request';
import { recordsWith } from '../search/lookup';
import { single } from './single';

const batchLookup = flag('batchLookup', 'Look Up in Batches', {
	place: 'control',
	description:
		'Whether to find the records of all input items with one search for up to 299 IDs, instead of one request each. Search answers carry custom values in compact form, and the search index may lag behind by a moment.',
});

const wantsBatches = (scope: Scope | undefined): boolean => {
	const entered = scope?.get('options');
	return isObject(entered) && entered.batchLookup === true;
};

/** Finds all items' records by search, and answers in input order. */
async function lookUp(naming: Naming, run: Run, form: Form): Promise<ItemResult[]> {
	const asked: Array<{ scope: Scope; id: number }> = [];
	const results: Array<ItemResult | undefined> = [];
	for (const scope of run.scopes) {
		try {
			asked.push({ scope, id: partsOf(form, scope).path.id as number });
		} catch (error) {
			results[scope.index] = { index: scope.index, error };
			if (!run.continueOnFail) return [{ index: scope.index, error }];
		}
	}
	const first = asked[0];
	const found = new Map<unknown, IDataObject>();
	if (first) {
		const field = { field: { name: 'id' }, label: 'ID', type: 'integer' as const };
		const ids = [...new Set(asked.map(({ id }) => id))];
		for await (const record of recordsWith(run.client, naming, field, ids, first.scope)) {
			found.set(record.id, record);
		}
	}
	for (const { scope, id } of asked) {
		const record = found.get(id);
		results[scope.index] = record
			? { index: scope.index, records: [shaper(naming, scope, run)(record)] }
			: { index: scope.index, error: notFound(naming, id) };
	}
	return results.filter((result) => result !== undefined);
}

const notFound = (naming: Naming, id: number) =>
	new UsageError(
		`No ${naming.one} with the ID ${id} was found: check the ID, and that the credential may read it.`,
	);

/** Retrieves one record for each input item; many at once by search, where the records have one. */
export const getOne =
	({ id, extra = [] }: { id: readonly Field[]; extra?: readonly Field[] }): OperationOf =>
	(naming) => {
		const searchable = `${naming.id}.search` in ROUTES.v2;
		const form: Form = {
			fields: id,
			collections: [options([...extra, ...(searchable ? [batchLookup] : []), ...outputOptions])],
		};
		const one = single(naming, {
			id: 'get',
			name: 'Get',
			action: `Get ${article(naming.one)}`,
			description: `Retrieve ${article(naming.one)}`,
			form,
			writes: false,
		});
		return {
			...one,
			run: async (run) =>
				searchable && wantsBatches(run.scopes[0])
					? await lookUp(naming, run, form)
					: await one.run(run),
		};
	};
