import { ROUTES, type OperationId } from '../api/routes/routes';
import type { ServiceRequest } from '../api/routes/types';
import {
	controlsAtEnd,
	flag,
	integer,
	optionControls,
	text,
	type Field,
	type Item,
} from '../fields';
import type { ListSpec, RecordDescription } from '../records/record';
import { fileControls, fileOptions } from './form/exportFile';
import { divisibleList, type Divisible } from './reading/list/timeRanges';
import {
	filters,
	identityOf,
	options,
	sorting,
	type Form,
	type Operation,
	type Spec,
} from './model/operation';
import { listOutputControls } from './form/output';
import { summaryControls } from './form/summary';

export const DEFAULT_LIMIT = 50;

/** A file or summary is made of the whole list. */
const AS_ITEMS = { output: ['simplified', 'raw', 'selectedFields'] };

/** Behind Output: what decides whether n8n keeps a parameter has to stand before it. */
export const listControls = controlsAtEnd({
	returnAll: flag('returnAll', 'Return All', {
		initially: false,
		shownWhen: AS_ITEMS,
		description: 'Whether to return all results or only up to a given limit',
	}),
	limit: integer('limit', 'Limit', {
		min: 1,
		initially: DEFAULT_LIMIT,
		shownWhen: { ...AS_ITEMS, returnAll: [false] },
		description: 'Max number of results to return',
	}),
});

/** Lets a loop read a list of any size, a part at a time. */
export const partControls = optionControls({
	startCursor: text('startCursor', 'Start Cursor', {
		only: 'v2',
		shownWhen: { '/output': [...AS_ITEMS.output, 'file'] },
		description:
			'Where to continue: _next.startCursor of the last item, or cursor of the last file. Filters and sort must be the same.',
	}),
	pageLimit: integer('pageLimit', 'Page Limit', {
		min: 1,
		only: 'v2',
		shownWhen: { '/output': AS_ITEMS.output },
		description:
			'The maximum number of pages to read in this run. If more are left, _next.startCursor of the last item says where to continue.',
	}),
});

/** The rules of a list, in whatever interface has it. */
export const listRules = (route: OperationId) => (ROUTES.v2[route] ?? ROUTES.v1[route])?.list;

/** How a list is asked for, where that is not by its form alone. */
export interface Asking {
	/** Completes the request of one item, such as with the built filter. */
	readonly finish?: (request: ServiceRequest, item: Item) => ServiceRequest;
	/** How parts of the list can be asked for. */
	readonly divisible?: Divisible;
}

type ListDefinition = Omit<Operation, 'writes' | 'load'> & Asking;

/** An operation that reads a list: Get Many, Search and their like. */
export function listOperation(
	record: RecordDescription,
	{ form: own, finish, divisible = divisibleList(record, own), ...texts }: ListDefinition,
): Operation {
	const style = listRules(texts.route)?.style;
	const form: Form = {
		...own,
		controls: [
			...own.controls,
			listOutputControls,
			// How much, if it has pages, and from where, if it has cursors.
			...(style === 'whole' ? [] : [listControls]),
			...(style === 'cursor' ? [partControls] : []),
			fileControls,
			fileOptions,
			summaryControls,
		],
	};
	return {
		...texts,
		form,
		writes: false,
		load: async () => {
			const { readList } = await import('./reading/readList');
			return readList(record, { route: texts.route, finish, divisible });
		},
	};
}

const listForm = (
	path: readonly Field[],
	filterFields: readonly Field[],
	{ options: extra, sort }: Pick<Spec, 'options' | 'sort'>,
): Form => ({
	fields: path,
	collections: [filters(filterFields), options(extra), sorting(sort)],
	controls: [],
});

export const getMany = (record: RecordDescription, spec: Spec): Operation =>
	listOperation(record, {
		...identityOf(spec),
		name: 'Get Many',
		action: `Get many ${record.many}`,
		description: `Retrieve a list of ${record.many}`,
		form: listForm(record.listedWithin, [...record.filters, ...(spec.filters ?? [])], spec),
	});

/** A list besides Get Many: its texts, its path and its entries are its own. */
export const list = (record: RecordDescription, spec: Spec<ListSpec>): Operation =>
	listOperation(
		{ ...record, fields: [] },
		{
			...identityOf(spec),
			name: spec.name,
			action: spec.action,
			description: spec.description,
			form: listForm(spec.path ?? [], spec.filters ?? [], spec),
		},
	);
