/** One page at a time: where the list goes on, from a token that is opaque to whoever passes it on. */
import type { IDataObject } from 'n8n-workflow';
import { listingOf, pageAt, PageSize } from '../../../nodes/SalesManagement/api/pageParts';
import { DEALS, pageService, records, shortPageService } from '../support/pagedService';
import { clientOf, type Respond } from '../support/testClient';

/** Reads page after page; the ids of each. */
async function readOn(respond: Respond, size: number) {
	const listing = listingOf(clientOf(respond, { kind: 'v1ApiKey' }), DEALS, {});
	const found: Array<Array<IDataObject[string]>> = [];
	let token: string | undefined;
	do {
		const page = await pageAt(listing, new PageSize(size), token);
		found.push((page?.records ?? []).map(({ id }) => id));
		token = page?.next;
	} while (token !== undefined && found.length < 50);
	return found;
}
const counts = (pages: unknown[][]) => pages.map(({ length }) => length);

describe('page lists', () => {
	test('a short page is the end where the total says no more', async () => {
		expect(counts(await readOn(pageService(records(25)), 10))).toEqual([10, 10, 5]);
	});

	test('a short page before the total is not the end', async () => {
		const pages = await readOn(shortPageService(records(25)), 10);
		expect(counts(pages)).toEqual([5, 5, 5, 5, 5]);
		expect(pages.flat()).toEqual(records(25).map(({ id }) => id));
	});

	const withoutTotal =
		(respond: Respond, told: IDataObject = {}): Respond =>
		(request, number) => {
			const { body } = respond(request, number) as { body: IDataObject };
			return { body: { deals: body.deals, ...told } };
		};

	test('where nothing says whether more follows, only an empty page is the end', async () => {
		const full = withoutTotal(pageService(records(25)));
		expect(counts(await readOn(full, 10))).toEqual([10, 10, 5, 0]);
		const short = await readOn(withoutTotal(shortPageService(records(25))), 10);
		expect(counts(short)).toEqual([5, 5, 5, 5, 5, 0]);
		expect(short.flat()).toEqual(records(25).map(({ id }) => id));
	});

	test('where the service says that nothing follows, a short page is the end', async () => {
		const told = withoutTotal(pageService(records(25)), { hasMore: false });
		expect(counts(await readOn(told, 10))).toEqual([10, 10, 5]);
	});

	test('an empty page is the end, whatever the total says', async () => {
		expect(counts(await readOn(pageService(records(25), 1000), 10))).toEqual([10, 10, 5, 0]);
	});
});
