/** What opening a form costs the service, counted in the real editor; every form: test/operations/dropdowns. */
import { setTimeout as pause } from 'node:timers/promises';
import { isTrue } from '../../../harness/n8n/checks';
import { NodeForm } from '../nodeForm';
import { askedOf } from '../../../harness/n8n/steering';
import { action, byId, row } from '../../../harness/n8n/workflows';
import type { View } from './view';

const PERSONAL = { authentication: 'personalToken' };
/** No request follows after so long. */
const QUIET_MS = 2_500;
const DEAL = { dealType: byId(1), phase: byId(1) };

/** Forms that were filled in before, and the fewest and the most requests that opening them takes. */
const FORMS = [
	// Its lists wait until somebody opens them; its custom fields are asked for.
	{ form: action('Deal: Create', 'deal.create', { ...PERSONAL, ...DEAL }), least: 1, most: 2 },
	{
		form: action('Deal: Search', 'deal.search', {
			...PERSONAL,
			conditions: {
				values: [
					{ field: 'phaseId', operator: 'equals', choices: [3] },
					{
						field: 'custom:deal_single_select:single_select',
						operator: 'equals',
						choices: [1],
					},
				],
			},
		}),
		...{ least: 1, most: 2 },
	},
] as const;

export async function opened({ world, editor }: View): Promise<void> {
	for (const { form, least, most } of FORMS) {
		// Credentials that were never used, so that nothing is remembered for them.
		const sandbox = await world.startSandbox();
		const { id } = await world.save(row(form.name, [form]), await world.n8nFor(sandbox));
		await world.check(`opening ${form.name} costs ${least} to ${most} requests`, async () => {
			await editor.openWorkflow(id);
			const asked = await askedOf(sandbox, async () => {
				const open = await NodeForm.open(editor, form.name);
				await pause(QUIET_MS);
				await open.loaded();
				await open.close();
			});
			const paths = asked.map(({ path, status }) => `${path} (${status})`);
			isTrue(
				`it cost ${paths.length}: ${paths.join(', ')}`,
				paths.length >= least && paths.length <= most,
			);
		});
	}
}
