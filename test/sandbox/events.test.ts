/** Whom a call notifies, and what the audit log holds (v2 §6, §4 skipNotice). */
import { withSandbox, type Fields, type Version } from './support/client';
import { anything, actionForm, dealActionForm, dealForm } from './support/forms';

const api = withSandbox();
beforeEach(async () => {
	await api.reset();
	for (const kind of ['customer', 'deal', 'contact', 'customObject']) await api.records(kind, [{}]);
});

type Entry = Fields & { operation: string };
const log = () => api.steer<{ notifications: Entry[]; audits: Entry[] }>('GET /log');
const told = async () => (await log()).notifications.map(({ operation }) => operation);
const audited = async () => (await log()).audits.map(({ operation }) => operation);

const resources: Array<[resource: string, path: string, form: Fields]> = [
	['customerAction', '/customers/1/actions', actionForm()],
	['dealAction', '/actions', dealActionForm()],
	['contactAction', '/contacts/1/actions', actionForm()],
	['deal', '/deals', dealForm()],
];
/** Creates, updates and deletes one; v1 deletes customer actions alone. */
async function live(version: Version, path: string, form: Fields, query = ''): Promise<number> {
	const { id } = await api.ok(version, `POST ${path}${query}`, form);
	await api.ok(version, `PATCH ${path}/${id}${query}`, { deal: form.deal });
	if (version === 'v2') await api.ok('v2', `DELETE ${path}/${id}${query}`);
	return id;
}

describe('notifications', () => {
	test.each(resources)('create, update and delete of a %s', async (resource, path, form) => {
		const id = await live('v2', path, form);
		expect((await log()).notifications).toEqual(
			['create', 'update', 'delete'].map((operation) => ({
				time: expect.any(String),
				operation: `${resource}.${operation}`,
				domainId: 1,
				id,
				userIds: [1],
			})),
		);
	});

	test('creator and invitees are told, by v1 too', async () => {
		const form = actionForm({ invitees: [{ id: 2 }, { id: 3 }] });
		await live('v1', '/customers/1/actions', form);
		expect((await log()).notifications).toMatchObject([
			{ operation: 'customerAction.create', userIds: [1, 2, 3] },
			{ operation: 'customerAction.update', userIds: [1, 2, 3] },
		]);
	});

	test.each(['true', '1'])('skipNotice=%s suppresses them', async (value) => {
		for (const [, path, form] of resources) await live('v2', path, form, `?skipNotice=${value}`);
		expect(await told()).toEqual([]);
	});

	test.each(['false', '', 'yes', '0', 'TRUE', 'true&skipNotice=true'])(
		'skipNotice=%s counts as not given and is never a 400',
		async (value) => {
			await api.ok('v2', `POST /deals?skipNotice=${value}`, dealForm());
			expect(await told()).toEqual(['deal.create']);
		},
	);

	test.each(['v2', 'v1'] as const)(
		'bulk calls and refused ones of %s tell nobody',
		async (version) => {
			const { dealType: _, ...deal } = dealForm();
			const bulks: Array<[string, object]> = [
				['POST /customers/actions/bulk', { actions: [actionForm({ customer: { id: 1 } })] }],
				['POST /actions/bulk', { dealTypeId: 1, actions: [dealActionForm()] }],
				['POST /deal_types/1/deals/bulk', { deals: [deal] }],
				['PATCH /deal_types/1/deals/bulk?skipNotice=false', { deals: [{ id: 1, name: 'x' }] }],
			];
			for (const [request, body] of bulks) await api.ok(version, request, body);
			if (version === 'v2') {
				const actions = [actionForm({ contact: { id: 1 } })];
				await api.ok('v2', 'POST /contacts/actions/bulk', { actions });
			}
			await api.call(version, 'POST /deals', dealForm({ phase: { id: 3 } }));
			expect(await told()).toEqual([]);
		},
	);
});

describe('the audit log', () => {
	const objects = '/custom_object_defs/ticket/custom_objects/bulk';
	test.each([
		['customer.createMany', 'POST /customers/bulk', { customers: [{ name: 'x' }] }],
		['customObject.createMany', `POST ${objects}`, { customObjects: [{}] }],
		['customObject.updateMany', `PATCH ${objects}`, { customObjects: [{ id: 1 }] }],
	])('%s is recorded with a personal token only', async (operation, request, body) => {
		await api.ok('v2', request, body, { token: api.sandbox.credentials.team });
		expect(await audited()).toEqual([]);
		await api.ok('v2', request, body);
		expect(await audited()).toEqual([operation]);
	});

	test('other writes are recorded with user and ids; reads, refusals and action bulks are not', async () => {
		const actions = [actionForm({ customer: { id: 1 } })];
		await api.ok('v2', 'POST /customers/actions/bulk', { actions });
		await api.ok('v2', 'GET /customers/1');
		await api.ok('v2', 'POST /customers/search', { filter: anything });
		await api.call('v2', 'POST /customers', {});
		const { id } = await api.ok('v2', 'POST /customers', { name: 'x' });
		expect((await log()).audits).toEqual([
			{
				time: expect.any(String),
				operation: 'customer.create',
				domainId: 1,
				userId: 1,
				ids: [id],
			},
		]);
	});
});
