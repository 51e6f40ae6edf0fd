/**
 * Writes docs/operations.md from the data behind the node's form: `npm run docs`. Parameters that
 * many operations share are listed once, in sections that each operation links to. The fields of a
 * record are listed once, each with the parameters that create and update it. A test compares the
 * page with the data.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '../nodes/SalesManagement/api/routes/routes';
import { asProperty, type Field } from '../nodes/SalesManagement/fields';
import { account } from '../nodes/SalesManagement/check';
import { RESOURCES as SERVICE_RESOURCES } from '../nodes/SalesManagement/operations';
import { formParts, isCollection } from '../nodes/SalesManagement/operations/form';
import type { NodeOperation } from '../nodes/SalesManagement/operations/model/operation';
import { distinctBy } from '../nodes/SalesManagement/shared';

export const PAGE = join(__dirname, '..', 'docs', 'operations.md');

/**
 * The shared sections. A section is about the operations that have this parameter, and lists all
 * parameters that these have in common.
 */
const SECTIONS: ReadonlyArray<readonly [title: string, parameter: string]> = [
	['Every read', 'output'],
	['Every list', 'returnAll'],
	['Every list of records, file and summary', 'fileFormat'],
	['Every list by time of change', 'filters.updatedAtFrom'],
	['Every list by time of creation', 'filters.createdAtFrom'],
	['Every list of actions', 'filters.users'],
	['Every search', 'conditions'],
	['Every write of one record', 'options.output'],
	['Every write of fields', 'fieldsFrom'],
	['Every write of custom fields', 'customFields'],
	['Every write from a file', 'fileOptions.startRow'],
	['Every bulk request', 'options.batchSize'],
	['Every Create or Update', 'matchBy'],
	['Every write that notifies', 'options.skipNotice'],
];

const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ').trim();

const table = (head: readonly string[], rows: ReadonlyArray<readonly string[]>): string[] => [
	...[head, head.map(() => '-'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
	'',
];

/** One parameter of an operation. */
interface Row {
	/** `additionalFields` for one of a collection; empty at the top of the form. */
	readonly group: string;
	readonly name: string;
	readonly label: string;
	readonly remarks: readonly string[];
	readonly text: string;
	/** Whether it is a field of the record: not a parameter that names the record or shapes the output. */
	readonly isOfRecord: boolean;
	/** Equal for two rows with the same content. */
	readonly key: string;
}

function rowOf(each: Field, group: string, isOfRecord: boolean): Row {
	const row = {
		group,
		name: each.name,
		isOfRecord,
		label: cell(asProperty(each).displayName),
		remarks: [
			...(each.traits.includes('required') ? ['required'] : []),
			...(each.traits.includes('clearable') ? ['clearable'] : []),
			...(each.apiVersion === undefined ? [] : [`${each.apiVersion} only`]),
		],
		text: cell(each.description),
	};
	return { ...row, key: JSON.stringify(row) };
}

/** The parameters of a form. One that the form has in two places, of which it shows one at a time, is one row. */
const rowsOf = ({ form }: NodeOperation): Row[] =>
	distinctBy(
		formParts(form).flatMap((part) =>
			isCollection(part)
				? part.fields.map((each) => rowOf(each, part.name, /Fields$/.test(part.name)))
				: [rowOf(part, '', form.fields.includes(part) && part.in !== 'path')],
		),
		({ key }) => key,
	);

const parameterOf = ({ group, name }: Row) => (group === '' ? name : `${group}.${name}`);
const parameterCell = (row: Row) => [`\`${parameterOf(row)}\``, ...row.remarks].join(', ');

const parameterTable = (rows: readonly Row[]): string[] =>
	table(
		['field', 'parameter', 'what it does'],
		rows.map((row) => [row.label, parameterCell(row), row.text]),
	);

const line = (row: Row): string =>
	`- **${row.label}** ${parameterCell(row)}${row.text === '' ? '' : `: ${row.text}`}`;

interface Operation extends NodeOperation {
	readonly rows: readonly Row[];
}

const RESOURCES = [...SERVICE_RESOURCES, account].map((resource) => ({
	...resource,
	operations: resource.operations.map((each): Operation => ({ ...each, rows: rowsOf(each) })),
}));
const OPERATIONS = RESOURCES.flatMap(({ operations }) => operations);

const has = (operation: Operation, { key }: Row) => operation.rows.some((row) => row.key === key);

interface Section {
	readonly title: string;
	readonly operations: readonly Operation[];
	readonly rows: readonly Row[];
}

/** The shared sections with their rows; a row is in the first section that fits. */
const SHARED = SECTIONS.reduce<readonly Section[]>((before, [title, parameter]) => {
	const operations = OPERATIONS.filter(({ rows }) =>
		rows.some((row) => parameterOf(row) === parameter),
	);
	const isBefore = (row: Row) =>
		before.some(
			(section) =>
				section.rows.some(({ key }) => key === row.key) &&
				operations.every((each) => section.operations.includes(each)),
		);
	const rows = (operations[0]?.rows ?? []).filter(
		(row) => operations.every((each) => has(each, row)) && !isBefore(row),
	);
	return [...before, { title, operations, rows }];
}, []);

const sectionsOf = (operation: Operation) =>
	SHARED.filter(({ operations }) => operations.includes(operation));

/** The rows of an operation that no shared section lists. */
const ownRows = (operation: Operation) =>
	operation.rows.filter(
		({ key }) =>
			!sectionsOf(operation).some(({ rows }) => rows.some((shared) => shared.key === key)),
	);

type Side = 'create' | 'update';

/** Whether an operation takes the fields of its record to create one or to change one; else undefined. */
function sideOf({ rows }: Operation): Side | undefined {
	if (rows.some(({ group }) => group === 'additionalFields')) return 'create';
	return rows.some(({ group }) => group === 'updateFields') ? 'update' : undefined;
}

/** Words that name the operations with this row, or those without it, if not all have it. */
function exceptions(row: Row, operations: readonly Operation[]): string {
	const named = (list: readonly Operation[]) => list.map(({ name }) => name).join(', ');
	const having = operations.filter((each) => has(each, row));
	const lacking = operations.filter((each) => !has(each, row));
	if (lacking.length === 0) return '';
	return having.length <= lacking.length
		? `, only in ${named(having)}`
		: `, not in ${named(lacking)}`;
}

/** The fields of a record, each with its parameter to create and to update. */
function recordFields(operations: readonly Operation[]): string[] {
	const rows = new Map<string, { readonly row: Row; readonly cells: Record<Side, Set<string>> }>();
	for (const side of ['create', 'update'] as const) {
		const ofSide = operations.filter((each) => sideOf(each) === side);
		for (const row of ofSide.flatMap(ownRows).filter(({ isOfRecord }) => isOfRecord)) {
			const key = [row.name, row.label, row.text].join('\n');
			const found = rows.get(key) ?? { row, cells: { create: new Set(), update: new Set() } };
			found.cells[side].add(`${parameterCell(row)}${exceptions(row, ofSide)}`);
			rows.set(key, found);
		}
	}
	return table(
		['field', 'to create', 'to update', 'what it is'],
		[...rows.values()].map(({ row, cells: { create, update } }) => [
			row.label,
			[...create].join('; '),
			[...update].join('; '),
			row.text,
		]),
	);
}

const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\w -]/g, '')
		.replaceAll(' ', '-');
