/**
 * Every workflow of examples/: imported, shown in the editor, run as its note says, and checked by what
 * became of it, in the sandbox or at whoever was told. A mail server and a chat model on this machine
 * stand in for those of a user. `--pictures docs/images` renews the two pictures of docs/examples.md,
 * `E2E_EXAMPLES=won,import` runs only those with such a text in their names; all are imported.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { sandboxCredentials } from '../../../scripts/n8n-host/sandbox-credentials';
import { examplesFolder } from '../../../scripts/playground/furnish';
import { equal } from '../../../harness/n8n/checks';
import { Editor } from '../editor';
import { agentAnswers, agentAsksFirst } from '../examples/agent';
import { nightlyExport } from '../examples/files';
import {
	contactImport,
	createdTakenOut,
	importWithResultMail,
	reviewedImport,
} from '../examples/forms';
import { overdueActions, wonDealToEmail } from '../examples/mails';
import { eachChangeOnce, firstLook, fromV1ToV2, pipelineDigest } from '../examples/reading';
import { saved, type Stage } from '../examples/stage';
import { auditList, twoWaySync } from '../examples/tables';
import { newDealToChat, noteAmountChanges, weeklyReviews } from '../examples/writing';
import { exampleNamed } from '../polling';
import { ChatModel } from '../standIns/chatModel';
import { stored } from '../standIns/credentials';
import { MailServer } from '../standIns/mailServer';
import type { RunningN8n, World } from '../../../harness/n8n/world';
import type { Part } from './part';

type Example = (stage: Stage, workflow: SavedWorkflow) => Promise<void>;

const SHOWN = ['pipeline-digest.json', 'agent-answers-about-deals.json'];
const WANTED = (process.env.E2E_EXAMPLES ?? '').split(',');

/** In the order in which they are run: the audit list lets a day pass. */
const EXAMPLES: Readonly<Record<string, readonly [outcome: string, Example]>> = {
	'first-look.json': ['ten texts, each with its deal, customer and phase', firstLook],
	'new-deal-to-chat.json': ['an action and a message for each deal, no notice', newDealToChat],
	'won-deal-to-email.json': ['a mail for each win, none for other deals', wonDealToEmail],
	'each-change-once.json': ['each change is a text, once', eachChangeOnce],
	'note-amount-changes.json': ['by hand nothing is written', noteAmountChanges],
	'pipeline-digest.json': ['counts, sums and averages by phase and user', pipelineDigest],
	'weekly-reviews.json': ['reviews of five deals of the week, no notice', weeklyReviews],
	'overdue-actions-reminder.json': ['a mail to each person with theirs alone', overdueActions],
	'contact-import-from-spreadsheet.json': ['rows are contacts, once', contactImport],
	'import-with-result-mail.json': ['rows are deals; the mail has the file', importWithResultMail],
	'reviewed-import.json': ['declined, approved, and taken back', reviewedImport],
	'delete-created-customers.json': ['what has a deal stays', createdTakenOut],
	'nightly-export.json': ['all deals, then what changed', nightlyExport],
	'two-way-custom-object-sync.json': ['both sides are the same, and stay so', twoWaySync],
	'v1-to-v2.json': ['all deals are the same with both', fromV1ToV2],
	'agent-answers-about-deals.json': ['an answer from five tools, nothing written', agentAnswers],
	'agent-asks-first.json': ['in n8n’s chat, one button changes a deal', agentAsksFirst],
	'deleted-records-to-audit-list.json': ['what was deleted, with what it was', auditList],
};

/** An n8n that may write files into a folder, with a sandbox of its own behind its credentials. */
async function startStage(world: World): Promise<Stage> {
	const { scratch } = world.site;
	const folder = scratch.subfolder('files');
	const port = await getPort();
	// Where only users may open a form, n8n sends them to the address that it takes for its own.
	const address = `http://127.0.0.1:${port}/`;
	const own = await world.startN8n('examples', {
		port,
		variables: {
			...{ N8N_RESTRICT_FILE_ACCESS_TO: folder, GENERIC_TIMEZONE: 'UTC' },
			...{ WEBHOOK_URL: address, N8N_EDITOR_BASE_URL: address },
			EXTERNAL_HOOK_FILES: join(__dirname, '../examples/nextDay.cjs'),
		},
	});
	const sandbox = await world.startSandbox();
	const [mail, model] = [await MailServer.start(scratch), await ChatModel.start(scratch)];
	const credentials = await stored(own.rest, sandboxCredentials(sandbox));
	const ids = await stored(own.rest, [mail.credential, model.credential]);
	const viewport = { width: 2_000, height: 1_100 };
	const editor = await Editor.open({ scratch, url: own.rest.url, viewport });
	const n8n = { ...own, credentials } as RunningN8n;
	return { world, n8n, sandbox, editor, mail, model, ids, folder };
}

async function imported(stage: Stage, file: string): Promise<SavedWorkflow | undefined> {
	const { world, editor } = stage;
	const example = exampleNamed(file);
	let workflow: SavedWorkflow | undefined;
	await world.check(`examples/${file} imports unchanged, and the editor shows it`, async () => {
		workflow = await saved(stage, example);
		equal(workflow.nodes.length, example.nodes.length);
		await editor.openWorkflow(workflow.id);
		await editor.reads(
			editor.page.locator('body'),
			...example.nodes.map(({ name }) => name).filter((name) => name !== 'Note'),
			example.name,
		);
		if (!SHOWN.includes(file)) return;
		await editor.pictureOfWorkflow(world.picturePath(`example-${file.replace('.json', '')}`));
	});
	return workflow;
}

export const examples: Part = {
	name: 'examples',
	about: 'every workflow of examples/: imported, run, and checked by what became of it',
	isBase: false,
	needs: ['chromium'],
	run: async (world) => {
		await world.check('each workflow of examples/ is run here', () => {
			const files = readdirSync(examplesFolder).filter((name) => name.endsWith('.json'));
			equal(files.sort(), Object.keys(EXAMPLES).sort());
		});
		const stage = await startStage(world);
		try {
			for (const [file, [outcome, run]] of Object.entries(EXAMPLES)) {
				const started = Date.now();
				const workflow = await imported(stage, file);
				if (!workflow || !WANTED.some((text) => file.includes(text))) continue;
				await world.check(`${file}: ${outcome}`, async () => await run(stage, workflow));
				console.log(`  ${Math.round((Date.now() - started) / 1_000)} s`);
			}
		} finally {
			await stage.editor.close();
			await stage.n8n.process.stop();
		}
	},
};
