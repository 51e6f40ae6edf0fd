/** The sandbox's page for people: the records that it shows, and how they lead to each other. */
import { SandboxClient, type Fields } from '../support/sandboxClient';

let api: SandboxClient;
let base: string;
beforeAll(async () => {
	api = await SandboxClient.start();
	base = new URL(api.sandbox.admin).origin;
});
afterAll(() => api.close());
beforeEach(() => api.reset());

interface Link extends Fields {
	kind: string;
	id?: number;
	text: string;
}
type Words = Array<string | Link>;
interface View {
	title: Words;
	headings: string[];
	rows: Words[][];
	foot: Words;
}
interface Answer {
	kinds: Link[];
	view: View;
}
const page = async <Body>(path: string): Promise<Body> => {
	const response = await fetch(`${base}/page${path}`);
	if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
	// The caller names the shape that it goes on with.
	return (await response.json()) as Body;
};
const browse = async (query: Record<string, string | number>): Promise<Answer> => {
	const asked = new URLSearchParams({ domain: '1' });
	for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
	return await page(`/records?${asked.toString()}`);
};
const textOf = (words: Words) => words.map((one) => (typeof one === 'string' ? one : one.text));
const linkOf = ([cell]: Words[]) => {
	const first = cell?.[0];
	if (!isLink(first)) throw new Error('the row has no link');
	return { ...first, id: first.id ?? 0 };
};
const firstCells = ({ view }: Answer) => view.rows.map(([cell = []]) => textOf(cell).join());
const valuesOf = ({ view }: Answer, name: string): Words =>
	view.rows.find(([cell]) => cell?.[0] === name)?.[1] ?? [];
const isLink = (word: string | Link | undefined): word is Link => typeof word === 'object';

