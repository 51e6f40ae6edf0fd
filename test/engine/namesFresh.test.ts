/** A run goes by the names of now: what an earlier run or a dropdown read is not good enough to write by. */
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());

const FROM_INPUT = {
	fieldsFrom: 'input',
	columns: { mappingMode: 'autoMapInputData', value: null },
};

const update = async (input: object[]) =>
	await fixture.run('productDetail.updateMany', { parameters: FROM_INPUT, input: input as never });

test('a name means who has it now, although the node itself gave it away a moment ago', async () => {
	const before = await fixture.records('productDetail.getMany', {});
	const [first, second] = before as Array<{ id: number; name: string }>;
	expect((await update([{ id: first!.name, memo: 'once' }])).error).toBeUndefined();
	const swapped = await update([
		{ id: first!.id, name: 'Renamed' },
		{ id: second!.id, name: first!.name },
	]);
	expect(swapped.error).toBeUndefined();
	const { error, items } = await update([{ id: first!.name, memo: 'twice' }]);
	expect(error).toBeUndefined();
	expect(items[0]?.json.id).toBe(second!.id);
});

test('a second record of a name makes it ambiguous at once', async () => {
	const [first] = (await fixture.records('productDetail.getMany', {})) as Array<{ name: string }>;
	expect((await update([{ id: first!.name, memo: 'once' }])).error).toBeUndefined();
	const made = await fixture.run('productDetail.createMany', {
		parameters: FROM_INPUT,
		input: [{ name: first!.name }],
	});
	expect(made.error).toBeUndefined();
	expect((await update([{ id: first!.name, memo: 'twice' }])).error?.message).toContain(
		'which 2 have',
	);
});
