import type { INodeType } from 'n8n-workflow';
import { credentialTest } from './credentialTest';
import { lookupMethods } from './lookups';
import { getInputColumns } from './operations/columns/editor';
import { getMatchFields, getSearchFields, getSearchValues } from './operations/search/dropdowns';
import { getGroupFields, getValueFields } from './operations/summary/dropdowns';

/**
 * Everything that fills the form: lookups, and the fields that a search can compare and a summary use.
 * And the test of the credentials.
 */
export const methods = {
	...lookupMethods,
	loadOptions: {
		...lookupMethods.loadOptions,
		getGroupFields,
		getMatchFields,
		getSearchFields,
		getSearchValues,
		getValueFields,
	},
	credentialTest: { credentialTest },
	resourceMapping: { ...lookupMethods.resourceMapping, getInputColumns },
} satisfies INodeType['methods'];
