/** How a search is asked, and what it finds. */
import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../api/routes/routes';
import { filterOf } from './filters';
import type { Answer, Question } from './inquiry';
import type { Known } from './known';
import { recordsOf } from './lists';
import { idOf } from './reading';
import { ATTACH } from './words';

export const finds = (known: Known, answer: Answer, record: unknown): boolean =>
	recordsOf(known, answer).some((each) => String(idOf(each)) === String(idOf(record)));

export const searching = (
	known: Known,
	operation: OperationId,
	conditions: readonly IDataObject[],
	rest: IDataObject = {},
): Question => {
	const { pagingIn } = known.row(operation).list ?? {};
	const { limit = 10, cursor, ...body } = rest;
	const paging = { limit, ...(cursor === undefined ? {} : { cursor }) };
	return known.ask({
		operation,
		body: { filter: filterOf(...conditions), ...body, ...(pagingIn === 'body' && paging) },
		...(pagingIn === 'query' && { query: paging as Record<string, number | string> }),
	});
};

export const ADVICE_SEARCH = `Create or Update finds records by searches, and may not find them here: try it with one record before you rely on it. ${ATTACH}`;
