import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../api/pages';
import { ROUTES } from '../../api/routes';
import type { ListRules, ServiceRequest } from '../../api/types';
import {
	filters,
	options,
	type Form,
	type Naming,
	type Operation,
	type OperationOf,
	type Run,
	type Scope,
} from '../define';
import { flag, integer, isObject, text, textOf, type Field } from '../fields';
import { outputOptions, shaper } from '../output';
import { overlapped } from '../overlap';
import { requestOf } from '../request';

/**
 * Above this many records n8n itself gets into trouble: it stalls for seconds at 100,000 and can't
 * save an execution of 250,000 (measured on n8n 2.41).
 */
const CARRIED_EASILY = 50_000;

const returnAll = flag('returnAll', 'Return All', {
	place: 'control',
	initially: false,
	description: 'Whether to return all results or only up to a given limit',
});

const limit = integer('limit', 'Limit', {
	place: 'control',
	min: 1,
	shownWhen: { returnAll: [false] },
	description: 'Max number of results to return',
});

export const listFields: readonly Field[] = [
	returnAll,
	{ ...limit, form: { ...limit.form, default: 50 } },
];

/** Lets a loop carry a list of any size, a stretch at a time. */
const stretchOptions: readonly Field[] = [
	text('startCursor', 'Start Cursor', {
		place: 'control',
		only: 'v2',
		description:
			'Where to go on: the value of _next.startCursor in the last item of the stretch before. Filters and sort must be the same.',
	}),
	integer('pageLimit', 'Page Limit', {
		place: 'control',
		min: 1,
		only: 'v2',
		description:
			'The most pages (of up to 1,000 records) to read in this run. When more are left, the last item says where to go on, in _next.startCursor.',
	}),
];

const rulesOf = (route: string): ListRules | undefined =>
	(ROUTES.v2[route] ?? ROUTES.v1[route])?.list;

/** The options that a list gets beside its own: output, and stretches where it has cursors. */
export const listOptions = (route: string, own: readonly Field[]): readonly Field[] => [
	...own,
	...(rulesOf(route)?.style === 'cursor' ? stretchOptions : []),
	...outputOptions,
];

const optionsOf = (scope: Scope): IDataObject => {
	const entered = scope.get('options');
	return isObject(entered) ? entered : {};
};

/** How many records the item wants: all, or a whole number from 1. */
function wanted(scope: Scope): number | undefined {
	if (scope.get('returnAll') === true) return undefined;
	const entered = scope.get('limit');
	return entered === undefined ? 50 : (limit.wire(entered, scope) as number);
}

/** Reads a list or search for one item, each page turned into output records once and let go. */
export async function readList(
	naming: Naming,
	run: Run,
	scope: Scope,
	request: ServiceRequest,
): Promise<IDataObject[]> {
	const { startCursor, pageLimit } = optionsOf(scope);
	const shape = shaper(naming, scope, run);
	const records: IDataObject[] = [];
	let nextCursor: string | undefined;
	const most = wanted(scope);
	for await (const page of pages(run.client, request, {
		limit: most,
		...(startCursor ? { startCursor: textOf(startCursor) } : {}),
		...(pageLimit ? { pageLimit: Number(pageLimit) } : {}),
	})) {
		for (const record of page.records) records.push(shape(record));
		nextCursor = page.nextCursor;
	}
	const last = records[records.length - 1];
	if (pageLimit && nextCursor !== undefined && last !== undefined) {
		last._next = { startCursor: nextCursor };
		run.hint(
			`There are more ${naming.many}: go on with Start Cursor set to {{ $json._next.startCursor }} of the last item.`,
		);
	}
	return records;
}

interface ListOptions {
	/** Path parameters, such as the customer whose actions are listed. */
	readonly path?: readonly Field[];
	readonly filters?: readonly Field[];
	/** Sort and the other query parameters. */
	readonly extra?: readonly Field[];
	/** Fields at the top, such as the search builder. */
	readonly top?: readonly Field[];
}

interface ListTexts {
	readonly id: string;
	readonly name: string;
	readonly action: string;
	readonly description: string;
	/** Completes the request of one item, such as with the built filter. */
	readonly finish?: (request: ServiceRequest, scope: Scope) => ServiceRequest;
}

/** An operation that reads a list: Get Many, Search and their like. */
export function listed(
	naming: Naming,
	{ finish = (request) => request, ...texts }: ListTexts,
	{ path = [], filters: filterFields = [], extra = [], top = [] }: ListOptions,
): Operation {
	const route = `${naming.id}.${texts.id}`;
	const paged = rulesOf(route)?.style !== 'whole';
	const form: Form = {
		fields: [...path, ...top, ...(paged ? listFields : [])],
		collections: [filters(filterFields), options(listOptions(route, extra))],
	};
	return {
		...texts,
		route,
		form,
		writes: false,
		run: async (run) => {
			const results = await overlapped(run, async (scope) => {
				const request = finish(requestOf(run.client, route, form, scope), scope);
				return await readList(naming, run, scope, request);
			});
			warnOfSize(run, results);
			return results;
		},
	};
}

function warnOfSize(run: Run, results: Awaited<ReturnType<Operation['run']>>): void {
	const total = results.reduce(
		(sum, result) => sum + ('records' in result ? result.records.length : 0),
		0,
	);
	if (total <= CARRIED_EASILY) return;
	run.hint(
		`${total.toLocaleString('en-US')} items: n8n becomes slow above ${CARRIED_EASILY.toLocaleString('en-US')} and can't save an execution of about 250,000. Return fewer fields with Output Fields, or read in stretches with Page Limit and Start Cursor inside a loop.`,
	);
}

export const getMany =
	(form: ListOptions = {}): OperationOf =>
	(naming) =>
		listed(
			naming,
			{
				id: 'getMany',
				name: 'Get Many',
				action: `Get many ${naming.many}`,
				description: `Retrieve a list of ${naming.many}`,
			},
			form,
		);
