import { moment } from '../scope';
import type { Service } from '../service';
import { raw, sql, type Sql } from '../store/sql';

/** Conditions for a window of time; its ends belong to it unless `windowEnds` says otherwise. */
export function within(
	service: Service,
	column: string,
	from: [name: string, value: string | undefined],
	to: [name: string, value: string | undefined],
): Sql[] {
	const equal = service.options.windowEnds === 'inclusive' ? '=' : '';
	const start = moment(...from);
	const end = moment(...to);
	return [
		...(start === undefined ? [] : [sql`${raw(column)} ${raw(`>${equal}`)} ${start}`]),
		...(end === undefined ? [] : [sql`${raw(column)} ${raw(`<${equal}`)} ${end}`]),
	];
}

/** The window parameters that most lists share. */
export interface WindowQuery {
	createdAtFrom?: string;
	createdAtTo?: string;
	updatedAtFrom?: string;
	updatedAtTo?: string;
	startDatetime?: string;
	endDatetime?: string;
}

/** The conditions of every window parameter that is given (v2 §4). */
export function windowConditions(service: Service, query: WindowQuery): Sql[] {
	const { createdAtFrom, createdAtTo, updatedAtFrom, updatedAtTo } = query;
	return [
		...within(
			service,
			't.createdAt',
			['createdAtFrom', createdAtFrom],
			['createdAtTo', createdAtTo],
		),
		...within(
			service,
			't.updatedAt',
			['updatedAtFrom', updatedAtFrom],
			['updatedAtTo', updatedAtTo],
		),
		// Actions whose start is from the given start and whose end is up to the given end (v2 §4).
		...within(service, 't.startAt', ['startDatetime', query.startDatetime], ['', undefined]),
		...within(service, 't.endAt', ['', undefined], ['endDatetime', query.endDatetime]),
	];
}
