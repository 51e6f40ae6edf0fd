/** Look-ups that the service refuses as too large: few requests, and no value fails for others. */
import {
	byName,
	given,
	startMatchingService,
	type MatchingOptions,
	type MatchingService,
} from './support/matchingService';

let service: MatchingService;
afterEach(async () => await service.close());

const TOO_LARGE = { status: 413, body: { error: 'Too large' } };
const holding = (most: number): MatchingOptions['instead'] => {
	return (asked) => (asked.length > most ? TOO_LARGE : undefined);
};
const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

/** Creates or updates customers with these names. */
async function upsert(instead: MatchingOptions['instead'], values: readonly string[]) {
	service = await startMatchingService({ instead });
	const { items } = await service.run('customer.createOrUpdate', byName, {
		input: given([...values]),
	});
	return {
		searches: service.asked.filter((line) => line.endsWith('/search')).length,
		failures: items.flatMap(({ json: { error } }, index) =>
			typeof error === 'string' ? [{ index, error }] : [],
		),
	};
}

test.each([
	[598, 10, 80],
	[3000, 10, 345],
	[3000, 40, 105],
	[900, 1, 930],
])('%i values, of which a search takes %i: at most %i searches', async (count, most, bound) => {
	const { searches, failures } = await upsert(holding(most), names(count));
	expect(failures).toEqual([]);
	expect(searches).toBeLessThanOrEqual(bound);
	expect(service.records).toHaveLength(count);
});

test('the same holds for a search whose pages are asked for in the address', async () => {
	service = await startMatchingService({ instead: holding(10) });
	const byEmail = {
		matchBy: 'email',
		name: 'A',
		additionalFields: { email: '={{ $json.value }}' },
	};
	const { items } = await service.run('contact.createOrUpdate', byEmail, {
		input: given(names(299).map((name) => `${name}@example.com`)),
	});
	expect(items.filter(({ json }) => json.error !== undefined)).toEqual([]);
	expect(service.asked.filter((line) => line.includes('/search')).length).toBeLessThanOrEqual(40);
});

test('a search that is always too large ends soon, and says what is true', async () => {
	const { searches, failures } = await upsert(holding(0), names(3000));
	expect(failures).toHaveLength(3000);
	expect(searches).toBeLessThanOrEqual(100);
	expect(failures[0]?.error).toBe(
		'Too large (Customer: Search, HTTP 413): this value was looked up by itself, and even that is more than the service takes: shorten it if it is long, else have the service or what stands before it take larger requests.',
	);
	expect(failures[1000]?.error).toMatch(
		/^Too large; this value was not looked up by itself, since none of \d+ values that were looked up one by one was accepted \(Customer: Search, HTTP 413\): have the service or what stands before it take larger requests, then run it again\.$/,
	);
	expect(failures.map(({ error }) => error).join()).not.toMatch(/filters|correct/);
});

test.each([0, 100, 298])('one value that is too long fails alone: item %i', async (place) => {
	const values = names(598);
	values[place] = 'x'.repeat(5000);
	const tooLong: MatchingOptions['instead'] = (asked) =>
		asked.join('').length > 4000 ? TOO_LARGE : undefined;
	const { searches, failures } = await upsert(tooLong, values);
	expect(failures.map(({ index }) => index)).toEqual([place]);
	expect(failures[0]?.error).toContain('shorten it if it is long');
	expect(searches).toBeLessThanOrEqual(25);
});

test('where many are too long the run stays within its bound, and says what is true', async () => {
	const values = names(3000).map((name, at) => (at % 5 === 0 ? name.padEnd(5000, 'x') : name));
	const tooLong: MatchingOptions['instead'] = (asked) =>
		asked.some((each) => String(each).length > 4000) ? TOO_LARGE : undefined;
	const { searches, failures } = await upsert(tooLong, values);
	expect(failures.length).toBeGreaterThanOrEqual(600);
	expect(failures.length).toBeLessThan(3000);
	expect(searches).toBeLessThanOrEqual(1000);
	expect(failures.at(-1)?.error).toMatch(
		/500 requests of this run were not enough to find all that is refused \(.*: shorten the longest values, then run all that failed again\.$/,
	);
});
