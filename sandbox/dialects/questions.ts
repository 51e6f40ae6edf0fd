import { most } from '../contract/limits';
import { onRest } from './answerChanges';
import { aDeployment, type Dialect, type ParameterChange } from './dialect';

/** A parameter goes by another name; under the documented one nobody knows it. */
const called =
	(documented: string, other: string): ParameterChange =>
	(name, value) => {
		if (name === other) return [documented, value];
		return name === documented ? undefined : [name, value];
	};

const without =
	(names: RegExp): ParameterChange =>
	(name, value) =>
		names.test(name) ? undefined : [name, value];

const windows = /^(created|updated)At(From|To)$/;
const camelWindows = /^(created|updated)_at_(from|to)$/;
const cappedAt = 100;

/** What a question is understood as. */
export const questionDialects: Dialect[] = [
	{
		name: 'pages-from-zero',
		says: 'Page lists count their pages from 0.',
		...{ allowedBy: aDeployment, concerns: 'the numbers of pages', sees: '?page=0, "page": 0' },
		parameter: (name, value) => [name, name === 'page' ? Number(value) + 1 : value],
		answer: onRest(({ page, ...rest }) =>
			typeof page === 'number' ? { ...rest, page: page - 1 } : rest,
		),
	},
	{
		name: 'limit-called-per-page',
		says: 'The size of a page is asked for by per_page.',
		...{ allowedBy: aDeployment, concerns: 'the parameter limit', sees: '?per_page=50' },
		parameter: called('limit', 'per_page'),
	},
	{
		name: 'limit-capped-at-100',
		says: 'Who asks for more than 100 records gets 100.',
		...{
			allowedBy: aDeployment,
			concerns: 'the parameter limit',
			sees: '?limit=1000: 100 records',
		},
		parameter: (name, value) => {
			const isMore = name === 'limit' && Number(value) > cappedAt && Number(value) <= most.limit;
			return [name, isMore ? cappedAt : value];
		},
	},
	{
		name: 'cursor-called-page-token',
		says: 'The place to go on from is given as page_token.',
		...{ allowedBy: aDeployment, concerns: 'the parameter cursor', sees: '?page_token=eyJ…' },
		parameter: called('cursor', 'page_token'),
	},
	{
		name: 'search-word-called-q',
		says: 'The word that lists are searched for is given as q.',
		...{ allowedBy: aDeployment, concerns: 'the parameter searchWord', sees: '?q=acme' },
		parameter: called('searchWord', 'q'),
	},
	{
		name: 'search-word-ignored',
		says: 'Lists know no search word, and show all records.',
		...{ allowedBy: aDeployment, concerns: 'the parameter searchWord' },
		sees: '?searchWord=nobody: all records',
		parameter: without(/^searchWord$/),
	},
	{
		name: 'windows-snake-case',
		says: 'Windows by creation and update are spelled in snake_case.',
		...{ allowedBy: aDeployment, concerns: 'the parameters of windows' },
		sees: '?updated_at_from=2026-01-01T00:00:00Z',
		parameter: (name, value) => {
			if (windows.test(name)) return undefined;
			const documented = camelWindows.test(name)
				? name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
				: name;
			return [documented, value];
		},
	},
	{
		name: 'windows-ignored',
		says: 'Lists know no windows by creation and update, and show all records.',
		...{ allowedBy: aDeployment, concerns: 'the parameters of windows' },
		sees: '?updatedAtFrom=2999-01-01T00:00:00Z: all records',
		parameter: without(windows),
	},
	{
		name: 'sort-ignored',
		says: 'Lists and searches are in their usual order, whatever is asked for.',
		...{ allowedBy: aDeployment, concerns: 'the parameter sort' },
		sees: '?sort=updatedAt: the newest first',
		parameter: without(/^sort$/),
	},
];
