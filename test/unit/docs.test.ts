/** docs/operations.md is made from the same data as the form, and matches them today. */
import { readFileSync } from 'node:fs';
import { ROUTES } from '../../nodes/SalesManagement/api/routes';
import { RESOURCES } from '../../nodes/SalesManagement/operations';
import { operationsPage, PAGE } from '../../scripts/operations-page';
import { OPERATION_COUNTS } from '../support/counts';

test('the page is the one that `npm run docs` writes', () => {
	expect(readFileSync(PAGE, 'utf8')).toBe(operationsPage());
});

test.each(['v2', 'v1'] as const)('the page names the route of every operation of %s', (version) => {
	const page = operationsPage();
	const routes = Object.values(ROUTES[version]).map(({ method, path }) => `${method} ${path}`);
	expect(routes).toHaveLength(OPERATION_COUNTS[version]);
	for (const route of routes) expect(page).toContain(`${version}: \`${route}\``);
});

test('every parameter of every operation is on the page', () => {
	const page = operationsPage();
	for (const { operations } of RESOURCES) {
		for (const { form } of operations) {
			for (const { name } of form.fields) expect(page).toContain(`| \`${name}\` |`);
			for (const { name, fields } of form.collections) {
				for (const each of fields) expect(page).toContain(`| \`${name}.${each.name}\` |`);
			}
		}
	}
});
