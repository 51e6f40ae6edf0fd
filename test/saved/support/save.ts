/**
 * `npx tsx test/saved/support/save.ts 0.2.0`: what users of this release save, as later builds must open it.
 * Run it when the release is made, and never again for the same one.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { names, startTriggerFixture } from '../../support/triggerFixture';
import { WIRE } from '../../support/wire';
import { presentParameters } from './parameters';
import { BASE_DIGEST, digestOf, placeholders } from './placeholders';
import type { SavedTrigger } from './release';

const IDS = [
	...['user', 'otherUser', 'group', 'role', 'industry', 'customer', 'deal', 'contact'],
	...['customerAction', 'dealAction', 'contactAction', 'ticket', 'dealType', 'phase', 'product'],
	...['probability', 'channel', 'pattern', 'purpose', 'productDetailType'],
	'relatedCustomerType',
];

const MINUTE = 60_000;
const at = (time: number): IDataObject => {
	const text = new Date(time).toISOString();
	return { createdAt: text, updatedAt: text };
};

/** A phase that ends a deal asks for a reason. */
const WON: IDataObject = { phase: { id: 3 }, reason: 'It ended' };

type Watched = Pick<SavedTrigger, 'name' | 'parameters' | 'emits'>;

/** The first deal is kept, the second changed and won, the third deleted, and the fourth is new. */
const WATCHED: readonly Watched[] = [
	{ name: 'created', parameters: { event: 'created' }, emits: [4] },
	{
		name: 'created or updated',
		parameters: { event: 'createdOrUpdated' },
		emits: [2, 4],
	},
	{
		name: 'created or updated, with a v1 key',
		parameters: { event: 'createdOrUpdated', authentication: 'v1ApiKey' },
		emits: [2, 4],
	},
	{
		name: 'updated, when the amount changes',
		parameters: { event: 'updated', options: { fieldsToWatch: 'amount' } },
		emits: [2],
	},
	{ name: 'deleted', parameters: { event: 'deleted' }, emits: [3] },
	{ name: 'won', parameters: { event: 'won' }, emits: [2] },
	{ name: 'phase changed', parameters: { event: 'phaseChanged' }, emits: [2] },
	{
		// The last batch comes again, as far as it is still there.
		name: 'created or updated, at least once',
		parameters: { event: 'createdOrUpdated', options: { delivery: 'atLeastOnce' } },
		emits: [1, 2, 4],
	},
];

async function triggers(): Promise<SavedTrigger[]> {
	const saved: SavedTrigger[] = [];
	for (const { name, parameters, emits } of WATCHED) {
		const fixture = await startTriggerFixture();
		const begun = Date.parse(await fixture.now()) - MINUTE;
		const deal = (id: number, dealName: string, amount: number, time: number): IDataObject => ({
			...{ id, name: dealName, amount, expectedContractDate: '2026-12-24', ...at(time) },
		});
		const before = ['Kept', 'Changed', 'Gone'].map((each, n) => deal(n + 1, each, 100, begun + n));
		const later = begun + 20 * MINUTE;
		const after = [
			before[0],
			{ ...deal(2, 'Changed', 200, later), createdAt: before[1]?.createdAt, ...WON },
			deal(4, 'New', 100, later + 1),
		] as IDataObject[];
		await fixture.write('deal', before);
		const options = { startFrom: 'all', ...(parameters.options as IDataObject | undefined) };
		// By the engine that saves whatever a poll leaves, also where it emits nothing.
		const trigger = fixture.watch({ engine: 'durable', parameters: { ...parameters, options } });
		const told = names(await trigger.activate());
		await fixture.settle();
		told.push(...names(await trigger.poll()));
		console.log(`${name}: ${told.join(', ') || 'nothing'} before it was saved`);
		const base = parameters.authentication === 'v1ApiKey' ? 'v1' : 'v2';
		const digest = digestOf(fixture.sandbox[base]);
		const state = JSON.parse(
			JSON.stringify(trigger.state).replaceAll(digest, BASE_DIGEST),
		) as IDataObject;
		saved.push({ name, parameters: { ...parameters, options }, state, before, after, emits });
		await fixture.close();
	}
	return saved;
}

async function save(version: string): Promise<void> {
	const folder = join(__dirname, '..', version);
	if (existsSync(folder)) throw new Error(`${version} is saved already, and stays as it is.`);
	mkdirSync(join(folder, 'workflows'), { recursive: true });
	const write = (file: string, content: unknown) =>
		writeFileSync(join(folder, file), `${JSON.stringify(content, undefined, '\t')}\n`);
	const ids = placeholders(IDS);
	write('operations.json', { ids: IDS, v1: WIRE.v1(ids), v2: WIRE.v2(ids) });
	write('triggers.json', await triggers());
	write('parameters.json', presentParameters());
	const examples = join(__dirname, '../../../examples');
	for (const file of readdirSync(examples)) {
		copyFileSync(join(examples, file), join(folder, 'workflows', file));
	}
}

const [, , version] = process.argv;
if (!version) throw new Error('Of which release? npx tsx test/saved/support/save.ts 0.2.0');
void save(version);
