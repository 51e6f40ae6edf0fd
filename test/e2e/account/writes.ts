/** Include Writes leaves nothing, or says what; and the service of the documents has no differences. */
import { contains, equal, isTrue } from '../checks';
import { askedOf, steered, writesAmong } from '../steering';
import type { World } from '../world';
import { check, differing, heldBy, itemsOf, type Checked, type Hour } from './hour';

interface Log {
	readonly audits: ReadonlyArray<{ readonly operation: string; readonly ids: readonly number[] }>;
}

const WRITES = { includeWrites: true };

export async function writing(hour: Hour): Promise<void> {
	const { world, sandbox, n8n } = hour;
	const before = await heldBy(sandbox);
	let checked: Checked | undefined;
	await world.check('Include Writes writes, and what it made is gone after it', async () => {
		const asked = await askedOf(sandbox, async () => {
			checked = await check(world, n8n, WRITES);
		});
		isTrue('it wrote', writesAmong(asked).length > 10);
		equal(await heldBy(sandbox), before);
	});
	if (!checked) return;
	const found = checked;
	await world.check('that run says so, and finds every read where the overrides say', () => {
		equal(
			itemsOf(found, 'remains').map((each) => [each.check, each.verdict]),
			[['remains', 'asDescribed']],
		);
		const missing = itemsOf(found, 'route:').filter(({ verdict }) => verdict === 'differs');
		equal(missing, []);
	});
	await world.check('what the service would not delete is listed with its ID', async () => {
		const before = (await steered<Log>(sandbox, 'GET', '/log')).audits.length;
		const fault = { match: { method: 'DELETE' }, times: 4, status: 403, body: { error: 'NO' } };
		await steered(sandbox, 'POST', '/faults', [fault]);
		const remains = itemsOf(await check(world, n8n, WRITES), 'remains');
		const listed = remains.map(({ evidence }) => {
			const [, kind, id] = /^(\w+) (\d+) could not be deleted$/.exec(String(evidence)) ?? [];
			return `${kind} ${id}`;
		});
		const { audits } = await steered<Log>(sandbox, 'GET', '/log');
		const made = audits.slice(before).flatMap(({ operation, ids }) => {
			const [kind, what] = operation.split('.');
			return what?.startsWith('create') ? ids.map((id) => `${kind} ${id}`) : [];
		});
		isTrue(`four were made: ${made.join()}`, made.length === 4);
		equal(listed.toSorted(), made.toSorted());
		for (const { advice } of remains) contains(String(advice), 'n8n check');
	});
}

const KINDS = [
	['personalToken', {}],
	['teamToken', {}],
	// v1 has no way to delete, so that nothing is made there.
	['v1ApiKey', WRITES],
] as const;

export async function documented(world: World): Promise<void> {
	const n8n = await world.n8n();
	const sandbox = await world.sandbox();
	for (const [authentication, more] of KINDS) {
		const title = `on the service as documented, ${authentication}: nothing differs`;
		await world.check(`${title}, nothing is written`, async () => {
			let checked: Checked | undefined;
			const asked = await askedOf(sandbox, async () => {
				checked = await check(world, n8n, { authentication, ...more });
			});
			equal(checked && differing(checked), []);
			equal(checked?.summary.verdict, 'asDescribed');
			equal(checked?.overrides, {});
			isTrue(`${asked.length} requests`, asked.length > 20 && asked.length <= 80);
			equal(writesAmong(asked), []);
			if (more !== WRITES) return;
			equal(checked && itemsOf(checked, 'writes').map(({ verdict }) => verdict), ['unclear']);
		});
	}
}
