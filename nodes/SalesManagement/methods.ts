import type { INodeType } from 'n8n-workflow';
import { methods as lookups } from './lookups';
import { getMatchFields, getSearchFields } from './operations/search/options';

/** Everything that fills the form: lookups, and the fields that searches know. */
export const methods = {
	...lookups,
	loadOptions: { ...lookups.loadOptions, getMatchFields, getSearchFields },
} satisfies INodeType['methods'];
