import { END, END_SENT, START, START_SENT, type Ids } from '../wireRow';

/** A search for one name: as the builder has it, and as it is sent (v1 §4, search body). */
export const nameIs = (name: string) => ({
	searchMode: 'builder',
	match: 'all',
	conditions: { values: [{ field: 'name', operator: 'equals', value: name }] },
});

export const nameFilter = (name: string) => ({
	compositeFilter: {
		logicalOperator: 'AND',
		subFilters: [
			{
				valueFilter: {
					field: { name: 'name' },
					comparisonOperator: '=',
					value: { stringValue: name },
				},
			},
		],
	},
});

/** Every filter of an action list (v2 §4.5). */
export const actionFilters = ({ user }: Ids) => ({
	startDatetime: START,
	endDatetime: END,
	createdAtFrom: START,
	createdAtTo: END,
	updatedAtFrom: START,
	updatedAtTo: END,
	users: [user, 2],
	active: 'true',
});

export const actionFiltersSent = ({ user }: Ids, own: string) =>
	`users[][id]=${user}&users[][id]=2&active=true&${own}&startDatetime=${START_SENT}&endDatetime=${END_SENT}&createdAtFrom=${START_SENT}&createdAtTo=${END_SENT}&updatedAtFrom=${START_SENT}&updatedAtTo=${END_SENT}`;
