import type { INodeType } from 'n8n-workflow';
import { lookupMethods } from './lists';
import { getInputColumns } from './operations/columns/mapperColumns';
import {
	getGroupFields,
	getMatchFields,
	getSearchFields,
	getSearchValues,
	getValueFields,
} from './operations/fieldDropdowns';

/** What fills the form: lookups, and the fields that a search can compare and a summary use. */
export const formMethods = {
	...lookupMethods,
	loadOptions: {
		...lookupMethods.loadOptions,
		getGroupFields,
		getMatchFields,
		getSearchFields,
		getSearchValues,
		getValueFields,
	},
	resourceMapping: { ...lookupMethods.resourceMapping, getInputColumns },
} satisfies INodeType['methods'];
