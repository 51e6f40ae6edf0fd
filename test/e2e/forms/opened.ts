/** What opening a form costs the service, counted in the real editor. */
import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowNode } from '../../../scripts/n8n-host/rest';
import { sandboxCredentials } from '../../../scripts/n8n-host/sandbox-credentials';
import { isTrue } from '../checks';
import { NodeForm } from '../nodeForm';
import { action, byId, node, row, TRIGGER } from '../workflows';
import { askedBy, type View } from './view';

const PERSONAL = { authentication: 'personalToken' };
const TYPE = 'salesManagementPersonalTokenApi';
/** No request follows after so long. */
const QUIET_MS = 2_500;

const conditions = {
	values: [
		{ field: 'phaseId', operator: 'equals', value: 3 },
		{ field: 'custom:deal_single_select:single_select', operator: 'equals', value: '1' },
	],
};
const pollTimes = { item: [{ mode: 'everyMinute' }] };

const DEAL = { dealType: byId(1), phase: byId(1) };

/** Their lists wait until somebody opens them, or asks for custom fields. */
const WAITING = ['Deal: Create', 'the trigger'];

/** Forms that were filled in before, so that each has all its lists. */
const FORMS: readonly WorkflowNode[] = [
	action('Deal: Create', 'deal.create', { ...PERSONAL, ...DEAL }),
	action('Deal: Create with custom fields', 'deal.create', {
		...{ ...PERSONAL, ...DEAL, fieldsFrom: 'custom' },
	}),
	action('Deal: Search', 'deal.search', { ...PERSONAL, conditions }),
	action('Contact: Create or Update', 'contact.createOrUpdate', {
		...{ ...PERSONAL, fieldsFrom: 'input', matchBy: 'email' },
	}),
	node('the trigger', TRIGGER, {
		parameters: { ...PERSONAL, resource: 'deal', filters: { dealTypeId: byId(1) }, pollTimes },
	}),
];

/** A credential that was never used, so that nothing is remembered for it. */
async function unused({ world }: View, v1: boolean): Promise<string> {
	const { rest } = await world.n8n();
	const sandbox = await world.sandbox();
	const issue = async (kind: string) =>
		(await world.steer<{ token: string }>('POST', '/tokens', { kind })).token;
	const of = { ...sandbox.credentials, personal: await issue('personal'), v1: await issue('v1') };
	const stored = sandboxCredentials({ ...sandbox, credentials: of }).find(
		({ type }) => type === TYPE,
	);
	const data = { ...stored?.data, ...(v1 ? {} : { v1ApiKey: '', v1BaseUrl: '' }) };
	const body = { ...stored, name: `Unused, ${v1 ? 'with' : 'without'} a v1 key`, data };
	return (await rest.call<{ id: string }>('POST', '/credentials', body)).id;
}

export async function opened(view: View): Promise<void> {
	const { world, editor } = view;
	const { rest } = await world.n8n();
	for (const form of FORMS) {
		for (const v1 of [true, false]) {
			const title = `opening ${form.name}, ${v1 ? 'with' : 'without'} a v1 key`;
			await world.check(`${title}, costs at most two requests`, async () => {
				const credentials = { [TYPE]: { id: await unused(view, v1), name: TYPE } };
				const workflow = row(title, [{ ...form, credentials }]);
				const { id } = await rest.call<{ id: string }>('POST', '/workflows', workflow);
				await editor.openWorkflow(id);
				const asked = await askedBy(world, async () => {
					const open = await NodeForm.open(editor, form.name);
					await pause(QUIET_MS);
					await open.loaded();
					await open.close();
				});
				const paths = asked.map(({ path, status }) => `${path} (${status})`);
				console.log(`    ${paths.length}: ${paths.join(', ')}`);
				isTrue(`it cost ${paths.length}: ${paths.join(', ')}`, paths.length <= 2);
				isTrue(
					'lists were fetched just where they are wanted',
					paths.length > 0 !== WAITING.includes(form.name),
				);
			});
		}
	}
}