const linkTo = (text: string, heading = text) => `[${text}](#${anchorOf(heading)})`;

const routeOf = (version: 'v1' | 'v2', { route }: NodeOperation) => {
	const row = route && ROUTES[version][route];
	return row ? `\`${row.method} ${row.path}\`` : '–';
};

/**
 * The routes of an operation. One that is no operation of the service has none, and is available in
 * both versions.
 */
const routesOf = (operation: NodeOperation) =>
	operation.route === undefined
		? 'In v2 and v1.'
		: `v2: ${routeOf('v2', operation)}, v1: ${routeOf('v1', operation)}`;

const titleOf = ({ id, name }: { id: string; name: string }) => `${name} (\`${id}\`)`;
const fieldsTitle = (resource: string) => `${resource}: fields`;

function operationPart(operation: Operation, resource: string): string[] {
	const side = sideOf(operation);
	const shared = [
		...(side === undefined ? [] : [`${linkTo('fields', fieldsTitle(resource))} to ${side}`]),
		...sectionsOf(operation).map(({ title }) => linkTo(title)),
	];
	const own = ownRows(operation).filter(({ isOfRecord }) => side === undefined || !isOfRecord);
	return [
		`### ${titleOf(operation)}`,
		'',
		`${operation.description.replace(/\.$/, '')}. ${routesOf(operation)}`,
		'',
		...(operation.notice ? [`> ${operation.notice}`, ''] : []),
		...(shared.length > 0 ? [`Has: ${shared.join(' · ')}`, ''] : []),
		...(own.length > 0 ? [...own.map(line), ''] : []),
		...(operation.rows.length === 0 ? ['It has no fields.', ''] : []),
	];
}

const sectionPart = ({ title, rows }: Section) => [`### ${title}`, '', ...parameterTable(rows)];

const resourcePart = (resource: (typeof RESOURCES)[number]): string[] => [
	`## ${titleOf(resource)}`,
	'',
	...(resource.operations.some(sideOf)
		? [`### ${fieldsTitle(resource.name)}`, '', ...recordFields(resource.operations)]
		: []),
	...resource.operations.flatMap((each) => operationPart(each, resource.name)),
];

const overviewRow = (resource: (typeof RESOURCES)[number]) => [
	linkTo(resource.name, titleOf(resource)),
	resource.operations.map(({ name }) => name).join(', '),
];

const INTRODUCTION = `# Operations of the Sales Management node

\`npm run docs\` writes this page from the data behind the form. A parameter is named as in expressions and in the
workflow’s JSON: \`options.pageLimit\` is _Page Limit_ under _Options_. Where a field refers to a record, a person or a
choice, pick it from its list, or give its name or ID. _Fields to Clear_ empties what is clearable. Lists return 50
records unless _Return All_ is on.
`;

/** The whole page, as Markdown. */
export const operationsPage = (): string =>
	[
		INTRODUCTION,
		...table(['resource', 'operations'], RESOURCES.map(overviewRow)),
		'## What operations share',
		'',
		'Each operation below links to the sections that it has.',
		'',
		...SHARED.flatMap(sectionPart),
		...RESOURCES.flatMap(resourcePart),
	].join('\n');

if (require.main === module) writeFileSync(PAGE, operationsPage());
