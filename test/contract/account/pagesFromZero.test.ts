/** Where pages are counted from 0, what the check says of lists is what the node does with them. */
import type { IDataObject } from 'n8n-workflow';
import { pages, type PagesOptions } from '../../../nodes/SalesManagement/api/pages';
import type { CredentialKind, ServiceRequest } from '../../../nodes/SalesManagement/api/types';
import { comparison, filterOf } from '../../../nodes/SalesManagement/operations/check/filters';
import { beside, findings, startSteered, type Steered } from './support/steered';

let steered: Steered;
beforeAll(async () => {
	steered = await startSteered();
	const users = Array.from({ length: 120 }, (_, at) => ({ name: `More ${at}` }));
	await steered.admin('POST', '/records/user', users);
});
afterAll(async () => await steered.close());

const speaking = async (...names: string[]) => await steered.admin('PUT', '/dialects', names);

async function told(kind: CredentialKind): Promise<string> {
	const all = await findings(steered.client(kind));
	const found = all.find(({ check }) => check === 'pages:user.getMany');
	expect(found).toMatchObject({
		verdict: 'differs',
		evidence: expect.stringMatching(/page=1 is not the first page, page=0 is$/) as string,
		advice: expect.stringMatching(/^The service counts pages from 0, and no setting/) as string,
	});
	return found?.advice ?? '';
}

async function read(kind: CredentialKind, request: ServiceRequest, options: PagesOptions = {}) {
	const ids: unknown[] = [];
	for await (const { records } of pages(steered.client(kind), request, options)) {
		ids.push(...records.map(({ id }: IDataObject) => id));
	}
	return ids;
}

const sorted = (ids: readonly unknown[]) => [...ids].sort((a, b) => Number(a) - Number(b));

/** A list of an interface that is read by page numbers, before and in the dialects. */
async function readBefore(
	kind: CredentialKind,
	operation: 'user.getMany' | 'customer.getMany',
	dialects: readonly string[],
) {
	await speaking();
	const whole = await read(kind, { operation });
	await speaking(...dialects);
	const inAll = await read(kind, { operation });
	const limited = await read(kind, { operation }, { limit: 5 });
	return { whole, inAll, limited };
}

test.each<[CredentialKind, 'user.getMany' | 'customer.getMany']>([
	['personalToken', 'user.getMany'],
	['v1ApiKey', 'customer.getMany'],
])(
	'%s: %s is whole with Return All, and with a Limit it is not its beginning',
	async (kind, operation) => {
		const { whole, inAll, limited } = await readBefore(kind, operation, ['pages-from-zero']);
		expect(sorted(inAll)).toEqual(sorted(whole));
		expect(limited).toHaveLength(5);
		expect(whole.slice(0, 5)).not.toEqual(limited);
		expect(await told(kind)).toMatch(/are whole with Return All, but with a Limit they may begin/);
	},
);

test('where no total is told, Return All leaves out the first page', async () => {
	const dialects = ['pages-from-zero', 'no-total-count'];
	const { whole, inAll } = await readBefore('personalToken', 'user.getMany', dialects);
	expect(sorted(inAll)).toEqual(sorted(whole.slice(100)));
	expect(await told('personalToken')).toMatch(/leave out the records of the first page, also with/);
});

test.each([
	[['pages-from-zero'], true],
	[['pages-from-zero', 'no-total-count'], false],
])('%j: in v1, whether Create or Update finds a record is as told', async (dialects, isFound) => {
	await speaking();
	const [id] = await read('v1ApiKey', { operation: 'customer.getMany' });
	await speaking(...dialects);
	const filter = filterOf(comparison('id', '=', { integerValue: Number(id) }));
	const request = { operation: 'customer.search', body: { filter } } as const;
	expect(await read('v1ApiKey', request, { isLookUp: true })).toEqual(isFound ? [id] : []);
	const warned = /Create or Update does not find what is there/;
	expect(warned.test(await told('v1ApiKey'))).toBe(!isFound);
	expect(await told('personalToken')).not.toMatch(/Create or Update/);
});

test('a service that refuses the number of a page does not count from 0', async () => {
	await speaking();
	const client = beside(steered.client(), async ({ operation, query }, send) =>
		operation === 'user.getMany' && query?.page !== undefined
			? { status: 400, headers: { 'content-type': 'application/json' }, body: { error: 'NO' } }
			: await send(),
	);
	const found = (await findings(client)).find(({ check }) => check === 'pages:user.getMany');
	expect(found?.evidence).toMatch(/^400 .*: page=1 is refused$/);
	expect(found?.advice).not.toMatch(/from 0/);
});
