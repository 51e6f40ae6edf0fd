import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { Dropdown } from '../fields';
import { dropdowns } from '../records/dropdownSources';
import { dropdownOptions, dropdownResults } from './dropdownEntries';
import { customColumns, fieldDropdowns } from './formFields';
import { locatorSearches } from './searchableLists';
import type { FormMethod } from './source';

/** A method for each dropdown, under its name. */
const forDropdowns = (
	fill: (context: ILoadOptionsFunctions, dropdown: Dropdown, filter?: string) => Promise<unknown>,
): Record<string, FormMethod> =>
	Object.fromEntries(
		Object.values<Dropdown>(dropdowns).map((dropdown) => [
			dropdown.method,
			async (context, filter) => await fill(context, dropdown, filter),
		]),
	);

/** The methods that fill the dropdowns, the searchable locators and the mapped columns. */
export const listMethods = {
	/** For fields that take one, filled when they are opened. */
	listSearch: { ...locatorSearches, ...forDropdowns(dropdownResults) },
	/** For fields that take several, which n8n fills at once. */
	loadOptions: {
		...fieldDropdowns,
		...forDropdowns(dropdownOptions),
	},
	resourceMapping: { getCustomFields: customColumns },
};
