/** A new user's first hour (docs/account-check.md), with an account that is not quite as documented. */
import { begun, firstCheck, NAME_OF_CHECK, pasted, type Hour } from '../firstCheck';
import { contains, equal } from '../../../harness/n8n/checks';
import { Editor } from '../editor';
import { steered } from '../../../harness/n8n/steering';
import { action, byId, row, START } from '../../../harness/n8n/workflows';
import type { Part } from './part';

/** Wide enough to show the columns of what comes out. */
const VIEWPORT = { width: 1600, height: 1000 };
const LIST = 'Actions';

/** What a user does with the account, at an address that this deployment has elsewhere. */
async function listed({ world, n8n, sandbox }: Hour) {
	const [deal = 0] = await steered<number[]>(sandbox, 'POST', '/records/deal', [
		{ name: 'Of the first hour' },
	]);
	const of = { deal: { id: deal } };
	const [made] = await steered<number[]>(sandbox, 'POST', '/records/dealAction', [of]);
	const parameters = { authentication: 'personalToken', filters: { dealId: byId(deal) } };
	const workflow = row(LIST, [action(LIST, 'dealAction.getMany', parameters)]);
	return { run: await world.run(await world.save(workflow, n8n), START, n8n), made };
}

export const account: Part = {
	name: 'account',
	about: 'the first hour with a real account: Account: Check, and what it proposes',
	isBase: true,
	needs: ['chromium'],
	run: async (world) => {
		const { rest } = await world.n8n();
		const sandbox = await world.startSandbox(['other-deployment']);
		const { scratch } = world.site;
		const editor = await Editor.open({ scratch, url: rest.url, viewport: VIEWPORT });
		try {
			const begin = await begun(world, editor, sandbox);
			if (!begin) return;
			const { hour } = begin;
			await world.check('before: a list fails, and names the check', async () => {
				const { run } = await listed(hour);
				equal(run.status, 'error');
				contains(run.errorOf(LIST) ?? '', NAME_OF_CHECK);
			});
			const checked = await firstCheck(begin);
			if (!checked) return;
			await pasted(hour, checked);
			await world.check('after: it lists what there is', async () => {
				const { run, made } = await listed(hour);
				const ids = run.items(LIST).map(({ id }) => id);
				equal([run.status, run.errorOf(LIST), ids], ['success', undefined, [made]]);
			});
		} finally {
			await editor.close();
		}
	},
};
