/** Lists hold what the caller may read, and are empty rather than a 403 (v2 §5). */
import { idsOf, SandboxClient, type CursorList } from '../support/sandboxClient';

let api: SandboxClient;
let contact: number;
let deal: number;
let contactAction: number;
let dealAction: number;
beforeAll(async () => {
	api = await SandboxClient.start({ set: { permissionSettings: true } });
	const make = async (kind: string, row: object) => (await api.records(kind, [row]))[0] ?? 0;
	contact = await make('contact', { name: 'Shared' });
	deal = await make('deal', { user: { id: 1 } });
	await api.records('dealContact', [{ deal: { id: deal }, contact: { id: contact } }]);
	const linked = { contacts: [{ id: contact }], creator: { id: 1 } };
	contactAction = await make('contactAction', { ...linked, contact: { id: contact } });
	dealAction = await make('dealAction', { ...linked, deal: { id: deal } });
});
afterAll(() => api.close());

const tokenOf = (...permissions: string[]) =>
	api.token({ kind: 'personal', userId: 2, permissions });

describe('the actions of a contact that the caller may not read', () => {
	const path = () => `/contacts/${contact}/actions`;
	const listed = async (...permissions: string[]) => {
		const token = await tokenOf(...permissions);
		const { status, body } = await api.get<CursorList>(path(), { token });
		return { status, ids: idsOf(body.actions).sort(), totalCount: body.totalCount };
	};

	test('without any right: none, not a 403', async () => {
		expect(await listed()).toEqual({ status: 200, ids: [], totalCount: 0 });
	});

	test('with the right to read the actions: those', async () => {
		const expected = { status: 200, ids: [contactAction], totalCount: 1 };
		expect(await listed('contactAction.read')).toEqual(expected);
	});

	test('a contact that is missing stays a 404', async () => {
		const token = await tokenOf();
		expect((await api.get('/contacts/999999/actions', { token })).status).toBe(404);
	});
});

describe.each([() => `${contact}`, () => 'all'])(
	'deal actions among the actions of contacts',
	(of) => {
		const listed = async (...permissions: string[]) => {
			const token = await tokenOf('contact.read', ...permissions);
			const { actions } = await api.ok(
				api.get<CursorList>(`/contacts/${of()}/actions?limit=1000`, { token }),
			);
			return [contactAction, dealAction].map((id) => idsOf(actions).includes(id));
		};

		test('are shown to whoever may read deal actions, as contact actions are', async () => {
			expect(await listed()).toEqual([false, false]);
			expect(await listed('contactAction.read')).toEqual([true, false]);
			expect(await listed('dealAction.read')).toEqual([false, true]);
			expect(await listed('contactAction.read', 'dealAction.read')).toEqual([true, true]);
		});

		test("own ones are the caller's", async () => {
			const own = { contacts: [{ id: contact }], creator: { id: 2 }, deal: { id: deal } };
			const [id = 0] = await api.records('dealAction', [own]);
			const token = await tokenOf('contact.read', 'dealAction.read_own');
			const page = await api.ok(api.get<CursorList>(`/contacts/${of()}/actions`, { token }));
			expect(idsOf(page.actions)).toContain(id);
			expect(idsOf(page.actions)).not.toContain(dealAction);
		});
	},
);

test('one deal action is read through a contact only with the right to read deal actions', async () => {
	const read = async (...permissions: string[]) => {
		const token = await tokenOf('contact.read', ...permissions);
		return (await api.get(`/contacts/${contact}/actions/${dealAction}`, { token })).status;
	};
	expect(await read('contactAction.read')).toBe(403);
	expect(await read('dealAction.read')).toBe(200);
});

describe('the contacts of a deal that the caller may not read', () => {
	const listed = async (...permissions: string[]) => {
		const token = await tokenOf(...permissions);
		const { status, body } = await api.get<CursorList>(`/deals/${deal}/contacts`, { token });
		return { status, ids: idsOf(body.contacts), totalCount: body.totalCount };
	};

	test('without any right: none, not a 403', async () => {
		expect(await listed()).toEqual({ status: 200, ids: [], totalCount: 0 });
		expect(await listed('deal.read')).toEqual({ status: 200, ids: [], totalCount: 0 });
	});

	test('with the right to read contacts: those', async () => {
		const expected = { status: 200, ids: [contact], totalCount: 1 };
		expect(await listed('contact.read')).toEqual(expected);
		expect(await listed('contact.read', 'deal.read')).toEqual(expected);
	});

	test('a deal that is missing stays a 404', async () => {
		const token = await tokenOf();
		expect((await api.get('/deals/999999/contacts', { token })).status).toBe(404);
	});
});