describe('records', () => {
	test('each kind with its number, as in the statistics', async () => {
		const { kinds } = await browse({ kind: 'customer' });
		expect(textOf(kinds)).toEqual([
			...['Customers 40', 'Deals 60', 'Contacts 80'],
			...['Customer actions 50', 'Deal actions 50', 'Contact actions 50'],
			...['Tickets 75', 'Assets 75', 'Users 5'],
		]);
	});

	test('every kind can be listed, and every record of a page opened', async () => {
		const { kinds } = await browse({ kind: 'customer' });
		for (const { kind } of kinds) {
			const { view } = await browse({ kind });
			expect(view.rows.length).toBeGreaterThan(0);
			for (const line of view.rows) {
				const first = linkOf(line);
				const record = await browse({ kind: first.kind, id: first.id });
				expect(textOf(record.view.title)).toEqual([`${first.text} (ID ${first.id})`]);
				for (const row of record.view.rows) expect(row).toHaveLength(2);
			}
		}
	});

	test('pages follow each other without a gap', async () => {
		const names: string[] = [];
		let next: Link | undefined = { kind: 'customer', text: '' };
		while (next) {
			const { text: _, ...place } = next;
			const answer = await browse(place as Record<string, string | number>);
			names.push(...firstCells(answer));
			next = answer.view.foot.filter(isLink).find(({ text }) => text.startsWith('Next'));
		}
		expect(names).toHaveLength(40);
		const page4 = await browse({ kind: 'customer', page: 4 });
		expect(page4.view.foot.map((one) => (isLink(one) ? one.text : one))).toEqual([
			'← Previous',
			'31–40 of 40',
		]);
	});

	test('the last changed comes first', async () => {
		const [id = 0] = await api.records('customer', [{ name: 'Just now' }]);
		expect(firstCells(await browse({ kind: 'customer' }))[0]).toBe('Just now');
		await api.records('customer', [{ name: 'Later' }]);
		await api.ok(api.patch(`/customers/${id}`, { name: 'Again' }));
		expect(firstCells(await browse({ kind: 'customer' })).slice(0, 2)).toEqual(['Again', 'Later']);
	});

	test('a search finds parts of names whatever their case, ids, and nothing else', async () => {
		const [id = 0] = await api.records('customer', [
			{ name: 'Zanzibar 100% Works' },
			{ name: 'Zan' },
		]);
		const found = async (search: string) => firstCells(await browse({ kind: 'customer', search }));
		expect(await found('zanzi')).toEqual(['Zanzibar 100% Works']);
		expect(await found('100%')).toEqual(['Zanzibar 100% Works']);
		// The newest first; 41 stands in addresses, too.
		expect((await found(String(id)))[0]).toBe('Zanzibar 100% Works');
		expect(await found("' OR 1=1 --")).toEqual([]);
		await api.records('deal', [{ name: 'Of that one', customer: { id } }]);
		expect(firstCells(await browse({ kind: 'deal', search: 'zanzi' }))).toEqual(['Of that one']);
		const [ticket = 0] = await api.records('customObject', [
			{ customObjectDefKey: 'ticket', subject: 'Broken xylophone' },
		]);
		const tickets = await browse({ kind: 'customObject.ticket', search: 'XYLO' });
		expect(tickets.view.rows.map((line) => linkOf(line).id)).toEqual([ticket]);
	});

	test('records lead to each other in both directions', async () => {
		const [customer = 0] = await api.records('customer', [{ name: 'Hub' }]);
		const [deal = 0] = await api.records('deal', [{ name: 'Spoke', customer: { id: customer } }]);
		const [contact = 0] = await api.records('contact', [
			{ name: 'Ann', customer: { id: customer } },
		]);
		await api.records('dealContact', [{ deal: { id: deal }, contact: { id: contact } }]);
		await api.records('customerAction', [{ customer: { id: customer } }]);
		await api.records('dealAction', [{ deal: { id: deal }, contacts: [{ id: contact }] }]);
		await api.records('contactAction', [{ contact: { id: contact } }]);
		await api.records('customObject', [
			{ customObjectDefKey: 'asset', customers: [{ id: customer }], deals: [{ id: deal }] },
		]);
		const linksOf = async (kind: string, id: number) => {
			const { view } = await browse({ kind, id });
			const links = view.rows.flatMap(([, values]) => (values ?? []).filter(isLink));
			return [...new Set(links.map((one) => one.kind))].sort();
		};
		expect(await linksOf('customer', customer)).toEqual(
			['contact', 'customObject.asset', 'customerAction', 'deal'].sort(),
		);
		expect(await linksOf('deal', deal)).toEqual(
			['contact', 'customObject.asset', 'customer', 'dealAction', 'user'].sort(),
		);
		expect(await linksOf('contact', contact)).toEqual(
			['contactAction', 'customer', 'deal', 'dealAction'].sort(),
		);
		const { view } = await browse({ kind: 'deal', of: 'customer', ofId: customer });
		expect(textOf(view.title)).toEqual(['Deals of ', 'Hub']);
		expect(view.rows).toHaveLength(1);
	});

	test('only a few related records are named; a link leads to all of them', async () => {
		const [id = 0] = await api.records('customer', [{}]);
		await api.records(
			'deal',
			Array.from({ length: 12 }, () => ({ customer: { id } })),
		);
		const deals = valuesOf(await browse({ kind: 'customer', id }), 'Deals').filter(isLink);
		expect(deals.map(({ text }) => text)).toHaveLength(6);
		expect(deals[5]).toEqual({ kind: 'deal', text: 'all 12', of: 'customer', ofId: id });
	});

	test('custom values are told in words, users as links', async () => {
		const customs = [
			{ itemKey: 'deal_single_select', value: 2 },
			{ itemKey: 'deal_multi_select', value: [1, 3] },
			{ itemKey: 'deal_user', value: [1] },
			{ itemKey: 'deal_date', value: '2026-03-04' },
		];
		const [id = 0] = await api.records('deal', [{ amount: 1_234_000, dealCustoms: customs }]);
		const deal = await browse({ kind: 'deal', id });
		expect(valuesOf(deal, 'Level')).toEqual(['Silver']);
		expect(valuesOf(deal, 'Topics')).toEqual(['Price', 'Service']);
		expect(valuesOf(deal, 'Team')).toMatchObject([{ kind: 'user', id: 1 }]);
		expect(valuesOf(deal, 'Key date')).toEqual(['2026-03-04']);
		expect(valuesOf(deal, 'Amount')).toEqual(['1,234,000']);
		const [ticket = 0] = await api.records('customObject', [
			{ customObjectDefKey: 'ticket', assignees: [2], due_date: '2026-03-04', status: 'open' },
		]);
		const object = await browse({ kind: 'customObject.ticket', id: ticket });
		expect(valuesOf(object, 'Assignees')).toMatchObject([{ kind: 'user', id: 2 }]);
		expect(valuesOf(object, 'Due date')).toEqual(['2026-03-04']);
	});

	test('a domain shows its own records only', async () => {
		const second = await browse({ domain: 2, kind: 'customer' });
		expect(second.kinds[0]?.text).toBe('Customers 3');
		const [id = 0] = second.view.rows.map((line) => linkOf(line).id);
		await expect(browse({ domain: 1, kind: 'customer', id })).rejects.toThrow('404');
	});

	test.each([
		[{ kind: 'nothing' }, '404'],
		[{ domain: 9, kind: 'customer' }, '404'],
		[{ kind: 'customer', id: 999_999 }, '404'],
		[{ kind: 'deal', of: 'customer', ofId: 999_999 }, '404'],
		[{ kind: 'customer', page: 0 }, '400'],
		[{ kind: 'customer', id: 'x' }, '400'],
	])('%j is refused with %s', async (query, expected) => {
		await expect(browse(query as Record<string, string>)).rejects.toThrow(expected);
	});

	test('markup in a name is answered as JSON text, and never within the page', async () => {
		const name = '<img src=x onerror=alert(1)>';
		const [id = 0] = await api.records('customer', [{ name }]);
		const response = await fetch(`${base}/page/records?domain=1&kind=customer&id=${id}`);
		expect(response.headers.get('content-type')).toMatch(/^application\/json/);
		expect(response.headers.get('x-content-type-options')).toBe('nosniff');
		expect(textOf(((await response.json()) as Answer).view.title)).toEqual([`${name} (ID ${id})`]);
		expect(await (await fetch(`${base}/`)).text()).not.toContain('onerror');
	});
});
