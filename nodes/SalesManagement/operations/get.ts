import { flag, optionControls } from '../fields';
import { routeOf, type RecordDescription } from '../records/record';
import { article, identityOf, options, type Operation, type Spec } from './model/operation';
import { pathToOne, perItem, withOutput } from './create';

export const batchControls = optionControls({
	batchLookup: flag('batchLookup', 'Look Up in Batches', {
		description:
			'Whether to find the records of up to 299 input items with one search instead of one request each. The search index may lag behind.',
	}),
});

/** Retrieves one record for each input item; many at once by search, where the records have one. */
export function get(record: RecordDescription, spec: Spec): Operation {
	const { options: extra = [] } = spec;
	const searchable = routeOf(record, 'search') !== undefined;
	const one = perItem(record, {
		...identityOf(spec),
		name: 'Get',
		action: `Get ${record.one}`,
		description: `Retrieve ${article(record.one)}`,
		form: withOutput({
			fields: pathToOne(record),
			collections: [options(extra)],
			controls: searchable ? [batchControls] : [],
		}),
		writes: false,
		returns: 'record',
	});
	if (!searchable) return one;
	return {
		...one,
		load: async () => (await import('./lookUpRows')).getSteps(record, await one.load(), extra),
	};
}
