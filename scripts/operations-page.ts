/**
 * Writes docs/operations.md from the same data as the node's form: `npm run docs`.
 * A test compares the page with the data.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '../nodes/SalesManagement/api/routes/routes';
import { asProperty, type Field } from '../nodes/SalesManagement/fields';
import { OFFERED } from '../nodes/SalesManagement/offered';
import { formParts, isCollection } from '../nodes/SalesManagement/operations/form';
import type { Offered, Resource } from '../nodes/SalesManagement/operations/operation';

export const PAGE = join(__dirname, '..', 'docs', 'operations.md');

const cell = (text: string) =>
	text
		.replace(/<a [^>]*>([^<]*)<\/a>/g, '$1')
		.replace(/\|/g, '\\|')
		.replace(/\s+/g, ' ')
		.trim();

const routeOf = (version: 'v1' | 'v2', { route }: Offered) => {
	const row = route && ROUTES[version][route];
	return row ? `\`${row.method} ${row.path}\`` : '–';
};

/** What is no operation of the service has no route, and is available in both interfaces. */
const routesOf = (operation: Offered) =>
	operation.route === undefined
		? 'In v2 and v1.'
		: `v2: ${routeOf('v2', operation)}, v1: ${routeOf('v1', operation)}`;

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

const operationPart = (operation: Offered): string[] => {
	const rows = formParts(operation.form).flatMap((part) =>
		isCollection(part) ? part.fields.map(fieldRow(`${part.name}.`)) : [fieldRow('')(part)],
	);
	return [
		`### ${operation.name} (\`${operation.id}\`)`,
		'',
		`${operation.description.replace(/\.$/, '')}. ${routesOf(operation)}`,
		'',
		...(operation.notice ? [`> ${operation.notice}`, ''] : []),
		...(rows.length > 0
			? ['| field | parameter | | what it does |', '|---|---|---|---|', ...rows, '']
			: ['It has no fields.', '']),
	];
};

const resourcePart = ({ id, name, operations }: Resource<Offered>): string[] => [
	`## ${name} (\`${id}\`)`,
	'',
	...operations.flatMap(operationPart),
];

const overviewRow = ({ name, operations }: Resource<Offered>) =>
	`| [${name}](#${name.toLowerCase().replace(/ /g, '-')}-${OFFERED.find((each) => each.name === name)?.id.toLowerCase()}) | ${operations.map((each) => each.name).join(', ')} |`;

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
		...OFFERED.map(overviewRow),
		'',
		...OFFERED.flatMap(resourcePart),
	].join('\n');

if (require.main === module) writeFileSync(PAGE, operationsPage());
