/** docs/sandbox.md lists every option with its values and its meaning, as they are in the schema. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsSchema } from '../../../sandbox/contract/options';

interface Described {
	default?: unknown;
	description?: string;
	anyOf?: Array<{ const: unknown }>;
	properties?: Record<string, Described>;
}

const page = readFileSync(join(__dirname, '../../../docs/sandbox.md'), 'utf8');
/** Rows of tables, without what Prettier adds to align them. */
const rows = page
	.split('\n')
	.filter((line) => line.startsWith('| `'))
	.map((line) => line.replace(/ +/g, ' '));

const valuesOf = ({ default: usual, anyOf }: Described): string => {
	const others = (anyOf ?? []).map((one) => one.const).filter((value) => value !== usual);
	const written = [usual, ...others].map((value) => `\`${JSON.stringify(value)}\``);
	return written
		.join(', ')
		.replaceAll('"', '')
		.replace(/([:,])(?=\w)/g, '$1 ');
};
const meaningOf = ({ description, properties = {} }: Described): string =>
	description ?? Object.values(properties)[0]?.description ?? '';

test.each(Object.entries<Described>(optionsSchema.properties))('%s', (name, schema) => {
	expect(rows).toContain(`| \`${name}\` | ${valuesOf(schema)} | ${meaningOf(schema)} |`);
});

test('there are no other options on the page', () => {
	const [, part = ''] = page.split('\n## Options\n');
	const [options = ''] = part.split('\n## ');
	const named = [...options.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
	expect(named).toEqual(Object.keys(optionsSchema.properties));
});
