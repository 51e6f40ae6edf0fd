/** Examples that keep one of n8n's data tables: the two-way sync, and the audit list of deletions. */
import { fetch } from 'undici';
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { equal, isTrue } from '../../../harness/n8n/checks';
import { eventually, pollingOften, publish } from '../polling';
import { steered } from '../../../harness/n8n/steering';
import { action, node, row } from '../../../harness/n8n/workflows';
import { list, saved, succeeds, write, written, type Deal, type Stage } from './stage';

type Row = Readonly<Record<string, unknown>>;

const table = (name: string) => ({ dataTableId: { __rl: true, mode: 'name', value: name } });

/** One step of n8n's own Data Table node. */
async function ofTable(stage: Stage, name: string, parameters: object): Promise<Row[]> {
	const step = node('Step', 'n8n-nodes-base.dataTable', {
		typeVersion: 1.1,
		parameters: { ...table(name), matchType: 'allConditions', ...parameters },
	});
	const workflow = await saved(stage, row(`A step of ${name}`, [step]));
	return (await succeeds(stage, workflow, 'Start')).items('Step');
}

/** The rows of a data table, as n8n's page of it reads them; none where there is no table yet. */
async function rowsOf({ n8n: { rest } }: Stage, name: string): Promise<Row[]> {
	const project = await rest.call<{ id: string }>('GET', '/projects/personal');
	const tables = `/projects/${project.id}/data-tables`;
	const { data } = await rest.call<{ data: Array<{ id: string; name: string }> }>('GET', tables);
	const found = data.find((each) => each.name === name);
	if (!found) return [];
	return (await rest.call<{ data: Row[] }>('GET', `${tables}/${found.id}/rows?take=250`)).data;
}

const SYNCED = 'Assets in sync';
const FIELDS = ['serial', 'manual', 'floor', 'bought_on'] as const;
const ASSET = { customObjectDefKey: 'asset' };

const shown = (record: Row) => JSON.stringify(FIELDS.map((key) => record[key] ?? null));

export async function twoWaySync(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const reading = await saved(
		stage,
		row('Assets', [
			action('Assets', 'customObject.getMany', {
				...{ ...ASSET, returnAll: true, output: 'selectedFields' },
				outputFields: `id, ${FIELDS.join(', ')}`,
			}),
		]),
	);
	const assets = async () => (await succeeds(stage, reading, 'Start')).items('Assets');
	/** A run, after which both sides are the same; answers what it wrote to the service. */
	const synced = async () => {
		const asked = await written(stage, async () => await succeeds(stage, workflow));
		const [rows, objects] = [await rowsOf(stage, SYNCED), await assets()];
		equal(rows.map(shown).sort(), objects.map(shown).sort());
		return asked.map(({ method }) => method);
	};
	const setRow = async (values: Row) =>
		await ofTable(stage, SYNCED, {
			operation: 'upsert',
			filters: { conditions: [{ keyName: 'serial', condition: 'eq', keyValue: values.serial }] },
			columns: { mappingMode: 'defineBelow', value: values },
		});
	equal([await synced(), await synced()], [[], []]);
	await write(stage, 'customObject', [{ ...ASSET, serial: 'S-1', floor: 3 }]);
	await setRow({ serial: 'T-1', floor: 4, manual: 'https://docs.example/t1' });
	equal([await synced(), await synced()], [['POST'], []]);
	await setRow({ serial: 'S-1', floor: 10 });
	equal([await synced(), await synced()], [['PATCH'], []]);
}

const AUDITED = 'Deals and when they were deleted';
const DAY_MS = 24 * 3_600_000;

/** By the clocks of n8n and of the service. */
async function dayLater({ sandbox, n8n }: Stage): Promise<void> {
	process.kill(n8n.process.pid ?? 0, 'SIGUSR2');
	await steered(sandbox, 'POST', '/clock', { advanceMs: DAY_MS });
}

/** Published, it notes all deals; one is deleted, and a day passes. */
export async function auditList(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const { sandbox, n8n } = stage;
	const [customer] = await write(stage, 'customer', [{ name: 'Leaving' }]);
	const [gone] = await write(stage, 'deal', [
		{ name: 'Gone soon', amount: 4_500, customer: { id: customer } },
	]);
	const deals = await list<Deal>(stage, 'deals');
	const watching = await saved(stage, pollingOften(workflow));
	await publish(n8n.rest, watching);
	const rows = await eventually('all deals are noted', async () => {
		const noted = await rowsOf(stage, AUDITED);
		return noted.length >= deals.length ? noted : undefined;
	});
	equal(rows.map(({ dealId }) => Number(dealId)).sort(), deals.map(({ id }) => id).sort());
	equal(
		rows.filter(({ deletedAt }) => deletedAt !== null),
		[],
	);
	const headers = { authorization: `Bearer ${sandbox.credentials.personal}` };
	const answer = await fetch(`${sandbox.v2}/deals/${gone}`, { method: 'DELETE', headers });
	isTrue(`the deal is deleted: ${answer.status}`, answer.ok);
	await dayLater(stage);
	const told = await eventually('its deletion is noted', async () => {
		const all = await rowsOf(stage, AUDITED);
		const deleted = all.filter(({ deletedAt }) => deletedAt !== null);
		return deleted.length === 0 ? undefined : deleted;
	});
	await n8n.rest.call('POST', `/workflows/${watching.id}/deactivate`, {});
	equal(
		told.map(({ dealId, name, customer: of, amount }) => [dealId, name, of, amount]),
		[[gone, 'Gone soon', 'Leaving', 4_500]],
	);
}
