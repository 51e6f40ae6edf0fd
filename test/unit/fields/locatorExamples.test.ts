/** What stands in an empty By Name is a name of the kind that is asked for. */
import { lookupForm } from '../../../nodes/SalesManagement/fields';
import { dropdowns, locators } from '../../../nodes/SalesManagement/records/names';

const exampleOf = (lookup: Parameters<typeof lookupForm>[0]) =>
	lookupForm(lookup).modes?.find(({ name }) => name === 'name')?.placeholder;

test.each([
	['a user', locators.users, 'e.g. anna@example.com'],
	['a contact', locators.contacts, 'e.g. Anna Berg'],
	['a deal type', dropdowns.dealTypes, 'e.g. New business'],
	['a phase', dropdowns.phases, 'e.g. Won'],
	['a customer', locators.customers, 'e.g. Acme'],
] as const)('%s', (_, lookup, example) => {
	expect(exampleOf(lookup)).toBe(example);
});
