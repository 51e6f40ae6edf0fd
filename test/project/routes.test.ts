import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The compiler does not look into JSON: a misspelt rule of a list would leave that list without it. */
const FILE = join(__dirname, '../../nodes/SalesManagement/api/routes/routes.json');

const TABLE = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Record<string, unknown>>;

const RULES: Readonly<Record<string, RegExp>> = {
	route: /^(GET|POST|PUT|PATCH|DELETE) \/[\w/{}]+$/,
	known: /^shown$/,
	repeatable: /^true$/,
	style: /^(cursor|page|whole)$/,
	plural: /^\w+s$/,
	pageSize: /^100$/,
	pagingIn: /^body$/,
};

const rows = Object.values(TABLE).flatMap((each) => Object.entries(each));

test.each(rows)('the row %s has a route, and only rules that a route has', (_, row) => {
	const rules: object = typeof row === 'string' ? { route: row } : (row as object);
	expect(rules).toHaveProperty('route');
	expect('plural' in rules).toBe('style' in rules);
	for (const [rule, value] of Object.entries(rules)) {
		expect(String(value)).toMatch(RULES[rule] ?? `no rule ${rule}`);
	}
});
