import type { INodeType } from 'n8n-workflow';
import { lookupMethods } from './lookups';
import { getInputColumns } from './operations/columns/editor';
import { getMatchFields, getSearchFields, getSearchValues } from './operations/search/dropdowns';

/** Everything that fills the form: lookups, and the fields that a search can compare. */
export const methods = {
	...lookupMethods,
	loadOptions: {
		...lookupMethods.loadOptions,
		getMatchFields,
		getSearchFields,
		getSearchValues,
	},
	resourceMapping: { ...lookupMethods.resourceMapping, getInputColumns },
} satisfies INodeType['methods'];
