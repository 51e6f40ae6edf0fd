/** Lists as files and as a summary, and imports from files, through n8n's own binary data. */
import type { IBinaryData } from 'n8n-workflow';
import { equal, isTrue } from '../checks';
import { columnOf } from '../storedFiles';
import { action, items, node, row, START } from '../workflows';
import type { World } from '../world';
import type { Part } from './part';

const ALL = 'All';
const IMPORT = 'Import';
const ROWS = 30;

const column = async (world: World, files: readonly IBinaryData[], name: string) => {
	const values: string[] = [];
	for await (const value of columnOf(await world.n8n(), files, name)) values.push(value);
	return values;
};

async function everyDeal(world: World, parameters: object) {
	const node = action(ALL, 'deal.getMany', {
		authentication: 'teamToken',
		returnAll: true,
		...parameters,
	});
	const execution = await world.run(await world.save(row(ALL, [node])), START);
	equal([execution.status, execution.errorOf(ALL)], ['success', undefined]);
	return execution;
}

async function exported(world: World): Promise<void> {
	const list = await everyDeal(world, {});
	const ids = list.items(ALL).map(({ id }) => String(id));
	isTrue('there are deals', ids.length > 0);
	for (const parameters of [
		{ fileContent: 'simplified', fileFormat: 'csv' },
		{ fileContent: 'raw', fileFormat: 'jsonLines' },
	]) {
		const { fileFormat } = parameters;
		await world.check(`all deals as ${fileFormat} are those of the list, each once`, async () => {
			const execution = await everyDeal(world, { output: 'file', ...parameters });
			const files = execution.files(ALL).flatMap((each) => Object.values(each));
			equal((await column(world, files, 'id')).sort(), [...ids].sort());
		});
	}
	await world.check('a summary counts as many deals as the list has', async () => {
		const execution = await everyDeal(world, {
			output: 'summary',
			groupBy: { values: [{ field: 'phase' }] },
		});
		const counts = execution.items(ALL).map(({ count }) => Number(count));
		isTrue('there are several groups', counts.length > 1);
		equal(
			counts.reduce((sum, count) => sum + count, 0),
			ids.length,
		);
	});
}

interface Request {
	readonly number: number;
	readonly method: string;
	readonly path: string;
}

async function imported(world: World): Promise<void> {
	const nodes = [
		...items(Array.from({ length: ROWS }, (_, at) => at)),
		node('Rows', 'n8n-nodes-base.set', {
			typeVersion: 3.4,
			parameters: {
				mode: 'raw',
				jsonOutput:
					'={{ { name: "From a file " + $json.value, telNo: "03-7777-" + $json.value, address: "1, Main Street" } }}',
				options: {},
			},
		}),
		node('File', 'n8n-nodes-base.convertToFile', { typeVersion: 1.1, parameters: {} }),
		action(IMPORT, 'customer.createOrUpdate', {
			authentication: 'teamToken',
			fieldsFrom: 'file',
			columns: { mappingMode: 'autoMapInputData', value: null },
			matchBy: 'telNo',
		}),
	];
	const workflow = await world.save(row(IMPORT, nodes));
	const run = async () => {
		const before = await world.steer<Request[]>('GET', '/requests');
		const execution = await world.run(workflow, START);
		equal([execution.status, execution.errorOf(IMPORT)], ['success', undefined]);
		const since = before.at(-1)?.number ?? 0;
		const asked = await world.steer<Request[]>('GET', `/requests?since=${since}`);
		const written = asked.filter(
			({ method, path }) => method === 'PATCH' || (method === 'POST' && !path.endsWith('/search')),
		);
		const files = execution.files(IMPORT).flatMap((each) => Object.values(each));
		return { written, ids: await column(world, files, 'id') };
	};
	let first: string[] = [];
	await world.check('the rows of a file become customers, with one request', async () => {
		const { written, ids } = await run();
		equal(written.length, 1);
		equal(new Set(ids).size, ROWS);
		first = ids;
	});
	await world.check('once more: the same customers, and nothing is written', async () => {
		const { written, ids } = await run();
		equal(written, []);
		equal(ids, first);
	});
}

export const files: Part = {
	name: 'files',
	about: 'lists as files and as a summary, and imports from files',
	isBase: true,
	needs: [],
	run: async (world) => {
		await exported(world);
		await imported(world);
	},
};
