/** The rate lets nothing through any more while the check writes: it ends, and deletes what it can. */
import { checkAccount } from '../../../../nodes/SalesManagement/operations/check/account';
import { ROUTES } from '../../../../nodes/SalesManagement/api/routes';
import { lenientClient } from '../../support/lenientClient';
import type { Respond } from '../../support/testClient';

const REFUSED = { status: 429, headers: { 'retry-after': '1' } };
const lists = Object.fromEntries(
	Object.values(ROUTES.v2).flatMap(({ list }) => (list ? [[list.plural, []]] : [])),
);

/** A service without records, which takes no request any more once a customer is created. */
function closing(isOpen: Respond): Respond {
	let name: unknown;
	return (request, number) => {
		const { method, url, body } = request;
		const isCreate = method === 'POST' && /\/customers$/.test(url);
		if (name !== undefined && !(method === 'GET' && /\/customers\/71$/.test(url))) {
			return isOpen(request, number);
		}
		if (isCreate) ({ name } = body as { name: unknown });
		if (isCreate || name !== undefined) return { status: 200, body: { id: 71, name } };
		if (url.endsWith('/no_such_address_at_all')) return { status: 404, body: { error: 'NO' } };
		return { status: 200, body: { ...lists, hasMore: false, totalCount: 0, page: 1 } };
	};
}

async function checked(isOpen: Respond) {
	const client = lenientClient(closing(isOpen));
	const { parts } = await checkAccount({ client, includeWrites: true });
	const all = parts.flatMap(({ findings }) => findings);
	const at = client.requests.findIndex(
		({ method, url }) => method === 'POST' && /customers$/.test(url),
	);
	return { all, after: client.requests.slice(at + 1) };
}

test('nothing but the deletion is asked behind the first request that is shut out', async () => {
	const { all, after } = await checked(() => REFUSED);
	const kinds = new Set(after.map(({ method, url }) => `${method} ${new URL(url).pathname}`));
	// The record is read once more, then the list that is shut out, and what was made is deleted.
	expect([...kinds]).toEqual([
		'GET /v2/customers/71',
		'GET /v2/customers',
		'DELETE /v2/customers/71',
	]);
	const isList = ({ method, url }: (typeof after)[number]) =>
		method === 'GET' && url.endsWith('/customers');
	expect(after.filter(isList).length).toBeLessThanOrEqual(40);
	expect(all.find(({ check }) => check === 'writes')).toMatchObject({
		verdict: 'unclear',
		evidence: 'The rest was not tried: the rate limit let nothing through for a while.',
	});
	expect(all.find(({ check }) => check === 'remains:customer')).toMatchObject({
		verdict: 'unclear',
		evidence: 'customer 71 could not be deleted.',
	});
});

test('what was made is deleted where that is let through', async () => {
	const { all, after } = await checked(({ method }) =>
		method === 'DELETE' ? { status: 200, body: '' } : REFUSED,
	);
	expect(after.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
	expect(all.find(({ check }) => check === 'remains')?.verdict).toBe('asDescribed');
});
