/** Lists as files, and back, through n8n's own binary data. */
import type { IBinaryData } from 'n8n-workflow';
import type { WorkflowNode } from '../../../scripts/n8n-host/rest';
import { equal, isTrue } from '../../../harness/n8n/checks';
import { askedOf, writesAmong } from '../../../harness/n8n/steering';
import { action, items, node } from '../../../harness/n8n/workflows';
import { column, everything, filesOf, FROM_FILE, succeeds, type Place } from './place';

const ALL = 'All';
const IMPORT = 'Import';
const ROWS = 30;
const FORMATS = [
	{ fileContent: 'simplified', fileFormat: 'csv' },
	{ fileContent: 'raw', fileFormat: 'jsonLines' },
] as const;

/** By which a file's id shows where n8n keeps it; in memory it has none. */
const KEPT: Readonly<Record<Place['mode'], RegExp>> = {
	filesystem: /^filesystem-v2:/,
	database: /^database:/,
	default: /^undefined$/,
};

const isKept = ({ mode }: Place, files: readonly IBinaryData[]) => {
	for (const { id } of files) isTrue(`${id} is not of ${mode}`, KEPT[mode].test(String(id)));
};

const everyDeal = async (place: Place, parameters: object) =>
	await succeeds(place, ALL, [everything(ALL, 'deal.getMany', parameters)]);

const exportedIds = async (place: Place, parameters: object) => {
	const files = filesOf(await everyDeal(place, { output: 'file', ...parameters }), ALL);
	isKept(place, files);
	return await column(place, files, 'id');
};

export async function exported(place: Place): Promise<void> {
	const { world, mode } = place;
	const deals = (await everyDeal(place, {})).items(ALL);
	const ids = deals.map(({ id }) => String(id)).sort();
	isTrue('there are more deals than in some files', ids.length > 30);
	for (const format of FORMATS) {
		const title = `${mode}: all deals as ${format.fileFormat} are those of the list, each once`;
		await world.check(title, async () => {
			equal((await exportedIds(place, format)).sort(), ids);
		});
	}
}

/** By the phone number, which only they have. */
const importing = action(IMPORT, 'customer.createOrUpdate', { ...FROM_FILE, matchBy: 'telNo' });

const madeRows = (mode: string): WorkflowNode[] => [
	...items(Array.from({ length: ROWS }, (_, at) => at)),
	node('Rows', 'n8n-nodes-base.set', {
		typeVersion: 3.4,
		parameters: {
			mode: 'raw',
			jsonOutput: `={{ { name: "From a file, ${mode} " + $json.value, telNo: "03-7777-${mode}-" + $json.value, address: "1, \\"Main\\" Street" } }}`,
			options: {},
		},
	}),
	node('File', 'n8n-nodes-base.convertToFile', { typeVersion: 1.1, parameters: {} }),
];

/** Runs an import; answers what it wrote, and the IDs in its file of results. */
async function imports(place: Place, nodes: readonly WorkflowNode[]) {
	let result: { ids: string[]; told: unknown } | undefined;
	const asked = await askedOf(await place.world.sandbox(), async () => {
		const execution = await succeeds(place, IMPORT, [...nodes, importing]);
		const files = filesOf(execution, IMPORT);
		isKept(place, files);
		const [{ rows, created, updated, unchanged, failed } = {}] = execution.items(IMPORT);
		const told = { rows, created, updated, unchanged, failed };
		result = { told, ids: await column(place, files, 'id') };
	});
	return { written: writesAmong(asked), ids: result?.ids ?? [], told: result?.told };
}

const UNCHANGED = { rows: ROWS, created: 0, updated: 0, unchanged: ROWS, failed: 0 };

export async function imported(place: Place): Promise<void> {
	const { world, mode } = place;
	let made: string[] = [];
	await world.check(`${mode}: the rows of a file become customers, with one request`, async () => {
		const { written, ids, told } = await imports(place, madeRows(mode));
		equal(told, { ...UNCHANGED, created: ROWS, unchanged: 0 });
		equal([written.length, new Set(ids).size], [1, ROWS]);
		made = ids;
	});
	await world.check(`${mode}: once more: the same customers, nothing is written`, async () => {
		equal(await imports(place, madeRows(mode)), { written: [], ids: made, told: UNCHANGED });
	});
	for (const format of FORMATS.map(({ fileFormat }) => ({ fileFormat }))) {
		const title = `${mode}: exported as ${format.fileFormat} and imported, they stay as they are`;
		await world.check(title, async () => {
			const filters = { searchWord: `From a file, ${mode}` };
			const parameters = { output: 'file', filters, ...format };
			const { written, ids, told } = await imports(place, [
				everything(ALL, 'customer.getMany', parameters),
			]);
			equal([written, told], [[], UNCHANGED]);
			equal(ids.sort(), [...made].sort());
		});
	}
}
