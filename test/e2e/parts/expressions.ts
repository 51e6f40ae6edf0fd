/**
 * Plain references, which the node reads by itself, beside the same in brackets, which n8n evaluates
 * in its isolated VM: what would be sent must be the same, value by value.
 */
import type { Workflow, WorkflowNode } from '../../../scripts/n8n-host/rest';
import { equal, isTrue } from '../checks';
import { action, node, row, START } from '../workflows';
import type { World } from '../world';
import type { Part } from './part';

const VALUES: readonly unknown[] = [
	...['Acme', ' spaced ', '=1+1', '={{ $json.v }}', '{{ $json.v }}', '}}', '12', 'true', 'null'],
	...[
		'\\',
		'株式会社',
		'😀',
		'e\u0301',
		'two\nlines',
		'2026-11-22T10:00:00.000Z',
		'a\u0000b',
		'\ud83d',
	],
	...['', 0, -1, 1.5, 9_007_199_254_740_991, 1e21, true, false, null, [], [1, 'two'], [null], {}],
	...[{ a: 'nested' }, { toString: 'own' }],
];

/** Each value at every place. */
const itemOf = (v: unknown): object => ({
	v,
	'Company name': v,
	名前: v,
	a: { b: { 'c d': { e: v } } },
	rows: [0, { v }],
	list: [v],
	0: v,
	isEmpty: v,
	map: v,
});

/** Where values are, and where nothing is. */
const PATHS: readonly string[] = [
	...['$json.v', '$json["Company name"]', "$json['名前']", '$json.名前', '$json.a.b["c d"].e'],
	...['$json.rows[1].v', '$json.list[0]', '$json["0"]', '$json.isEmpty', '$json.map'],
	...['$json.missing', '$json.rows[7]', '$json.rows.length', '$json.list["0"]', '$json.v.a'],
];
/** What n8n refuses, or answers with something else than data. */
const ODD_PATHS: readonly string[] = [
	...['$json.toString', '$json.hasOwnProperty', '$json.caller', '$json.constructor', '$json.a'],
	...['$json.missing.below', '$json.v.length', '$json', '$JSON.v', '$json.__proto__'],
];

const plain = (path: string): string => `={{ ${path} }}`;
/** The short way does not know brackets. */
const inBrackets = (path: string): string => `={{ (${path}) }}`;

/** Shows what it would send; custom values keep their kinds, and an item that fails says why. */
const dryRun = (name: string, values: Readonly<Record<string, string>>): WorkflowNode => ({
	...action(name, 'customer.createOrUpdate', {
		authentication: 'personalToken',
		matchBy: 'telNo',
		name: 'Row',
		additionalFields: { telNo: '={{ "03-9999-" + $itemIndex }}' },
		fieldsFrom: 'custom',
		customFields: { mappingMode: 'defineBelow', value: values, schema: [] },
		options: { dryRun: true },
	}),
	onError: 'continueRegularOutput',
});

const columns = (paths: readonly string[], write: (path: string) => string) =>
	Object.fromEntries(paths.map((path, at) => [`c${at}`, write(path)]));

/** Each node gets the items. */
function beside(name: string, items: readonly object[], nodes: readonly WorkflowNode[]): Workflow {
	// Edit Fields would evaluate what is between braces.
	const json = JSON.stringify({ items }).replaceAll('{{', '\\u007b\\u007b');
	const values = node('Values', 'n8n-nodes-base.set', {
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: json, options: {} },
	});
	const split = node('Items', 'n8n-nodes-base.splitOut', {
		parameters: { fieldToSplitOut: 'items' },
	});
	const feed = row(name, [values, split]);
	const links = nodes.map((each) => ({ node: each.name, type: 'main', index: 0 }));
	return {
		...feed,
		nodes: [...feed.nodes, ...nodes],
		connections: { ...(feed.connections as object), Items: { main: [links] } },
	};
}

async function values(world: World): Promise<void> {
	const odd = ODD_PATHS.flatMap((path, at) => [
		dryRun(`Plain ${at}`, columns([path], plain)),
		dryRun(`Evaluated ${at}`, columns([path], inBrackets)),
	]);
	const pair = [
		dryRun('Plain', columns(PATHS, plain)),
		dryRun('Evaluated', columns(PATHS, inBrackets)),
	];
	const workflow = await world.save(beside('Values', VALUES.map(itemOf), [...pair, ...odd]));
	const run = await world.run(workflow, START);
	await world.check('plain references give what n8n evaluates, value by value', () => {
		equal(run.items('Items').length, VALUES.length);
		const [given, evaluated] = [run.items('Plain'), run.items('Evaluated')];
		equal(given, evaluated);
		equal(given.filter((each) => each.error === undefined).length > 20, true);
		isTrue('kinds are kept', JSON.stringify(given).includes('"value":1.5'));
	});
	for (const [at, path] of ODD_PATHS.entries()) {
		await world.check(`${path} is what n8n makes of it`, () => {
			const evaluated = run.items(`Evaluated ${at}`);
			equal(evaluated.length, VALUES.length);
			const asPlain = JSON.stringify(evaluated).replaceAll(`(${path})`, path);
			equal(run.items(`Plain ${at}`), JSON.parse(asPlain));
		});
	}
}

const ROWS = 2_000;

/** Three columns, as a table has them. */
const createMany = (name: string, write: (path: string) => string): WorkflowNode =>
	action(name, 'customer.createMany', {
		authentication: 'personalToken',
		name: write('$json.name'),
		additionalFields: { telNo: write('$json.telNo'), address: write('$json["Street"]') },
	});

async function speed(world: World): Promise<void> {
	const rows = Array.from({ length: ROWS }, (_, index) => ({
		name: `Expression ${index}`,
		telNo: `03-${index}`,
		Street: `${index} High Street`,
	}));
	const pair = [createMany('Plain', plain), createMany('Evaluated', inBrackets)];
	const run = await world.run(await world.save(beside('Speed', rows, pair)), START);
	const [short = 0, long = 0] = ['Plain', 'Evaluated'].map((name) => run.timeOf(name));
	await world.check(`${ROWS} rows by plain references (${short} ms; evaluated ${long} ms)`, () => {
		equal([run.items('Plain').length, run.items('Evaluated').length], [ROWS, ROWS]);
	});
}

export const expressions: Part = {
	name: 'expressions',
	about: 'plain references, read without n8n’s sandbox, beside the same evaluated in it',
	isBase: true,
	needs: [],
	run: async (world) => {
		await values(world);
		await speed(world);
	},
};
