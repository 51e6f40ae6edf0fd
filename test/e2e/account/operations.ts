/** What a user does with a new account, all of it at addresses that this deployment has elsewhere. */
import { setTimeout as pause } from 'node:timers/promises';
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { contains, equal } from '../checks';
import { finished } from '../execution';
import { eventually, pollingOften, publish, started } from '../polling';
import { steered } from '../steering';
import { action, byId, from, node, row, START, TRIGGER } from '../workflows';
import { NAME_OF_CHECK, PERSONAL, type Hour } from './hour';

const SETTINGS = 'Settings';
const WATCH = 'Watch Deal Actions';

interface Operation {
	readonly name: string;
	readonly workflow: SavedWorkflow;
	/** The trigger that a run by hand starts from. */
	readonly start: string;
}

/** The workflows of the first day, and the deal that they are about. */
export interface Operations {
	readonly deal: number;
	readonly read: Operation;
	readonly create: Operation;
	readonly search: Operation;
	readonly poll: Operation;
}

async function made({ sandbox }: Hour, kind: string, record: object): Promise<number> {
	const [id = 0] = await steered<number[]>(sandbox, 'POST', `/records/${kind}`, [record]);
	return id;
}

const condition = (field: string, value: number) => ({
	...{ searchMode: 'builder', match: 'all' },
	conditions: { values: [{ field, operator: 'equals', value }] },
});

export async function prepared(hour: Hour): Promise<Operations> {
	const { world, n8n } = hour;
	const deal = await made(hour, 'deal', { name: 'Of the first hour', dealType: { id: 1 } });
	const user = await made(hour, 'user', { name: 'New', email: 'new@first-hour.example' });
	const saved = async (name: string, operation: string, parameters: object) => {
		const nodes = [
			// The documents show where the settings are.
			action(SETTINGS, 'domainSetting.get', PERSONAL),
			action(name, operation, { ...PERSONAL, ...parameters }),
		];
		return { name, workflow: await world.save(row(name, nodes), n8n), start: START };
	};
	const watching = node(WATCH, TRIGGER, {
		parameters: { ...PERSONAL, resource: 'dealAction', event: 'createdOrUpdated' },
	});
	const polling = pollingOften({ ...row(WATCH, []), nodes: [watching], connections: {} });
	return {
		deal,
		read: await saved('Get Many', 'dealAction.getMany', { filters: { dealId: byId(deal) } }),
		create: await saved('Create', 'dealAction.create', {
			...{ deal: byId(deal), creator: byId(user) },
			...{ startDatetime: '2031-03-03T10:00:00Z', endDatetime: '2031-03-03T11:00:00Z' },
			purpose: from(SETTINGS, 'dealTypes[0].actionsPurposes[0].id'),
		}),
		search: await saved('Search', 'deal.search', condition('id', deal)),
		poll: { name: WATCH, workflow: await world.save(polling, n8n), start: WATCH },
	};
}

/** Runs it, and answers its items. */
async function ran({ world, n8n }: Hour, { name, workflow, start }: Operation) {
	const run = await world.run(workflow, start, n8n);
	return { status: run.status, error: run.errorOf(name) ?? run.error, items: run.items(name) };
}

export async function failing(hour: Hour, { read, create, search, poll }: Operations) {
	for (const operation of [read, create, search, poll]) {
		await hour.world.check(`before: ${operation.name} fails, and names the check`, async () => {
			const { status, error = '' } = await ran(hour, operation);
			equal(status, 'error');
			contains(error, NAME_OF_CHECK);
		});
	}
}

export async function working(hour: Hour, { deal, read, create, search, poll }: Operations) {
	const { world } = hour;
	const shown = async (operation: Operation) => {
		const { status, error, items } = await ran(hour, operation);
		equal([status, error], ['success', undefined]);
		return items.map(({ id }) => id);
	};
	let action: unknown;
	await world.check('after: Create creates', async () => {
		[action] = await shown(create);
		equal(typeof action, 'number');
	});
	await world.check('after: Get Many lists just that', async () => {
		equal(await shown(read), [action]);
	});
	await world.check('after: Search finds the one deal', async () => {
		equal(await shown(search), [deal]);
	});
	await world.check('after: the trigger polls, and emits what is created then', async () => {
		await polls(hour, poll);
	});
}

async function polls(hour: Hour, { workflow }: Operation): Promise<void> {
	const { rest } = hour.n8n;
	const polled = async () => {
		const all = await steered<Array<{ path: string }>>(hour.sandbox, 'GET', '/requests');
		return all.filter(({ path }) => path === '/v2/deal-actions').length;
	};
	const before = await polled();
	await publish(rest, workflow);
	try {
		await eventually('a poll', async () => (await polled()) > before || undefined);
		// The first poll only remembers where it stands; it must have ended before an action comes.
		await pause(3_000);
		const id = await made(hour, 'dealAction', {});
		const [run = ''] = await eventually('an execution', async () => {
			const runs = await started(rest, workflow.id);
			return runs.length > 0 ? runs : undefined;
		});
		const execution = await finished(rest, run);
		equal([execution.status, execution.error], ['success', undefined]);
		equal(
			execution.items(WATCH).map((item) => item.id),
			[id],
		);
	} finally {
		await rest.call('POST', `/workflows/${workflow.id}/deactivate`, {});
	}
}
