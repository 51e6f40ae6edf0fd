/** The example “Daily pipeline digest”: one text of all deals, by phase and user. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { runWorkflow } from '../support/harness';
import type { WorkflowJson } from '../support/harnessEngine';
import { startNodeFixture, unpacedCredentials, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());

test('it has a line for each phase and user, with count, sum and average', async () => {
	const path = join(__dirname, '../../examples/pipeline-digest.json');
	const workflow = JSON.parse(readFileSync(path, 'utf8')) as WorkflowJson;
	const result = await runWorkflow(workflow, {
		credentials: unpacedCredentials(fixture.sandbox),
		startNode: 'Every Morning',
	});
	expect(result.error?.message).toBeUndefined();
	const deals = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
	const groups = new Map<string, Array<number | null>>();
	const nameOf = (each: unknown) => (each as { name: string }).name;
	for (const { dealType, phase, user, amount } of deals) {
		const name = `${nameOf(dealType)}: ${nameOf(phase)}, ${nameOf(user)}`;
		const key = JSON.stringify([(phase as IDataObject).id, (user as IDataObject).id, name]);
		groups.set(key, [...(groups.get(key) ?? []), (amount ?? null) as number | null]);
	}
	const inWords = (value: number) => value.toLocaleString('en-US');
	const lines = [...groups].map(([key, amounts]) => {
		const [, , name] = JSON.parse(key) as [number, number, string];
		const held = amounts.filter((each) => each !== null);
		const sum = held.reduce((total, each) => total + each, 0);
		const average = held.length === 0 ? 0 : Math.round(sum / held.length);
		const counted = `${amounts.length} ${amounts.length === 1 ? 'deal' : 'deals'}`;
		return `${name}: ${counted}, ${inWords(sum)} in all, ${inWords(average)} on average`;
	});
	const [digest, ...others] = result.items('Digest');
	expect(others).toEqual([]);
	const [title, ...shown] = (digest?.json.text as string).split('\n');
	expect(title).toMatch(/^Deals on \d{4}-\d{2}-\d{2}$/);
	expect(shown.sort()).toEqual(lines.sort());
});
