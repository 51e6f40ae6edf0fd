/** `--seed FILE`: records that somebody wrote down, and what is said of a file that will not do. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox';
import { readArguments } from '../../sandbox/arguments';
import { temporaryFolder } from '../support/temporaryFolder';
import { Api, recordsIn } from './support/client';

const folder = temporaryFolder('sandbox-seed');
function fileOf(content: unknown): string {
	const file = join(folder, 'records.json');
	writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
	return file;
}
const seedOf = (content: unknown) => readArguments(['--seed', fileOf(content)])?.seed;

test('its records are there from the start, as POST /records/{kind} writes them, and after a reset', async () => {
	const seed = seedOf({
		customer: [{ id: 900, name: 'North' }],
		deal: [{ name: 'Big', customer: { id: 900 } }, { name: 'Small' }],
		company: [],
	});
	const api = await new Api().start({ seed });
	const held = async () => {
		const deals = await api.all('v2', '/deals');
		const customers = await api.all('v2', '/customers');
		return [customers.map(({ id, name }) => [id, name]), deals.map(({ name }) => name).sort()];
	};
	const begun = await held();
	expect(begun).toEqual([[[900, 'North']], ['Big', 'Small']]);
	await api.records('deal', [{ name: 'Later' }]);
	expect(await api.reset()).toEqual({ seed: 'own' });
	expect(await held()).toEqual(begun);
	expect(await api.reset('empty')).toEqual({ seed: 'empty' });
	expect(recordsIn(await api.ok('v2', 'GET /deals'))).toEqual([]);
	await api.close();
});

test('a missing file, and one that is no JSON or holds no rows, is refused in words', () => {
	expect(() => readArguments(['--seed', join(folder, 'none.json')])).toThrow(
		/--seed is one of small, empty, large, or a file of records.*none\.json/,
	);
	expect(() => seedOf('{"deal": [}')).toThrow(/records\.json is no JSON: .*position|token/);
	for (const content of [[], [{ name: 'North' }], 'null', { customer: { name: 'North' } }]) {
		expect(() => seedOf(content)).toThrow(/records\.json must hold rows by kind, such as \{/);
	}
});

test.each([
	['deal', { name: 7 }, /deal of the seed: item 1: .*name/],
	['deal', { colour: 'red' }, /deal of the seed: item 1: .*colour/],
	['deal', { customer: { id: 7_000_000 } }, /deal of the seed: item 1: customer 7000000/i],
	['thing', {}, /kind of record thing does not exist/],
])('a row of %s such as %j is refused, and named', async (kind, row, words) => {
	await expect(startSandbox({ seed: { [kind]: [{}, row] } })).rejects.toThrow(words);
});
