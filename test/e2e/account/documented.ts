/** The check of the service as documented: nothing differs, and it only reads. */
import { equal, isTrue } from '../checks';
import { askedOf, writesAmong } from '../steering';
import type { World } from '../world';
import { check, differing, type Checked } from './hour';

const KINDS = ['personalToken', 'teamToken', 'v1ApiKey'] as const;

export async function documented(world: World): Promise<void> {
	const n8n = await world.n8n();
	const sandbox = await world.sandbox();
	for (const authentication of KINDS) {
		const title = `on the service as documented, ${authentication}: nothing differs`;
		await world.check(`${title}, nothing is written`, async () => {
			let checked: Checked | undefined;
			const asked = await askedOf(sandbox, async () => {
				checked = await check(world, n8n, { authentication });
			});
			equal(checked && differing(checked), []);
			equal(checked?.summary.verdict, 'works');
			equal(checked?.overrides, {});
			isTrue(`${asked.length} requests`, asked.length > 20 && asked.length <= 80);
			equal(writesAmong(asked), []);
		});
	}
}
