import { USERS, type Dropdown, type Locator } from '../fields';
import { mapValues } from '../shared';
import lookups from './data/lookups.json';

/**
 * The lists that references are chosen from, and where the service has their names: `data/lookups.json`, which
 * `lookups/nameList.ts` reads.
 */

const dropdown = ({ method, names }: { method: string; names: object }) => ({
	kind: 'dropdown',
	method,
	names,
	dependsOn: 'ofDealType' in names ? lookups.dealTypeParameters : [],
});

const locator = (method: string) => ({ kind: 'locator', method });

/** The dropdowns of the form, each with the method that fills it. */
export const dropdowns = {
	users: USERS,
	...mapValues(lookups.dropdowns, dropdown),
} as Readonly<Record<'users' | keyof typeof lookups.dropdowns, Dropdown>>;

/** The resource locators of the form: lists that are too long for a dropdown. */
export const locators = mapValues(lookups.locators, locator) as Readonly<
	Record<keyof typeof lookups.locators, Locator>
>;
