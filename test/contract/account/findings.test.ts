/** One difference of the service is told as what it is, and not as something else as well. */
import { beside, differing, findings, startSteered, type Steered } from './support/steered';

let steered: Steered;
beforeAll(async () => {
	steered = await startSteered();
});
afterAll(async () => await steered.close());

async function speaking(...dialects: string[]) {
	await steered.admin('POST', '/reset', {});
	await steered.admin('PUT', '/dialects', dialects);
}

const named = (all: ReadonlyArray<readonly [string, string]>) => all.map(([check]) => check);

test('a cursor that is not heeded is no order that is not heeded', async () => {
	await speaking('cursor-called-page-token');
	const differences = differing(await findings(steered.client()));
	expect(named(differences)).toContain('pages:deal.getMany');
	expect(named(differences).filter((check) => !/^pages:|^search:order$/.test(check))).toEqual([]);
	expect(JSON.stringify(differences)).not.toMatch(/sort/);
});

test('creates that answer with an ID alone say nothing of times', async () => {
	await speaking('creates-answer-id');
	const all = await findings(steered.client(), { includeWrites: true });
	expect(named(differing(all)).filter((check) => !check.startsWith('write:'))).toEqual([]);
	expect(all.find(({ check }) => check === 'times:written')).toMatchObject({ verdict: 'unclear' });
});

test('an empty text for what is not set is no decimal', async () => {
	await speaking('empty-text-for-null');
	const differences = named(differing(await findings(steered.client())));
	expect(differences).not.toContain('search:decimals');
});

test.each<'personalToken' | 'v1ApiKey'>(['personalToken', 'v1ApiKey'])(
	'%s: an estimated total is no page that is capped, and no number of the account is told',
	async (kind) => {
		await speaking('total-count-estimated');
		const rows = Array.from({ length: 37 }, (_, at) => ({ name: `More ${at}` }));
		await steered.admin('POST', '/records/contact', rows);
		await steered.admin('POST', '/records/customer', rows);
		const all = await findings(steered.client(kind));
		const differences = differing(all);
		expect(named(differences).filter((check) => !check.startsWith('totalCount:'))).toEqual([]);
		expect(named(differences)).toContain('totalCount:search');
		const { records } = await steered.admin<{ records: Record<string, number> }>('GET', '/stats');
		const told = all.map(({ evidence }) => evidence).join('\n');
		for (const kindOf of ['contact', 'customer', 'deal'] as const) {
			expect(told).not.toMatch(new RegExp(`\\b${records[kindOf]}\\b`));
		}
	},
);

test.each([
	...['windows-exclusive', 'windows-half-open', 'windows-ignored', 'windows-snake-case'],
	...['times-as-seconds', 'times-without-milliseconds', 'shown-in-whole-seconds', 'short-pages'],
	...['limit-called-per-page', 'bare-lists', 'page-fields-short', 'lists-in-data-with-meta'],
])('an estimated total is found beside %s', async (other) => {
	await speaking('total-count-estimated', other);
	expect(named(differing(await findings(steered.client())))).toContain('totalCount:search');
});

test.each([false, undefined])(
	'a cursor on the last page, where hasMore is %s, is no page that is capped',
	async (hasMore) => {
		await speaking();
		const rows = Array.from({ length: 137 }, (_, at) => ({ name: `More ${at}` }));
		await steered.admin('POST', '/records/contact', rows);
		const { records } = await steered.admin<{ records: Record<string, number> }>('GET', '/stats');
		const ENDED = 'behind-the-last-one';
		const client = beside(steered.client(), async ({ operation, query }, send) => {
			if (query?.cursor === ENDED) {
				return {
					status: 200,
					headers: {},
					body: { contacts: [], totalCount: 0, nextCursor: ENDED },
				};
			}
			const seen = await send();
			const isLast = operation === 'contact.getMany' && query?.limit === 1000;
			const body = isLast ? { ...Object(seen.body), hasMore, nextCursor: ENDED } : seen.body;
			return { ...seen, body: JSON.parse(JSON.stringify(body)) as unknown };
		});
		const greatest = (await findings(client)).find(({ check }) => check === 'limit:greatest');
		expect(greatest?.verdict).toBe('asDescribed');
		expect(greatest?.evidence).not.toContain(String(records.contact));
	},
);
