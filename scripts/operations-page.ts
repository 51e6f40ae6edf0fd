/**
 * Writes docs/operations.md from the same data as the node's form: `npm run docs`.
 * A test compares the page with the data.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '../nodes/SalesManagement/api/routes';
import { asProperty, type Field } from '../nodes/SalesManagement/fields';
import { RESOURCES } from '../nodes/SalesManagement/operations';
import { fieldsAtTop, wholeCollections } from '../nodes/SalesManagement/operations/form';
import type { Operation, Resource } from '../nodes/SalesManagement/operations/operation';

export const PAGE = join(__dirname, '..', 'docs', 'operations.md');

const cell = (text: string) =>
	text
		.replace(/<a [^>]*>([^<]*)<\/a>/g, '$1')
		.replace(/\|/g, '\\|')
		.replace(/\s+/g, ' ')
		.trim();

const routeOf = (version: 'v1' | 'v2', { route }: Operation) => {
	const row = ROUTES[version][route];
	return row ? `\`${row.method} ${row.path}\`` : '–';
};

const remarks = (each: Field): string =>
	[
		each.is.includes('required') ? '**required**' : '',
		each.is.includes('clearable') ? 'can be cleared' : '',
		each.only === undefined ? '' : `${each.only} only`,
	]
		.filter(Boolean)
		.join(', ');

const fieldRow = (group: string) => (each: Field) =>
	`| ${[cell(asProperty(each).displayName), `\`${group}${each.name}\``, remarks(each), cell(each.description)].join(' | ')} |`;

const operationPart = (operation: Operation): string[] => {
	const rows = [
		...fieldsAtTop(operation.form).map(fieldRow('')),
		...wholeCollections(operation.form).flatMap(({ name, fields: inner }) =>
			inner.map(fieldRow(`${name}.`)),
		),
	];
	return [
		`### ${operation.name} (\`${operation.id}\`)`,
		'',
		`${operation.description.replace(/\.$/, '')}. v2: ${routeOf('v2', operation)}, v1: ${routeOf('v1', operation)}`,
		'',
		...(operation.notice ? [`> ${operation.notice}`, ''] : []),
		...(rows.length > 0
			? ['| field | parameter | | what it does |', '|---|---|---|---|', ...rows, '']
			: ['It has no fields.', '']),
	];
};

const resourcePart = ({ id, name, operations }: Resource): string[] => [
	`## ${name} (\`${id}\`)`,
	'',
	...operations.flatMap(operationPart),
];

const overviewRow = ({ name, operations }: Resource) =>
	`| [${name}](#${name.toLowerCase().replace(/ /g, '-')}-${RESOURCES.find((each) => each.name === name)?.id.toLowerCase()}) | ${operations.map((each) => each.name).join(', ')} |`;

/** The whole page, as Markdown. */
export const operationsPage = (): string =>
	[
		'# Operations of the Sales Management node',
		'',
		'Made by `npm run docs` from the data behind the form. The column "parameter" is the name used',
		'in expressions and in the workflow’s JSON. Lists return 50 records unless Return All is on.',
		'',
		'| resource | operations |',
		'|---|---|',
		...RESOURCES.map(overviewRow),
		'',
		...RESOURCES.flatMap(resourcePart),
	].join('\n');

if (require.main === module) writeFileSync(PAGE, operationsPage());
