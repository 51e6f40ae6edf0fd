import type { OperationId } from '../../api/routes/routes';
import { read, type Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import type { Steps } from '../operation';
import { readList } from '../readList';
import { divisibleSearch } from '../lists/ranges';
import { enteredFilter } from './builder';
import type { orderControls } from './index';

function enteredSort(sort: ReturnType<typeof orderControls>, item: Item) {
	const { sortBy, sortOrder: order = 'ASC', sortCustom } = read(sort, item);
	if (sortCustom) return { sort: { field: { itemKey: sortCustom }, order } };
	return sortBy ? { sort: { field: { name: sortBy }, order } } : {};
}

interface Search {
	readonly route: OperationId;
	readonly sort: ReturnType<typeof orderControls>;
}

/** A list that is asked for by conditions. */
export const searchSteps = (record: RecordDescription, { route, sort }: Search): Steps =>
	readList(record, {
		route,
		divisible: divisibleSearch(record),
		alsoNames: (item) => enteredFilter(record, item),
		finish: (request, item) => ({
			...request,
			body: {
				...request.body,
				filter: enteredFilter(record, item),
				...enteredSort(sort, item),
			},
		}),
	});
