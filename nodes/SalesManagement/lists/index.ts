import type { ILoadOptionsFunctions, INodeType } from 'n8n-workflow';
import type { Dropdown, FieldListMethod, LocatorMethod } from '../fields';
import { dropdowns } from '../records/dropdownSources';
import { dropdownOptions, dropdownResults } from './dropdownEntries';
import { actionFieldKeys, customColumns, filterFields } from './formCustomFields';
import {
	searchActions,
	searchContacts,
	searchCustomers,
	searchCustomObjects,
	searchDeals,
} from './searchableLists';
import { method } from './source';

export { PromiseCache } from './cache';
export { isWritable, toColumn } from './customFields';
export { isFilterable, objectsOf } from './customObjects';
export { allCalled, calledSo, oneCalled } from './ambiguousName';
export { definedFields, knownFields, KnownFields, userNames } from './knownFields';
export { asNotice, columnsOf, customFieldsOf } from './formCustomFields';
export { dropdownOptions } from './dropdownEntries';
export { nameList, perDealType, type NameList } from './nameList';
export { inTypes, type NamedEntry } from './namedEntry';
export { firstId, givenScope } from './dealTypeScope';
export { method, rememberedIn, type LookupSource, type NameSources } from './source';

const listSearch = {
	searchActions: method(searchActions),
	searchContacts: method(searchContacts),
	searchCustomers: method(searchCustomers),
	searchCustomObjects: method(searchCustomObjects),
	searchDeals: method(searchDeals),
} satisfies Record<LocatorMethod, unknown>;

/** Methods that list fields of the service's settings or records, instead of records. */
const fieldLists = {
	getActionFieldKeys: method(actionFieldKeys),
	getCustomObjectFilterFields: method(filterFields),
} satisfies Partial<Record<FieldListMethod, unknown>>;

/** A method for each dropdown, under its name. */
const forDropdowns = <Args extends unknown[], Result>(
	load: (context: ILoadOptionsFunctions, dropdown: Dropdown, ...args: Args) => Promise<Result>,
) =>
	Object.fromEntries(
		Object.values<Dropdown>(dropdowns).map((dropdown) => [
			dropdown.method,
			method(async (context, ...args: Args) => await load(context, dropdown, ...args)),
		]),
	);

/** The methods that fill the dropdowns, the searchable locators and the mapped columns. */
export const lookupMethods = {
	/** For fields that take one, filled when they are opened. */
	listSearch: { ...listSearch, ...forDropdowns(dropdownResults) },
	/** For fields that take several, which n8n fills at once. */
	loadOptions: { ...fieldLists, ...forDropdowns(dropdownOptions) },
	resourceMapping: { getCustomFields: method(customColumns) },
} satisfies INodeType['methods'];
