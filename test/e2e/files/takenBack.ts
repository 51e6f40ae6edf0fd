/**
 * An import that changes deals is cancelled half way, or n8n is killed there. The Changes File of its dry run was made
 * before anything was written, and takes back what was.
 */
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import type { WorkflowNode } from '../../../scripts/n8n-host/rest';
import { equal, isTrue } from '../../../harness/n8n/checks';
import { finished } from '../../../harness/n8n/execution';
import { eventually } from '../polling';
import { fetched, served } from '../served';
import { everyRecord, steered } from '../../../harness/n8n/steering';
import { textOf } from '../../../harness/n8n/storedFiles';
import { action, row, START } from '../../../harness/n8n/workflows';
import type { RunningN8n, World } from '../../../harness/n8n/world';
import { FROM_FILE, succeeds } from './place';

const DEALS = 5_000;
/** So that there are fifty requests that write, and a middle on any machine. */
const BATCH = 100;
const IMPORT = 'Change the Deals';
const BACK = 'Take It Back';

const NEEDED: Readonly<Record<string, string | number>> = {
	...{ expectedContractDate: '2026-12-24', customer: 1, dealType: 1, phase: 1, product: 1 },
	...{ probability: 1, channel: 1, user: 1 },
};

interface Deal {
	readonly id: number;
	readonly name: string;
	readonly amount: number;
	readonly memo: string;
}

interface Stage {
	readonly world: World;
	readonly n8n: RunningN8n;
	readonly sandbox: Sandbox;
}

const PREFIX = 'To be changed';

const dealsOf = async ({ sandbox }: Stage) =>
	(await everyRecord<Deal>(sandbox, 'deals', { limit: 1_000 }))
		.filter(({ name }) => name.startsWith(PREFIX))
		.map(({ id, amount, memo }) => ({ id, amount, memo }));

/** The ways in which an import ends early; each answers the n8n that is then there. */
const ENDS = {
	cancelled: async ({ n8n }: Stage, id: string): Promise<RunningN8n> => {
		await n8n.rest.call('POST', `/executions/${id}/stop`);
		equal((await finished(n8n.rest, id)).status, 'canceled');
		return n8n;
	},
	killed: async ({ world, n8n }: Stage): Promise<RunningN8n> => {
		await n8n.process.kill();
		return await world.startAgain(n8n);
	},
} as const;

/** A dry run of an import, and the import until half of the deals are changed. */
async function changedHalfWay(stage: Stage, amount: number) {
	const { world, n8n } = stage;
	const header = ['name', 'amount', ...Object.keys(NEEDED)].join();
	const lines = Array.from({ length: DEALS }, (_, at) =>
		[`${PREFIX} ${at}`, amount, ...Object.values(NEEDED)].join(),
	);
	const address = await served(world, 'deals.csv', [header, ...lines].join('\n'));
	const importing = (options: IDataObject): WorkflowNode[] => [
		fetched('Get the File', address),
		action(IMPORT, 'deal.createOrUpdate', { ...FROM_FILE, matchBy: 'name', options }),
	];
	const preview = importing({ dryRun: true, changesFile: true });
	const [{ changes } = {}] = (await succeeds(stage, 'Preview', preview)).files(IMPORT);
	if (!changes) throw new Error('the dry run has no Changes File');
	const file = await textOf(n8n, changes);
	const flow = await world.save(row(IMPORT, importing({ batchSize: BATCH })), n8n);
	const id = await world.begin(flow, START, n8n);
	await eventually('half of the deals are changed', async () => {
		const changed = (await dealsOf(stage)).filter((deal) => deal.amount === amount);
		return changed.length >= DEALS / 2 ? changed : undefined;
	});
	return { file, id };
}

/** While somebody writes another field of each deal, an import ends early and is taken back. */
async function takenBackAfter(
	stage: Stage,
	how: keyof typeof ENDS,
	amount: number,
): Promise<Stage> {
	const { world, sandbox } = stage;
	const before = await dealsOf(stage);
	let now = stage;
	await world.check(
		`an import that was ${how} is taken back by the file of its dry run`,
		async () => {
			const { file, id } = await changedHalfWay(stage, amount);
			now = { ...stage, n8n: await ENDS[how](stage, id) };
			const changed = (await dealsOf(now)).filter((deal) => deal.amount === amount).length;
			isTrue(`${changed} of ${DEALS} deals were changed`, changed > 0 && changed < DEALS);
			const memo = `Noted after it was ${how}`;
			await steered(
				sandbox,
				'POST',
				'/records/deal',
				before.map((deal) => ({ id: deal.id, memo })),
			);
			const address = await served(world, 'changes.jsonl', file);
			const execution = await succeeds(now, BACK, [
				fetched('Get the Changes', address),
				action(BACK, 'deal.createOrUpdate', { ...FROM_FILE, fieldsFrom: 'changes' }),
			]);
			const told = execution.items(BACK).map((item) => item.action);
			const count = (word: string) => told.filter((each) => each === word).length;
			equal([count('restored'), count('unchanged')], [changed, DEALS - changed]);
			equal(
				await dealsOf(now),
				before.map((deal) => ({ ...deal, memo })),
			);
		},
	);
	return now;
}

/** In an n8n of its own, which is killed. */
export async function takenBack(world: World): Promise<void> {
	const sandbox = await world.startSandbox();
	const deals = Array.from({ length: DEALS }, (_, at) => ({
		...{ name: `${PREFIX} ${at}`, amount: 1, expectedContractDate: '2026-12-24' },
		...{ customer: { id: 1 }, dealType: { id: 1 }, phase: { id: 1 }, product: { id: 1 } },
		...{ probability: { id: 1 }, channel: { id: 1 }, user: { id: 1 } },
	}));
	await steered(sandbox, 'POST', '/records/deal', deals);
	const n8n = await world.startN8n('taken-back', {}, sandbox);
	const after = await takenBackAfter({ world, n8n, sandbox }, 'cancelled', 2);
	await (await takenBackAfter(after, 'killed', 3)).n8n.process.stop();
	await sandbox.close();
}
