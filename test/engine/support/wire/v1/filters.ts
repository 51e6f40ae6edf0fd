import type { IDataObject } from 'n8n-workflow';
import { END, END_SENT, START, START_SENT, type Ids } from '../wireRow';

/** The filter and output options that a v1 search takes in its body (v1 §4). */
export const searchJson = (): IDataObject => ({
	searchMode: 'json',
	filterJson: JSON.stringify(FILTER),
	limit: 5,
	sort: { sortBy: 'updatedAt', sortOrder: 'DESC' },
	options: { compactCustoms: true, noCustoms: false },
});

const FILTER = {
	compositeFilter: {
		logicalOperator: 'AND',
		subFilters: [
			{
				valueFilter: {
					field: { name: 'id' },
					comparisonOperator: '>',
					value: { integerValue: 0 },
				},
			},
		],
	},
};

export const searchSent = {
	filter: FILTER,
	sort: { field: { name: 'updatedAt' }, order: 'DESC' },
	compactCustoms: true,
	noCustoms: false,
	page: 1,
	limit: 5,
};

/** Every filter of an action list (v1 §4). */
export const actionFilters = ({ user }: Ids) => ({
	startDatetime: START,
	endDatetime: END,
	createdAtFrom: START,
	createdAtTo: END,
	updatedAtFrom: START,
	updatedAtTo: END,
	users: [user],
	active: 'false',
});

export const actionFiltersSent = ({ user }: Ids, own: string) =>
	`users[][id]=${user}&active=false&${own}&startDatetime=${START_SENT}&endDatetime=${END_SENT}&createdAtFrom=${START_SENT}&createdAtTo=${END_SENT}&updatedAtFrom=${START_SENT}&updatedAtTo=${END_SENT}`;
