import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox';
import type { SortKey } from '../domain/rules/search/filter';
import { sql, type Sql } from '../domain/store/sql';
import type { Table } from '../domain/store/table';
import type { Idiom } from './idiom';
import { pageQuery, tablePage, type Kept } from './lists';
import { operation, type Call } from './operation';

interface PageList<Row extends Kept, Query extends TProperties, Params extends TProperties> {
	id: string;
	path: string;
	summary: string;
	/** The property that holds the elements, and the schema of one. */
	plural: string;
	item: TSchema;
	params?: Params;
	/** Beside the page's number. */
	query?: Query;
	/** Which rows of the domain, and in what order if that is not by id. */
	list: (call: Call<Static<TObject<Params>>, Static<TObject<Query>>>) => {
		table: Table<Row>;
		where?: Sql[];
		order?: SortKey[];
	};
	read: (call: Call, rows: Row[]) => unknown[];
}

/** A list that both versions show by page number. */
export const pageListIn = <
	Row extends Kept,
	Query extends TProperties = TProperties,
	Params extends TProperties = TProperties,
>(
	idiom: Idiom,
	{ id, path, summary, plural, item, params, query, list, read }: PageList<Row, Query, Params>,
) =>
	operation({
		...{ id, method: 'GET', path, summary },
		...{ params, query: { ...pageQuery, ...query } },
		response: idiom.pageEnvelope(plural, item),
		run(call) {
			const { service, caller } = call;
			// The schemas have been checked.
			const { table, where = [], order = [] } = list(call as never);
			const { rows, envelope } = tablePage(
				service,
				{ table, where: [sql`t.domainId = ${caller.domainId}`, ...where], order },
				call.query,
				// v2 §8 fixes how many elements such a page holds.
				idiom.version === 'v2',
			);
			return idiom.respond(plural, read(call, rows), envelope);
		},
	});
