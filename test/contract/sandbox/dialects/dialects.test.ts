/** Each dialect makes the difference that it says, and no other. */
import { dialects } from '../../../../sandbox/dialects/catalogue';
import { at, transcript, type Told, type Transcript } from '../../support/dialectTranscript';
import { SandboxClient } from '../../support/sandboxClient';
import { envelopeRows } from './support/envelopeRows';
import { errorRows } from './support/errorRows';
import { meaningRows } from './support/meaningRows';
import type { Row } from './support/rows';
import { valueRows } from './support/valueRows';

/** The sandbox's time stands still, so that two transcripts differ in nothing but the dialect. */
const now = Date.parse('2026-06-01T10:00:00.499Z');
const rows = [...meaningRows, ...valueRows, ...envelopeRows, ...errorRows];

let api: SandboxClient;
let documented: Transcript;
beforeAll(async () => {
	jest.spyOn(Date, 'now').mockReturnValue(now);
	api = await SandboxClient.start({ set: { rateLimit: 1000 } });
	documented = await transcript(api, []);
});
afterAll(async () => {
	await api.close();
	jest.restoreAllMocks();
});

const seen = (told: Told | undefined, where: Row['sees'][number][1]) =>
	typeof where === 'string' ? at(told, where) : where(told as Told);

test('without dialects two transcripts are the same', async () => {
	expect(await transcript(api, [])).toEqual(documented);
});

test.each(rows.map((row) => [row.name, row] as const))('%s', async (name, row) => {
	const spoken = await transcript(api, [name]);
	expect(row.sees.length).toBeGreaterThan(0);
	for (const [key, where, what] of row.sees) {
		expect([key, seen(spoken[key], where)]).toEqual([key, what]);
	}
	// Something that it says is really not so without it.
	expect(row.sees.map(([key, where]) => seen(documented[key], where))).not.toEqual(
		row.sees.map(([, , what]) => what),
	);
	expect(Object.keys(spoken)).toEqual(Object.keys(documented));
	for (const [key, told] of Object.entries(spoken)) {
		// One by one: a difference of whole transcripts takes long to print.
		expect([key, row.same(told, key)]).toEqual([key, row.same(documented[key] as Told, key)]);
	}
});

test('every dialect is held to what it says, here or by its addresses', () => {
	const elsewhere = dialects.filter(
		({ address, of, name }) => address || of || name === 'two-requests-a-second',
	);
	const held = [...rows.map(({ name }) => name), ...elsewhere.map(({ name }) => name)];
	expect(held.sort()).toEqual(dialects.map(({ name }) => name).sort());
});
