/** `npm run dev`: what is saved is in the editor after one reload of its page. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { N8nRest } from '../../../scripts/n8n-host/rest';
import { contains, equal } from '../checks';
import { Editor } from '../editor';
import { copyProject } from '../projectCopy';
import { processesWith, type Task } from '../task';
import type { World } from '../world';
import { action, ACTION, row } from '../workflows';
import type { Part } from './part';
import { startTask } from './playground';

const NODE = 'nodes/SalesManagement/SalesManagement.node.ts';
const FORM = 'nodes/SalesManagement/operations/form.ts';
const CREDENTIAL = 'credentials/SalesManagementTeamTokenApi.credentials.ts';
const CODEX = 'nodes/SalesManagement/SalesManagement.node.json';
const PATIENCE_MS = 90_000;

interface Save {
	readonly file: string;
	readonly before: string;
	readonly after: string;
	/** What n8n lists then, where it is not `after` as it stands. */
	readonly listed?: string;
}

class Developer {
	constructor(
		readonly project: string,
		readonly task: Task,
		readonly rest: N8nRest,
	) {}

	save({ file, before, after }: Save): void {
		const path = join(this.project, file);
		const text = readFileSync(path, 'utf8');
		if (!text.includes(before)) throw new Error(`"${before}" is not in ${file}`);
		writeFileSync(path, text.replace(before, after));
	}

	/** Saves, waits until n8n lists it, and answers the seconds between. */
	async savedUntilListed(change: Save, kind: 'nodes' | 'credentials' = 'nodes'): Promise<string> {
		const { after, listed = after } = change;
		const started = Date.now();
		this.save(change);
		while (Date.now() < started + PATIENCE_MS) {
			// While n8n restarts nothing answers.
			const types = await this.rest.types(kind).catch(() => []);
			if (JSON.stringify(types).includes(listed)) return seconds(started);
			await pause(100);
		}
		throw new Error(`"${listed}" is not listed. It printed:\n${this.task.output}`);
	}
}

const renamed = (file: string, before: string, after: string): Save => ({
	file,
	before: `displayName: '${before}'`,
	after: `displayName: '${after}'`,
	listed: after,
});

const seconds = (since: number) => `${((Date.now() - since) / 1_000).toFixed(1)} s`;

async function changes(world: World, developer: Developer): Promise<void> {
	const saves: Array<[string, Save, 'nodes' | 'credentials']> = [
		['a node', renamed(NODE, 'Sales Management', 'Sold Well'), 'nodes'],
		['a form below it', renamed(FORM, 'Resource', 'Kind of Record'), 'nodes'],
		[
			'a credential',
			{ file: CREDENTIAL, before: 'Team Token API', after: 'Crew Token API' },
			'credentials',
		],
		[
			'a codex file',
			{ file: CODEX, before: '"Sales"', after: '"Sales", "Saved"', listed: '"Saved"' },
			'nodes',
		],
	];
	for (const [what, save, kind] of saves) {
		await world.check(`${what} that is saved is listed`, async () => {
			console.log(`  ${what}: after ${await developer.savedUntilListed(save, kind)}`);
		});
	}
}

async function mistakes(world: World, developer: Developer): Promise<void> {
	await world.check('what does not compile is told, and not loaded', async () => {
		developer.save({ file: FORM, before: 'Kind of Record', after: "Wrong', wrong: '" });
		await developer.task.prints(/Not loaded, because it does not compile:\n.*error TS/);
		contains(JSON.stringify(await developer.rest.types('nodes')), 'Kind of Record');
		await developer.savedUntilListed({
			file: FORM,
			before: "Wrong', wrong: '",
			after: 'Last Kind',
		});
	});
}

async function inTheEditor(world: World, developer: Developer, editor: Editor): Promise<void> {
	const name = 'Looked At';
	const { id } = await developer.rest.call<{ id: string }>(
		'POST',
		'/workflows',
		row('Dev', [action(name, 'customer.getMany', { authentication: 'personalToken' })]),
	);
	await world.check('after one reload of its page it is in the editor', async () => {
		await editor.openWorkflow(id);
		await developer.savedUntilListed(renamed(FORM, 'Operation', 'What to Do'));
		await editor.page.reload();
		const place = await editor.openNode(name);
		try {
			await editor.reads(place, 'What to Do', 'Last Kind');
		} finally {
			await editor.picture(world.picturePath('dev'));
			await editor.closeNode();
		}
	});
}

export const dev: Part = {
	name: 'dev',
	about: 'npm run dev: what is saved is in the editor after one reload',
	isBase: false,
	needs: ['chromium'],
	run: async (world) => {
		await world.host();
		const { scratch } = world.site;
		const project = copyProject(scratch.subfolder('project'));
		const data = join(scratch.folder, 'developed');
		const { task, rest, owner } = await startTask(world, ['dev', '--data', data], project);
		const developer = new Developer(project, task, rest);
		await world.check('the type names are those of npm run n8n', async () => {
			const names = (await rest.types('nodes')).map(({ name }) => name);
			equal(names.includes(ACTION), true);
		});
		await task.prints(/Watching/);
		await changes(world, developer);
		await mistakes(world, developer);
		const editor = await Editor.open({ scratch, url: rest.url, owner });
		try {
			await inTheEditor(world, developer, editor);
		} finally {
			await editor.close();
		}
		await world.check('package.json that is saved restarts n8n', async () => {
			developer.save({
				file: 'package.json',
				before: '"description": "',
				after: '"description": "-',
			});
			await task.prints(/package\.json: in n8n after/);
			equal((await rest.types('nodes')).length > 0, true);
		});
		await world.check('Ctrl+C ends everything', async () => {
			equal(await task.end('SIGINT'), 0);
			equal(processesWith(data), []);
		});
	},
};
