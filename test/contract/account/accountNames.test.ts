/** What people call their records: names of any script, and keys that no address can have. */
import type { Client } from '../../../nodes/SalesManagement/api/types';
import { beside, differing, findings, startSteered, type Steered } from './support/steered';

let steered: Steered;
afterEach(async () => await steered.close());

describe('names of a script without capitals', () => {
	const NAMES = ['株式会社東京商事', 'ミズノ工業', 'شركة النور'];

	async function equalityOf(change: (client: Client) => Client) {
		steered = await startSteered({ seed: 'empty' });
		const updatedAt = '2026-01-05T03:04:05.678Z';
		const rows = NAMES.map((name) => ({ name, updatedAt }));
		await steered.admin('POST', '/records/customer', rows);
		const all = await findings(change(steered.client()));
		return all.find(({ check }) => check === 'search:equality');
	}

	test('are searched for; of capitals nothing is told', async () => {
		expect(await equalityOf((client) => client)).toMatchObject({
			verdict: 'unclear',
			evidence: expect.stringMatching(/^A customer is found by its own name/) as string,
		});
	});

	test('a search that does not find them differs', async () => {
		const blind = (client: Client) =>
			beside(client, async ({ operation, body }, send) => {
				const seen = await send();
				const isByName = NAMES.some((name) => JSON.stringify(body ?? {}).includes(name));
				return operation === 'customer.search' && isByName
					? { ...seen, body: { customers: [], hasMore: false, nextCursor: null, totalCount: 0 } }
					: seen;
			});
		expect(await equalityOf(blind)).toMatchObject({
			verdict: 'differs',
			shape: 'not found by its own name',
		});
	});
});

describe('the key of a custom object', () => {
	beforeEach(async () => {
		steered = await startSteered();
	});

	const objects = async (given: { linked?: string; objectKey?: string }) => {
		const { linked, objectKey } = given;
		const client = beside(steered.client(), async ({ operation }, send) => {
			const seen = await send();
			const isRecord = /^(?:customer|deal|contact)\.get$/.test(operation);
			const customObjects = [{ customObjectDefKey: linked, id: 1 }];
			return linked !== undefined && isRecord && seen.status === 200
				? { ...seen, body: { ...(seen.body as object), customObjects } }
				: seen;
		});
		const all = await findings(client, { objectKey });
		expect(differing(all)).toEqual([]);
		expect(all.length).toBeGreaterThan(100);
		return all.find(({ check }) => check === 'route:customObject.getMany');
	};

	test.each(['', ' '])('%j at a record is none', async (linked) => {
		expect(await objects({ linked })).toMatchObject({
			verdict: 'unclear',
			evidence: expect.stringMatching(/none is named under Definition Key/) as string,
		});
	});

	test.each([{ linked: '..' }, { linked: '../customers' }, { objectKey: '..' }])(
		'%j can stand in no address: only custom objects are not looked at',
		async (given) => {
			expect(await objects(given)).toMatchObject({
				verdict: 'unclear',
				evidence: expect.stringMatching(/a key that no address can have/) as string,
				advice: expect.stringMatching(/Definition Key/) as string,
			});
		},
	);

	test('spaces in the form are none: one that is linked is looked at', async () => {
		expect(await objects({ objectKey: ' ' })).toMatchObject({ verdict: 'asDescribed' });
	});
});
